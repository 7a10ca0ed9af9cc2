import type { SavedReply } from "#lib/domain/replies/saved-reply-schema";

/** The part of a text that a selected reply replaces, and the search term in it. */
export type SearchedPart = { start: number; end: number; search: string };

/** Finds `/` at the start of a line and the text up to the caret; null if the caret isn't in such a line. */
export function findSlash(text: string, caret: number): SearchedPart | null {
  const start = caret === 0 ? 0 : text.lastIndexOf("\n", caret - 1) + 1;
  if (text[start] !== "/" || caret <= start) return null;
  return { start, end: caret, search: text.slice(start + 1, caret) };
}

/**
 * Finds the text typed since a button opened the list at `start`; null once the caret has left the
 * line.
 */
export function findTyped(text: string, start: number, caret: number): SearchedPart | null {
  const search = text.slice(start, caret);
  return caret < start || search.includes("\n") ? null : { start, end: caret, search };
}

const fold = (text: string) => text.normalize("NFC").toLowerCase();

/**
 * Searches saved replies. Names that begin with the search come first, then names with each of its words, then
 * texts that contain it.
 */
export function searchSavedReplies(
  savedReplies: readonly SavedReply[],
  search: string,
): SavedReply[] {
  const wanted = fold(search.trim());
  const words = wanted.split(/\s+/);
  const rankOf = ({ name, text }: SavedReply) => {
    const folded = fold(name);
    if (folded.startsWith(wanted)) return 0;
    if (words.every((word) => folded.includes(word))) return 1;
    return fold(text).includes(wanted) ? 2 : 3;
  };
  return savedReplies
    .map((savedReply) => ({ savedReply, rank: rankOf(savedReply) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ savedReply }) => savedReply);
}
