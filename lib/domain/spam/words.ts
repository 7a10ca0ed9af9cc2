import { entriesOf } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
import { foldCase } from "#lib/core/text";
import type { Signal } from "#lib/domain/spam/signals";

/** How many spam and good messages of a workspace had a word. */
export type WordCounts = { spam: number; good: number };

/** What a workspace has learned: how many messages of both kinds, and their words. */
export type WordModel = WordCounts & { words: ReadonlyMap<string, WordCounts> };

const MAX_CHARACTERS = 8_000;
/** The words of one message that are learned, the first ones. */
const MAX_WORDS = 300;
const MAX_WORD_CHARACTERS = 30;
const WORD = /[\p{L}\p{M}\p{N}]{2,}/gu;
/** Languages that write without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LINKED_HOST = /https?:\/\/(?:www\.)?([\p{L}\p{N}.-]{3,60})/giu;

let segmenter: Intl.Segmenter | undefined;

function unspacedWords(text: string): string[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  return Array.from(segmenter.segment(text)).flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
}

/** The words of a message, each once and case-folded, and the hosts that it links to. Addresses aren't words. */
export function wordsOf(fields: FieldPairs): string[] {
  const values = fields.flatMap(([, value]) => entriesOf(value));
  const text = foldCase(values.join("\n").slice(0, MAX_CHARACTERS)).replaceAll(/\S+@\S+/gu, " ");
  const words = UNSPACED.test(text) ? unspacedWords(text) : (text.match(WORD) ?? []);
  const hosts = Array.from(text.matchAll(LINKED_HOST), ([, host = ""]) => `link:${host}`);
  const fitting = words.filter((word) => word.length <= MAX_WORD_CHARACTERS);
  return [...new Set([...hosts, ...fitting])].slice(0, MAX_WORDS);
}

/** Below so many messages of each kind, nothing is concluded. */
export const MIN_EACH = 20;
/** From so many on, and above this probability, words alone are enough to move a message. */
const SURE = { spam: 50, good: 100, probability: 0.999 };
const LIKELY = 0.99;
/** The weight of the assumption that a new word says nothing, in messages. */
const DOUBT = 1;
/** Words whose probability is this close to one half say nothing. */
const MIN_DISTANCE = 0.1;
/** The words that say most are combined. */
const MAX_COMBINED = 150;

/** The probability that a message with this word is spam, by Robinson: rare words count less. */
function probabilityOf({ spam, good }: WordCounts, model: WordModel): number {
  const [inSpam, inGood] = [spam / model.spam, good / model.good];
  const seen = spam + good;
  return (DOUBT * 0.5 + (seen * inSpam) / (inSpam + inGood)) / (DOUBT + seen);
}

/** The probability of a chi-square value of at least `chi`, with an even number of degrees of freedom. */
function chiSquareTail(chi: number, degrees: number): number {
  const half = chi / 2;
  let term = Math.exp(-half);
  let sum = term;
  for (let nth = 1; nth < degrees / 2; nth += 1) {
    term *= half / nth;
    sum += term;
  }
  return Math.min(sum, 1);
}

/**
 * The probability that a message with these words is spam, from 0 to 1, by Fisher's way to combine them: near one half if
 * its words contradict each other. Pure.
 */
export function spamProbability(words: readonly string[], model: WordModel): number {
  const known = words
    .flatMap((word) => {
      const counts = model.words.get(word);
      return counts ? [probabilityOf(counts, model)] : [];
    })
    .filter((probability) => Math.abs(probability - 0.5) >= MIN_DISTANCE)
    .sort((one, two) => Math.abs(two - 0.5) - Math.abs(one - 0.5))
    .slice(0, MAX_COMBINED);
  if (known.length === 0) return 0.5;
  const sumOf = (toTerm: (probability: number) => number) =>
    known.reduce((sum, probability) => sum + Math.log(toTerm(probability)), 0);
  const spam = 1 - chiSquareTail(-2 * sumOf((probability) => 1 - probability), 2 * known.length);
  const good = 1 - chiSquareTail(-2 * sumOf((probability) => probability), 2 * known.length);
  return (1 + spam - good) / 2;
}

/** What the words of a message say, or null: nothing, or the workspace hasn't marked enough yet. */
export function wordsSignal(words: readonly string[], model: WordModel): Signal | null {
  if (Math.min(model.spam, model.good) < MIN_EACH) return null;
  const probability = spamProbability(words, model);
  if (probability <= LIKELY) return null;
  const isSure =
    probability > SURE.probability && model.spam >= SURE.spam && model.good >= SURE.good;
  return {
    code: "words",
    points: isSure ? 3 : 1,
    text: "Words of messages that you marked as spam",
  };
}
