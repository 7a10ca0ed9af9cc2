"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cn } from "#components/ui/cn.ts";

type Tab = { name: string; label: string; content: ReactNode };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  className?: string;
  listClassName?: string;
  onSelect?: (name: string) => void;
};

/** The index a key moves to, if any. */
function placeAfter(key: string, place: number, count: number): number | undefined {
  if (key === "ArrowRight") return (place + 1) % count;
  if (key === "ArrowLeft") return (place - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
}

/**
 * Tabs with the keyboard support of the ARIA pattern. Not Radix’s, which uses style attributes that
 * our CSP blocks.
 */
export function Tabs({ label, tabs, className, listClassName, onSelect }: TabsProps) {
  const [selected, setSelected] = useState(tabs[0]?.name);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function select(name: string): void {
    setSelected(name);
    onSelect?.(name);
  }

  function move(event: KeyboardEvent): void {
    const index = tabs.findIndex(({ name }) => name === selected);
    const next = tabs[placeAfter(event.key, index, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    select(next.name);
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
            aria-selected={tab.name === selected}
            aria-controls={`${id}-${tab.name}`}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => select(tab.name)}
            onKeyDown={move}
            className={cn(
              "h-9 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted-foreground transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2",
              tab.name === selected && "border-primary text-foreground",
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
          hidden={tab.name !== selected}
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}

type Target = { href: string; label: string };
export type TabLink = Target & {
  mark?: "error" | "warning" | undefined;
  /** The tab’s pages, if there are several. Their paths don’t have to be below the tab’s. */
  sections?: readonly Target[] | undefined;
};
type TabLinksProps = { label: string; tabs: readonly TabLink[] };

/** Returns the link of the current page or its nearest parent. */
export function nearestTo(path: string, links: readonly { href: string }[]): string | undefined {
  return links
    .map(({ href }) => href)
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .sort((one, other) => other.length - one.length)[0];
}

/** Returns the tab of the current page. */
export function tabAt(path: string, tabs: readonly TabLink[]): TabLink | undefined {
  const pages = tabs.flatMap((tab) => [tab, ...(tab.sections ?? [])]);
  const here = nearestTo(path, pages);
  return tabs.find((tab) => [tab, ...(tab.sections ?? [])].some(({ href }) => href === here));
}

/** Renders tabs with their own URLs. The current one is kept in view. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const path = usePathname();
  const here = tabAt(path, tabs)?.href;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const box = list.current;
    const tab = box?.querySelector<HTMLElement>(`[href="${here}"]`);
    if (!tab || !box) return;
    // The observer also calls this once at the start.
    const observer = new ResizeObserver(() => {
      box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [here]);

  return (
    <nav
      aria-label={label}
      className="-mx-4 -mt-2 mb-6 border-b px-4 sm:mx-0 sm:-mt-4 sm:mb-8 sm:px-0"
    >
      <ul
        ref={list}
        className="relative -mx-4 -mb-px flex gap-0.5 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              aria-current={tab.href === path ? "page" : tab.href === here ? "true" : undefined}
              className={cn(
                "inline-flex h-9 items-center border-b-2 border-transparent px-2 font-medium whitespace-nowrap text-muted-foreground transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2",
                tab.href === here && "border-primary text-foreground",
              )}
            >
              {tab.label}
              {tab.mark ? (
                <span
                  className={cn(
                    "ml-1.5 size-2 rounded-full",
                    tab.mark === "error" ? "bg-destructive" : "bg-warning",
                  )}
                >
                  <span className="sr-only"> (needs attention)</span>
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
