import { cn } from "#components/ui/cn";
import { CopyButton } from "#components/ui/copy-button";

type CodeBlockProps = { code: string; what: string; className?: string };

/** Code to take away: scrolls inside itself, beside the button that copies it. */
export function CodeBlock({ code, what, className }: CodeBlockProps) {
  return (
    <div className={cn("relative rounded-md border bg-muted/50", className)}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={what}
        className="mr-12 overflow-x-auto rounded-md py-4 pl-4"
      >
        <pre className="font-mono text-xs leading-5">
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton
        text={code}
        what={what}
        className="absolute top-2 right-2 border bg-card shadow-card"
      />
    </div>
  );
}

type CopyFieldProps = { value: string; what: string; className?: string };

/** One line to take away: an address, a key, an id. */
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
