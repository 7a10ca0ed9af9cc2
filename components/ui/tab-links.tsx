"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { cn } from "#components/ui/cn";

type TabLink = { href: string; label: string };
type TabLinksProps = { label: string; tabs: readonly TabLink[] };

/** The tab of a path: the page itself, or else the nearest one above it. */
function tabOf(path: string, tabs: readonly TabLink[]): string | undefined {
  return tabs
    .map(({ href }) => href)
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .sort((one, other) => other.length - one.length)[0];
}

/** Tabs that are pages: each has an address. Where they do not fit, the present one is in sight. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const path = usePathname();
  const here = tabOf(path, tabs);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[href="${here}"]`);
    if (!tab || !list.current) return;
    const { offsetLeft, offsetWidth } = tab;
    list.current.scrollLeft = offsetLeft - (list.current.clientWidth - offsetWidth) / 2;
  }, [here]);

  return (
    <nav
      aria-label={label}
      className="-mx-4 -mt-2 mb-6 border-b px-4 sm:mx-0 sm:-mt-4 sm:mb-8 sm:px-0"
    >
      <ul
        ref={list}
        className="relative -mx-4 -mb-px flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
      >
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              aria-current={tab.href === path ? "page" : tab.href === here ? "true" : undefined}
              className={cn(
                "inline-flex h-9 items-center border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted-foreground transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2",
                tab.href === here && "border-primary text-foreground",
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
