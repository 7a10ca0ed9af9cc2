import { addressKey } from "#lib/core/email-address";
import { foldForSearch } from "#lib/core/text";

/**
 * The workspace's two lists of senders: messages of `blocked` ones go to spam, and the content of
 * messages from `safe` ones isn't judged.
 */
export type SenderList = "blocked" | "safe";

/** A blocked word: as typed, and as it's compared. */
export type BlockedWord = { word: string; folded: string };

/**
 * The reason that a message was caught: a check, and the matching entry of a list if there is one.
 */
export type SpamVerdict =
  | { reason: "honeypot" | "content"; match: null }
  | { reason: "blocked_sender" | "blocked_word"; match: string };

/** Normalizes text for comparing blocked words: folded as for search, with single spaces. */
export function foldWord(text: string): string {
  return foldForSearch(text).replace(/\s+/gu, " ");
}

/** Returns the entries that cover an address: itself, its domain, and the parent domains. */
function entriesCovering(address: string): string[] {
  const key = addressKey(address);
  const labels = key.slice(key.lastIndexOf("@") + 1).split(".");
  const domains = labels.slice(0, -1).map((_, index) => `@${labels.slice(index).join(".")}`);
  return [key, ...domains];
}

/** Returns whether an entry of a list covers an address. */
export function isCoveredBy(entry: string, address: string | null): boolean {
  return address !== null && entriesCovering(address).includes(entry);
}

/**
 * Returns the most specific entry of both lists that covers an address, with its list, or null. So an address of a
 * blocked domain can be safe, and the reverse.
 */
export function findListedSender(
  { blockedSenders, safeSenders }: Record<"blockedSenders" | "safeSenders", ReadonlySet<string>>,
  address: string | null,
): { list: SenderList; entry: string } | null {
  if (address === null || blockedSenders.size + safeSenders.size === 0) return null;
  const entry = entriesCovering(address).find(
    (one) => blockedSenders.has(one) || safeSenders.has(one),
  );
  if (entry === undefined) return null;
  return { list: blockedSenders.has(entry) ? "blocked" : "safe", entry };
}

const PART_OF_WORD = /[\p{L}\p{M}\p{N}]/u;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns whether a position is within a word. */
function isInsideWord(text: string, position: number): boolean {
  const before = [...text.slice(Math.max(0, position - 2), position)].at(-1) ?? "";
  const [after = ""] = text.slice(position, position + 2);
  const isJoined = PART_OF_WORD.test(before) && PART_OF_WORD.test(after);
  return isJoined && !UNSPACED.test(before) && !UNSPACED.test(after);
}

/**
 * The maximum number of occurrences checked, which limits the work for a text that contains a word thousands
 * of times inside longer ones.
 */
const MAX_OCCURRENCES = 1_000;

function hasWholeWord(text: string, word: string): boolean {
  let start = text.indexOf(word);
  for (let tries = 0; start !== -1 && tries < MAX_OCCURRENCES; tries += 1) {
    if (!isInsideWord(text, start) && !isInsideWord(text, start + word.length)) return true;
    start = text.indexOf(word, start + 1);
  }
  return false;
}

/**
 * Returns the first blocked word that a text contains as a whole word, as typed, or null. "ass" isn't
 * found in "class".
 *
 * @param text - folded by `foldForSearch`
 */
export function findBlockedWord(words: readonly BlockedWord[], text: string): string | null {
  if (words.length === 0) return null;
  const plain = text.replace(/\s+/gu, " ");
  return words.find(({ folded }) => hasWholeWord(plain, folded))?.word ?? null;
}
