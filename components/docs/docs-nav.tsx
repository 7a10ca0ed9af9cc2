"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { DocsSearch } from "#components/docs/docs-search";
import { MethodLabel } from "#components/docs/method-label";
import type { NavGroup, NavPage } from "#lib/entry/docs/navigation";

function Sections({ href, sections = [] }: NavPage) {
  if (sections.length === 0) return null;
  return (
    <ul data-contents>
      {sections.map(({ id, label, method }) => (
        <li key={id}>
          <Link href={`${href}#${id}`} prefetch={false}>
            {method ? <MethodLabel method={method} /> : null}
            <span>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function PageLinks({ pages, current }: { pages: readonly NavPage[]; current: string }) {
  return (
    <ul>
      {pages.map((page) => (
        <li key={page.href}>
          <Link
            href={page.href}
            prefetch={false}
            aria-current={page.href === current ? "page" : undefined}
          >
            {page.label}
          </Link>
          {page.href === current ? <Sections {...page} /> : null}
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders search and all pages: a column on large screens, and a popover on small ones, which opens
 * without a script.
 */
export function DocsNav({ id, groups }: { id: string; groups: readonly NavGroup[] }) {
  const current = usePathname();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that's followed by keyboard clicks too
    <nav
      id={id}
      popover="auto"
      aria-label="Documentation"
      className="docs-nav"
      onClick={({ target, currentTarget }) => {
        if (
          target instanceof Element &&
          target.closest("a") &&
          currentTarget.matches(":popover-open")
        )
          currentTarget.hidePopover();
      }}
    >
      <DocsSearch />
      <ul>
        {groups.map(({ title, pages }) => (
          <li key={title}>
            <p>{title}</p>
            <PageLinks pages={pages} current={current} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
