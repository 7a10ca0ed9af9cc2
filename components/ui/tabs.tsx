"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { cn } from "#components/ui/cn";

type Tab = { name: string; label: string; content: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  className?: string;
  listClassName?: string;
};

/** Where a key leads from a place among so many; undefined: nowhere. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  if (key === "ArrowRight") return (place + 1) % count;
  if (key === "ArrowLeft") return (place - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
}

/**
 * Views of one thing, switched in place: arrow keys, Home and End move, as the ARIA pattern asks. Own code and not
 * Radix's, which writes a style attribute into the page that our policy refuses.
 */
export function Tabs({ label, tabs, className, listClassName }: TabsProps) {
  const [chosen, setChosen] = useState(tabs[0]?.name);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const index = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[placeAfter(event.key, index, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    setChosen(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={cn("flex gap-1 overflow-x-auto border-b", listClassName)}
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}-tab`}
            data-tab={tab.name}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-${tab.name}`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => setChosen(tab.name)}
            onKeyDown={move}
            className={cn(
              "h-9 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted-foreground transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2",
              tab.name === chosen && "border-primary text-foreground",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.name}
          role="tabpanel"
          id={`${id}-${tab.name}`}
          aria-labelledby={`${id}-${tab.name}-tab`}
          hidden={tab.name !== chosen}
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}
