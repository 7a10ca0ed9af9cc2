import type { ReactNode } from "react";
import { cn } from "#components/ui/cn.ts";
import { CopyButton } from "#components/ui/copy-button";

type CodeBlockProps = {
  code: string;
  what: string;
  /** Language or file name. */
  title: string;
  /** True where copying is what the page is for. */
  withCopyLabel?: boolean;
  className?: string;
};

export function CodeBlock({ code, what, title, withCopyLabel = false, className }: CodeBlockProps) {
  return (
    <div className={cn("min-w-0 rounded-md border bg-muted/50", className)}>
      <div className="flex items-center justify-between gap-3 border-b py-0.5 pr-0.5 pl-4">
        <p className="min-w-0 truncate text-xs text-muted-foreground">{title}</p>
        <CopyButton
          text={code}
          what={what}
          withLabel={withCopyLabel}
          className={withCopyLabel ? "m-0.5" : ""}
        />
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={what}
        className="overflow-x-auto rounded-md p-4"
      >
        <pre className="font-mono text-xs leading-5">
          <code>{code}</code>
        </pre>
      </section>
    </div>
  );
}

type CopyFieldProps = { value: string; what: string; className?: string };

export function CopyField({ value, what, className }: CopyFieldProps) {
  return (
    <div
      className={cn(
        "flex h-9 min-w-0 items-center rounded-md border bg-muted/50 pr-0.5 pl-3",
        className,
      )}
    >
      <code className="min-w-0 flex-1 truncate font-mono text-xs">{value}</code>
      <CopyButton text={value} what={what} />
    </div>
  );
}

type LabeledCopyProps = { title: string; value: string; what: string; children: ReactNode };

export function LabeledCopy({ title, value, what, children }: LabeledCopyProps) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <h3 className="font-medium">{title}</h3>
      <CopyField value={value} what={what} />
      <p className="text-pretty text-muted-foreground">{children}</p>
    </div>
  );
}
