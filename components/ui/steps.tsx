import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="grid">{children}</ol>;
}

type StepProps = {
  number: number;
  title: string;
  isDone: boolean;
  children: ReactNode;
};

export function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="group/step grid grid-cols-[1.5rem_1fr] gap-x-4">
      <div className="flex flex-col items-center">
        <span
          aria-hidden
          className={cn(
            "tabular inline-flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-medium",
            isDone
              ? "border-success/30 bg-success/10 text-success"
              : "border-input bg-card text-foreground",
          )}
        >
          {isDone ? <Check className="size-3.5" strokeWidth={3} /> : number}
        </span>
        <span aria-hidden className="my-1.5 w-px flex-1 bg-border group-last/step:hidden" />
      </div>
      <div className="min-w-0 pb-8 group-last/step:pb-0">
        <h3 className="leading-6 font-medium">
          {title}
          {isDone ? <span className="sr-only"> (done)</span> : null}
        </h3>
        <div className="mt-1 grid gap-4 text-pretty text-muted-foreground">{children}</div>
      </div>
    </li>
  );
}
