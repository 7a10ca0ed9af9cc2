import { ChevronDown } from "lucide-react";
import { cn } from "#components/ui/cn.ts";
import type { Heading } from "#lib/entry/docs/outline";

function Headings({ headings }: { headings: readonly Heading[] }) {
  return (
    <ul data-contents className="on-this-page">
      {headings.map(({ id, text, depth }) => (
        <li key={id}>
          <a href={`#${id}`} className={cn(depth > 2 && "ml-3")}>
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

type OnThisPageProps = {
  headings: readonly Heading[];
  className: string;
  /** Closed until it's opened, for small screens. */
  isFolded?: boolean;
};

export function OnThisPage({ headings, className, isFolded = false }: OnThisPageProps) {
  if (headings.length < 2) return null;
  if (!isFolded)
    return (
      <nav
        aria-label="On this page"
        className={cn(
          "sticky top-22 max-h-[calc(100dvh-5.5rem)] w-48 shrink-0 self-start overflow-y-auto py-2",
          className,
        )}
      >
        <p className="eyebrow mb-2">On this page</p>
        <Headings headings={headings} />
      </nav>
    );
  return (
    <details className={cn("group/headings rounded-md border bg-card", className)}>
      <summary className="flex h-11 list-none items-center justify-between px-4 font-medium [&::-webkit-details-marker]:hidden">
        On this page
        <ChevronDown aria-hidden className="size-4 group-open/headings:rotate-180" />
      </summary>
      <div className="border-t px-4 py-3">
        <Headings headings={headings} />
      </div>
    </details>
  );
}
