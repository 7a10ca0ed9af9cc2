"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

/** A section is current until its top is this many pixels below the top of the window. */
const READING_LINE = 160;

function linksById(): Map<string, HTMLAnchorElement[]> {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-contents] a[href*='#']")];
  return Map.groupBy(links, ({ hash }) => hash.slice(1));
}

/** Highlights the current section in the lists of sections. Renders nothing. */
export function CurrentSection() {
  const path = usePathname();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has other sections
  useEffect(() => {
    showCurrentPage();
    const links = linksById();
    const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
    let current: string | null = null;
    let frame = 0;

    function mark(): void {
      const read = sections.findLast(
        (section) => section.getBoundingClientRect().top < READING_LINE,
      );
      const next = read?.id ?? null;
      if (next === current) return;
      for (const link of links.get(current ?? "") ?? []) link.removeAttribute("aria-current");
      for (const link of links.get(next ?? "") ?? []) {
        link.setAttribute("aria-current", "location");
        keepInView(link);
      }
      current = next;
    }

    function onScroll(): void {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(mark);
    }

    mark();
    addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", onScroll);
    };
  }, [path]);
  return null;
}

/** Scrolls the navigation to the current page if it's far down, so that its sections are visible too. */
function showCurrentPage(): void {
  const link = document.querySelector("nav a[aria-current=page]");
  const box = link?.closest("nav");
  if (!link || !box) return;
  const frame = box.getBoundingClientRect();
  const below = link.getBoundingClientRect().top - frame.top;
  if (below < 0 || below > frame.height / 2) box.scrollTop += below - frame.height / 4;
}

/** Only scrolls the list. `scrollIntoView` would also move the page. */
function keepInView(link: HTMLElement): void {
  const box = link.closest("nav");
  if (!box) return;
  const { top, bottom } = link.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (top < frame.top) box.scrollTop -= frame.top - top + 40;
  if (bottom > frame.bottom) box.scrollTop += bottom - frame.bottom + 40;
}
