import { foldCase } from "#lib/core/text";

const WORDS = /\p{L}[\p{L}\p{M}]*/gu;
const wordsIn = (text: string): ReadonlySet<string> => new Set(foldCase(text).match(WORDS) ?? []);

/** Returns whether a text consists of only these words, once or several times. */
function hasJustWords(text: string, own: ReadonlySet<string>): boolean {
  // Most texts lack one of them, which is faster to detect than to find all their words.
  if (own.size === 0 || ![...own].every((word) => text.includes(word))) return false;
  const words = wordsIn(text);
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
  const ownWords = [name ?? "", local].map(wordsIn);
  return others.every((text) => {
    const folded = foldCase(text.trim());
    return own.includes(folded) || ownWords.some((words) => hasJustWords(folded, words));
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
