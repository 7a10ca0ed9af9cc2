import { z } from "zod";
import { isLongerThan } from "#lib/core/characters";
import { formatCount } from "#lib/core/count";
import { addressKey, isAddress } from "#lib/core/email-address";
import { foldWord } from "#lib/domain/forms/spam/rules";

/** The maximum number of entries of a list. */
export const MAX_SENDERS = 1_000;
/** The maximum number of words of a form, and the most characters of a word. */
export const MAX_BLOCKED_WORDS = 100;
export const MAX_WORD_CHARACTERS = 100;

/** A sender on a list: an address, or "@" and a domain, which includes its subdomains. */
const SenderEntry = z.string("must be a string").transform((text, issue) => {
  const given = text.trim();
  const isDomain = given.lastIndexOf("@") < 1;
  const address = isDomain ? `x@${given.replace(/^@/, "")}` : given;
  // "*" is valid in an address, but someone who enters it means a whole domain.
  const canMatch = isDomain ? given.includes(".") : !given.startsWith("*@");
  if (canMatch && isAddress(address)) return addressKey(address).slice(isDomain ? 1 : 0);
  issue.addIssue({
    code: "custom",
    message: "must be an email address or a domain, like name@example.com or @example.com",
  });
  return z.NEVER;
});

/** The name of one of the workspace's lists. */
export const SenderListInput = z.enum(["blocked", "safe"], { error: "must be blocked or safe" });

export const SenderInput = z.strictObject({ entry: SenderEntry });

export type ListedSender = { entry: string; createdAt: number };

/** Words or phrases, one per line. Blank lines and repeated words are left out. */
const BlockedWords = z.string("must be a string").transform((text, issue): string[] => {
  const words = new Map<string, string>();
  const reject = (message: string) => issue.addIssue({ code: "custom", message });
  for (const [index, line] of text.split("\n").entries()) {
    const word = line.replace(/\s+/gu, " ").trim();
    if (word === "") continue;
    if (!isLongerThan(word, 1) || isLongerThan(word, MAX_WORD_CHARACTERS)) {
      reject(`line ${index + 1} must have 2 to ${MAX_WORD_CHARACTERS} characters`);
      return z.NEVER;
    }
    const folded = foldWord(word);
    if (!words.has(folded)) words.set(folded, word);
  }
  if (words.size <= MAX_BLOCKED_WORDS) return [...words.values()];
  reject(`must have at most ${MAX_BLOCKED_WORDS} words, but has ${formatCount(words.size)}`);
  return z.NEVER;
});

export const BlockedWordsInput = z.strictObject({ blockedWords: BlockedWords });
