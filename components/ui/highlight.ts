/** The highlight's name in globals.css. */
const NAME = "search";
/** Thousands would slow down typing. */
const MAX_RANGES = 400;

/**
 * Marks a search term in the text of elements without changing the document, in browsers that can.
 *
 * @param places - a selector
 */
export function highlight(term: string, places: string): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(NAME);
  const folded = term.toLowerCase();
  if (folded === "") return;
  const ranges: Range[] = [];
  for (const place of document.querySelectorAll(places)) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() && ranges.length < MAX_RANGES)
      ranges.push(...rangesIn(texts.currentNode, folded));
  }
  if (ranges.length > 0) CSS.highlights.set(NAME, new Highlight(...ranges));
}

function rangesIn(node: Node, folded: string): Range[] {
  const text = node.textContent ?? "";
  const lower = text.toLowerCase();
  const ranges: Range[] = [];
  // A few letters change their length with their case.
  if (lower.length !== text.length) return ranges;
  for (let at = lower.indexOf(folded); at !== -1; at = lower.indexOf(folded, at + folded.length)) {
    const range = new Range();
    range.setStart(node, at);
    range.setEnd(node, at + folded.length);
    ranges.push(range);
  }
  return ranges;
}
