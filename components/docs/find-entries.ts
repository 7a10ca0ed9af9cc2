import type { SearchRow } from "#lib/docs/navigation";

/** Characters of an excerpt before and after the match. */
const BEFORE = 24;
const AFTER = 72;

/** A section of a page. The heading of a page's beginning is empty. */
export type SearchEntry = { href: string; page: string; heading: string; text: string };
export type FoundEntry = SearchEntry & { excerpt: string };

/** @throws {Error} if the index can't be loaded */
export async function loadEntries(): Promise<SearchEntry[]> {
  const response = await fetch("/docs/search.json");
  if (!response.ok) throw new Error(`the search index responded with ${response.status}`);
  const rows: SearchRow[] = await response.json();
  return rows.map(([href, page, heading, text]) => ({ href, page, heading, text }));
}

/** Higher is better; 0 if a word is missing. */
function rank({ page, heading, text }: SearchEntry, words: readonly string[]): number {
  const places = [heading.toLowerCase(), page.toLowerCase(), text.toLowerCase()];
  const scores = words.map((word) => {
    const place = places.findIndex((one) => one.includes(word));
    return place === -1 ? 0 : [8, 4, 1][place];
  });
  return scores.every(Boolean) ? scores.reduce<number>((sum, one) => sum + (one ?? 0), 0) : 0;
}

function excerptOf(text: string, [word = ""]: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  const start = at <= BEFORE ? 0 : text.indexOf(" ", at - BEFORE) + 1;
  const part = text.slice(start, at + AFTER);
  return `${start > 0 ? "…" : ""}${part}${at + AFTER < text.length ? "…" : ""}`;
}

/** The entries that contain all words, best first. */
export function findEntries(entries: readonly SearchEntry[], query: string): FoundEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .map((entry) => ({ entry, score: rank(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => ({ ...entry, excerpt: excerptOf(entry.text, words) }));
}
