"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "#components/ui/cn.ts";
import { nearestTo, type TabLink, tabAt } from "#components/ui/tabs";

type SectionLinksProps = { label: string; tabs: readonly TabLink[] };

/** Links to the pages of the current tab. Renders nothing if there’s only one. */
export function SectionLinks({ label, tabs }: SectionLinksProps) {
  const path = usePathname();
  const sections = tabAt(path, tabs)?.sections ?? [];
  const here = nearestTo(path, sections);
  if (sections.length < 2) return null;
  return (
    <nav aria-label={label} className="-mt-2 mb-6 sm:-mt-3">
      <ul className="flex flex-wrap gap-1">
        {sections.map((section) => (
          <li key={section.href}>
            <Link
              href={section.href}
              aria-current={
                section.href === path ? "page" : section.href === here ? "true" : undefined
              }
              className={cn(
                "inline-flex h-8 items-center rounded-md px-3 font-medium text-muted-foreground transition-colors duration-150 hover:bg-accent hover:text-foreground",
                section.href === here && "bg-accent text-accent-foreground",
              )}
            >
              {section.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
