import type { ReactNode } from "react";
import { Prose } from "#components/docs/prose";
import { cn } from "#components/ui/cn";

type SectionProps = {
  id: string;
  title: string;
  method: string;
  /** A path, or the type of an event. */
  name: string;
  access?: ReactNode;
  description: string;
  examples: ReactNode;
  children: ReactNode;
};

/** An operation or event: description and fields on the left, examples on the right. */
export function Section(props: SectionProps) {
  const { id, title, method, name, access, description, examples, children } = props;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-10 gap-y-6 border-t py-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]"
    >
      <div className="flex flex-col gap-6">
        <header>
          <h3 id={`${id}-title`} className="text-base leading-6 font-semibold tracking-tight">
            <a href={`#${id}`} className="hover:underline">
              {title}
            </a>
          </h3>
          <div className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-2">
            <p className="flex min-w-0 items-baseline gap-2">
              <MethodLabel method={method} />
              <span className="font-mono text-xs wrap-anywhere">{name}</span>
            </p>
            {access}
          </div>
          {description === "" ? null : (
            <div className="mt-4">
              <Prose text={description} />
            </div>
          )}
        </header>
        {children}
      </div>
      <div className="flex flex-col gap-4 self-start xl:sticky xl:top-26">{examples}</div>
    </section>
  );
}

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="border-b pb-2 text-xs font-semibold text-muted-foreground">{title}</h4>
      {children}
    </div>
  );
}

const TONES: Readonly<Record<string, string>> = {
  GET: "text-primary",
  POST: "text-success",
  PATCH: "text-warning",
  DELETE: "text-destructive",
};

/** An HTTP method, or EVENT for webhook events. */
export function MethodLabel({ method }: { method: string }) {
  const tone = TONES[method] ?? "text-muted-foreground";
  return (
    <span className={cn("shrink-0 font-mono text-[0.6875rem] font-semibold", tone)}>{method}</span>
  );
}
