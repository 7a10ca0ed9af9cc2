// Doesn't use Zod, because pages load this file.

import {
  EMAIL_FILLERS,
  FILLERS,
  JOINED_FILLER,
  MEANING_WORDS,
  type Meaning,
  OTHERS,
  THINGS,
} from "#lib/core/fields/name-words";

/** A name's words, folded: without case, accents, signs, remarks in parentheses, and numbers at their ends. */
function wordsOf(name: string): string[] {
  return name
    .replace(/^(?:您的?|你的|お客様の?)/u, "")
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/\([^()]*\)/g, " ")
    .replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ł", "l")
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/\p{N}+$/u, ""))
    .filter((word) => word !== "");
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries(MEANING_WORDS).flatMap(([meaning, words]) =>
    words.split(";").map((word) => [wordsOf(word).join(""), meaning as Meaning] as const),
  ),
);

function withoutFillers(words: readonly string[], isFiller: (word: string) => boolean): string {
  const first = words.findIndex((word) => !isFiller(word));
  const last = words.findLastIndex((word) => !isFiller(word));
  return first < 0 ? "" : words.slice(first, last + 1).join("");
}

function meaningOfWords(words: readonly string[]): Meaning | null {
  const whole = MEANINGS.get(words.join(""));
  if (whole) return whole;
  const bare = withoutFillers(words, (word) => FILLERS.has(word));
  const found = MEANINGS.get(bare);
  if (found) return found;
  const barer = withoutFillers(words, (word) => FILLERS.has(word) || EMAIL_FILLERS.has(word));
  return [barer, barer.replace(JOINED_FILLER, "")].some((word) => MEANINGS.get(word) === "email")
    ? "email"
    : null;
}

/**
 * Returns the meaning of the last part of a path: `contact[email]`, `fields.name.value`. Null within a list
 * of things.
 */
function meaningOfPath(name: string): Meaning | null {
  const parts = name.split(/[.[\]]+/).filter((part) => part !== "" && part !== "value");
  const last = parts.pop();
  if (last === undefined || parts.length === 0) return null;
  const isOther = parts.some(
    (part) =>
      /^\d+$/.test(part) || wordsOf(part).some((word) => OTHERS.has(word) || THINGS.has(word)),
  );
  return isOther ? null : meaningOfWords(wordsOf(last));
}

const MAX_KNOWN = 2_000;
/** The latest results, cached because forms send the same names again and again. */
const known = new Map<string, Meaning | null>();

function find(name: string): Meaning | null {
  const words = wordsOf(name);
  const found = meaningOfWords(words) ?? meaningOfPath(name);
  return found ?? (words.some((word) => OTHERS.has(word)) ? "other" : null);
}

/**
 * Returns the meaning of a field's name, in any case and spelling, or null. Names with another sense
 * have none: `email_subject` isn't an address, and `friend_email` is someone else's.
 */
export function meaningOf(name: string): Meaning | null {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = find(name);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(name, found);
  return found;
}
