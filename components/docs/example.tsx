import type { ReactNode } from "react";
import { CopyFrame } from "#components/docs/copy-frame";
import { cn } from "#components/ui/cn";

/** Code that wraps instead of scrolling sideways, so it's readable on a phone. */
function Code({ children, className }: { children: string; className?: string }) {
  return (
    <pre
      className={cn("p-4 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere", className)}
    >
      <code>{children}</code>
    </pre>
  );
}

function Frame({ title, what, children }: { title: ReactNode; what: string; children: ReactNode }) {
  return (
    <figure className="overflow-hidden rounded-md border bg-card shadow-card">
      <CopyFrame what={what}>
        <figcaption className="flex h-10 items-center gap-2 border-b bg-muted/50 pr-12 pl-4 text-xs font-medium text-muted-foreground">
          {title}
        </figcaption>
        {children}
      </CopyFrame>
    </figure>
  );
}

type RequestExampleProps = { operation: string; curl: string; fetch: string };

/** The request in both languages. The switch in the header picks one with CSS. */
export function RequestExample({ operation, curl, fetch }: RequestExampleProps) {
  return (
    <Frame
      what={`the request of “${operation}”`}
      title={
        <>
          Request
          <span className="font-normal group-has-[#snippets-fetch:checked]/docs:hidden">curl</span>
          <span className="hidden font-normal group-has-[#snippets-fetch:checked]/docs:inline">
            JavaScript
          </span>
        </>
      }
    >
      <Code className="group-has-[#snippets-fetch:checked]/docs:hidden">{curl}</Code>
      <Code className="hidden group-has-[#snippets-fetch:checked]/docs:block">{fetch}</Code>
    </Frame>
  );
}

type ShownExampleProps = { title: string; what: string; value: unknown };

export function ShownExample({ title, what, value }: ShownExampleProps) {
  const text =
    typeof value === "string" ? value.replace("\uFEFF", "") : JSON.stringify(value, null, 2);
  return (
    <Frame title={title} what={what}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={what}
        className="max-h-112 overflow-y-auto focus-visible:-outline-offset-2"
      >
        <Code>{text}</Code>
      </section>
    </Frame>
  );
}
