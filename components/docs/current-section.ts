"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";

/** A section is current until its top is this many pixels below the top of the window. */
const READING_LINE = 160;

/** Highlights the current section in the lists of sections. Renders nothing. */
export function CurrentSection() {
  const path = usePathname();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has other sections
  useEffect(() => {
    showCurrentPage();
    const links = Map.groupBy(
      document.querySelectorAll<HTMLAnchorElement>("[data-contents] a[href*='#']"),
      ({ hash }) => hash.slice(1),
    );
    const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);

    function mark(): void {
      const current = sections.findLast(
        (section) => section.getBoundingClientRect().top < READING_LINE,
      );
      for (const [id, all] of links)
        for (const link of all) {
          if (id !== current?.id) link.removeAttribute("aria-current");
          else if (!link.hasAttribute("aria-current")) {
            link.setAttribute("aria-current", "location");
            keepInView(link);
          }
        }
    }

    mark();
    addEventListener("scroll", mark, { passive: true });
    return () => removeEventListener("scroll", mark);
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
