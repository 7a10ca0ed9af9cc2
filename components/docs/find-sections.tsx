const HIGHLIGHT = "docs-search";
/** Highlighting thousands of matches would slow down typing. */
const MAX_MARKS = 400;

/** The text of a link's target: a section, or a heading with what follows it. */
function textAt(id: string): string {
  const target = document.getElementById(id);
  if (!target) return "";
  if (!/^H[1-6]$/.test(target.tagName)) return target.textContent ?? "";
  const parts = [target.textContent];
  for (
    let next = target.nextElementSibling;
    next && next.tagName !== target.tagName;
    next = next.nextElementSibling
  )
    parts.push(next.textContent);
  return parts.join(" ");
}

/** The lowercased text of each link's target, read once. */
export function indexContents(contents: HTMLElement): Map<HTMLAnchorElement, string> {
  const links = contents.querySelectorAll<HTMLAnchorElement>("ul ul a[href^='#']");
  return new Map(
    [...links].map((link) => [
      link,
      `${link.textContent} ${textAt(link.hash.slice(1))}`.toLowerCase(),
    ]),
  );
}

/**
 * Shows the links whose targets contain all words, and hides the others.
 *
 * @returns how many are shown
 */
export function filterContents(
  contents: HTMLElement,
  index: ReadonlyMap<HTMLAnchorElement, string>,
  query: string,
): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const [link, text] of index) {
    const isWanted = words.every((word) => text.includes(word));
    link.closest("li")?.toggleAttribute("hidden", !isWanted);
    if (isWanted) count += 1;
  }
  for (const group of contents.querySelectorAll<HTMLElement>("ul:not(ul ul) > li"))
    group.hidden = words.length > 0 && !group.querySelector("li:not([hidden])");
  return count;
}

/** Highlights the words in browsers that can do it without changing the DOM. */
export function markMatches(query: string): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(HIGHLIGHT);
  const wanted = query.trim().toLowerCase();
  const page = document.getElementById("content");
  if (wanted.length < 2 || !page) return;
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && ranges.length < MAX_MARKS) {
    const text = texts.currentNode.textContent?.toLowerCase() ?? "";
    for (
      let start = text.indexOf(wanted);
      start !== -1;
      start = text.indexOf(wanted, start + wanted.length)
    ) {
      const range = new Range();
      range.setStart(texts.currentNode, start);
      range.setEnd(texts.currentNode, start + wanted.length);
      ranges.push(range);
    }
  }
  CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
}
