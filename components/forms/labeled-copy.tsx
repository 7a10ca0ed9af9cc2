import type { ReactNode } from "react";
import { CopyField } from "#components/ui/code";

type LabeledCopyProps = { title: string; value: string; what: string; children: ReactNode };

/** A value to copy, with what it's for. */
export function LabeledCopy({ title, value, what, children }: LabeledCopyProps) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <h3 className="font-medium">{title}</h3>
      <CopyField value={value} what={what} />
      <p className="text-pretty text-muted-foreground">{children}</p>
    </div>
  );
}
