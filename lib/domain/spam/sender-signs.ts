import { foldCase } from "#lib/core/text";

const WORDS = /\p{L}[\p{L}\p{M}]*/gu;
const FIRST_WORD = /\p{L}[\p{L}\p{M}]*/u;
/** @param folded - see {@link foldCase} */
const wordsIn = (folded: string): ReadonlySet<string> => new Set(folded.match(WORDS) ?? []);

/** Returns whether a text consists of only the words of another one, once or several times. */
function hasJustWords(text: string, other: string): boolean {
  // Most texts already begin with another word, which is faster to detect than to find all words.
  const [first] = FIRST_WORD.exec(text) ?? [];
  if (first === undefined || !other.includes(first)) return false;
  const [words, own] = [wordsIn(text), wordsIn(other)];
  return words.size === own.size && [...own].every((word) => words.has(word));
}

/**
 * Returns whether the message contains only the sender's name or address, once or several times.
 *
 * @param texts - the values of the message
 */
export function isEcho(
  texts: readonly string[],
  { name, email }: { name: string | null; email: string | null },
): boolean {
  const own = [name, email].flatMap((text) => (text ? [foldCase(text.trim())] : []));
  const others = [...texts];
  for (const value of [name, email]) {
    const at = others.findIndex((text) => text.trim() === value);
    if (at >= 0) others.splice(at, 1);
  }
  if (others.length === 0) return false;
  const local = email?.slice(0, email.lastIndexOf("@")) ?? "";
  const ownNames = [foldCase(name ?? ""), foldCase(local)];
  return others.every((text) => {
    const folded = foldCase(text.trim());
    return own.includes(folded) || ownNames.some((ownName) => hasJustWords(folded, ownName));
  });
}

const MIN_HANDLE_LETTERS = 7;

/**
 * Returns whether the name is one word that equals the address's local part: `Robertsab`,
 * `robertsab@…`.
 */
export function isHandle(name: string | null, email: string | null): boolean {
  if (!name || !email || !/^[A-Za-z]+$/.test(name) || name.length < MIN_HANDLE_LETTERS)
    return false;
  const local = email.slice(0, email.lastIndexOf("@"));
  return foldCase(local).replaceAll(/[^a-z]/g, "") === foldCase(name);
}
