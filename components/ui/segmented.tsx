import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "#components/ui/cn";

type Segment = { href: string; label: ReactNode; isHere: boolean };

export function Segmented({ label, segments }: { label: string; segments: readonly Segment[] }) {
  return (
    <nav aria-label={label} className="max-w-full overflow-x-auto">
      <ul className="inline-flex gap-0.5 rounded-md border bg-muted p-0.5">
        {segments.map(({ href, label: text, isHere }) => (
          <li key={href}>
            <Link
              href={href}
              scroll={false}
              aria-current={isHere ? "page" : undefined}
              className={cn(
                "flex h-7 items-center gap-1.5 rounded-sm px-2.5 font-medium whitespace-nowrap text-muted-foreground transition-colors hover:text-foreground focus-visible:-outline-offset-2",
                isHere && "bg-card text-foreground shadow-card",
              )}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
