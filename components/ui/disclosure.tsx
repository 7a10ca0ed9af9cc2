"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";

type DisclosureProps = {
  summary: string;
  /** True to start open. */
  isOpen?: boolean;
  /** True while something inside needs attention, which opens it. */
  hasError?: boolean;
  children: ReactNode;
};

/** Renders options that few people need, folded. */
export function Disclosure({ summary, isOpen = false, hasError, children }: DisclosureProps) {
  const [isShown, setShown] = useState(isOpen);
  return (
    <details
      open={isShown || hasError}
      onToggle={(event) => setShown(event.currentTarget.open)}
      className="group/disclosure min-w-0"
    >
      <summary className="flex w-fit cursor-pointer list-none items-center gap-2 rounded-sm font-medium [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown
          aria-hidden
          className="size-4 text-muted-foreground transition-transform duration-150 group-open/disclosure:rotate-180"
        />
      </summary>
      <div className="mt-4">{children}</div>
    </details>
  );
}
