import type { ReactNode } from "react";
import { cn } from "#components/ui/cn";

type StatProps = {
  label: ReactNode;
  /** The figure, formatted. */
  value: ReactNode;
  /** What puts it into proportion: "of 1,000", "2 unread". */
  note?: ReactNode;
  className?: string;
};

/** One figure of a list of figures: stands in a `<dl>`. */
export function Stat({ label, value, note, className }: StatProps) {
  return (
    <div data-slot="stat" className={cn("flex min-w-0 flex-col", className)}>
      <dt className="eyebrow">{label}</dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="tabular text-xl leading-7 font-semibold tracking-tight">{value}</span>
        {note ? <span className="tabular text-xs text-muted-foreground">{note}</span> : null}
      </dd>
    </div>
  );
}
