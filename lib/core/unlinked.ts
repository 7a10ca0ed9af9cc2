import { toLine } from "#lib/core/characters";

/** Invisible characters that would keep a pattern from matching. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** A dot before a letter or digit (`example.com`, `10.0.0.1`), an address, a path, or a scheme. */
const LINKED = /[.。][\p{L}\p{N}]|@|\/\/|\\|:(?=\S)|\bwww\b/iu;

function toVisibleLine(text: string, maxCharacters: number): string {
  return toLine(text.normalize("NFKC").replaceAll(INVISIBLE, ""), maxCharacters);
}

/**
 * A name that an account selects, for an email to someone who may not know them: without anything that an
 * email program could turn into a link.
 *
 * @returns null if the name contains a URL, a domain, or an email address: leave it out
 */
export function toUnlinkedName(name: string, maxCharacters: number): string | null {
  const line = toVisibleLine(name, maxCharacters);
  return line === "" || LINKED.test(line) ? null : line;
}

/**
 * Writes text in one line for an email to a stranger, with an ellipsis for every word that an email program could turn
 * into a link.
 */
export function withoutLinks(text: string, maxCharacters: number): string {
  return toVisibleLine(text, maxCharacters)
    .split(" ")
    .map((word) => (LINKED.test(word) ? "…" : word))
    .join(" ");
}
