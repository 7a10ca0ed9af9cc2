"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "#components/ui/cn";

type TabLinksProps = { label: string; tabs: readonly { href: string; label: string }[] };

/** Tabs that are pages: each has an address. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const path = usePathname();
  return (
    <nav aria-label={label} className="-mt-2 mb-6 border-b sm:-mt-4 sm:mb-8">
      <ul className="-mb-px flex gap-1 overflow-x-auto">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              aria-current={path === tab.href ? "page" : undefined}
              className={cn(
                "inline-flex h-9 items-center border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-muted-foreground transition-colors duration-150 hover:text-foreground focus-visible:-outline-offset-2",
                path === tab.href && "border-primary text-foreground",
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
