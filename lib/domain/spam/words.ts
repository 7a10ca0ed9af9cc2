import { entriesOf } from "#lib/core/characters";
import type { FieldPairs } from "#lib/core/fields/fields";
import { foldCase } from "#lib/core/text";
import { isTrait, shapeOf } from "#lib/domain/spam/shape";
import type { Signal } from "#lib/domain/spam/signals";

/** How many spam and good messages of a workspace contained a word. */
export type WordCounts = { spam: number; good: number };

/**
 * The knowledge of a workspace: how many messages of both kinds it learned from, and their words.
 */
export type WordModel = WordCounts & { words: ReadonlyMap<string, WordCounts> };

const MAX_CHARACTERS = 8_000;
/** The maximum number of words learned from one message, the first ones. */
const MAX_WORDS = 300;
const MAX_WORD_CHARACTERS = 30;
const WORD = /[\p{L}\p{M}\p{N}]{2,}/gu;
/** Scripts of languages that are written without spaces. */
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

/**
 * Returns the words of a message, each once and case-folded, the hosts that it links to, and the traits of its shape.
 * Addresses aren't included.
 */
export function wordsOf(fields: FieldPairs): string[] {
  const values = fields.flatMap(([, value]) => entriesOf(value));
  const text = foldCase(values.join("\n").slice(0, MAX_CHARACTERS)).replaceAll(/\S+@\S+/gu, " ");
  const words = UNSPACED.test(text) ? unspacedWords(text) : (text.match(WORD) ?? []);
  const hosts = Array.from(text.matchAll(LINKED_HOST), ([, host = ""]) => `link:${host}`);
  const fitting = words.filter((word) => word.length <= MAX_WORD_CHARACTERS);
  return [...new Set([...shapeOf(fields), ...hosts, ...fitting])].slice(0, MAX_WORDS);
}

/** With fewer messages of each kind, the words aren't used. */
export const MIN_EACH = 20;
/** From this many on, words and shape alone are enough to mark a message, or to move it. */
const SURE = { spam: 50, good: 100 };
/** The weight of the assumption that a new word is neutral, in messages. */
const DOUBT = 1;
/** Words with a probability this close to one half are ignored. */
const MIN_DISTANCE = 0.1;
/** The maximum number of words combined, those with the most extreme probabilities. */
const MAX_COMBINED = 150;

/**
 * Returns the probability that a message with this word is spam, by Robinson: rare words count
 * less.
 */
function probabilityOf({ spam, good }: WordCounts, model: WordModel): number {
  const [inSpam, inGood] = [spam / model.spam, good / model.good];
  const seen = spam + good;
  return (DOUBT * 0.5 + (seen * inSpam) / (inSpam + inGood)) / (DOUBT + seen);
}

/**
 * Returns the probability of a chi-square value of at least `chi`, with an even number of degrees of
 * freedom.
 */
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

const logit = (probability: number) => Math.log(probability / (1 - probability));
const fromLogit = (value: number) => 1 / (1 + Math.exp(-value));
/** The most that a language itself shifts probabilities toward spam, as a logarithm. */
const MAX_COMMON = 2;
/** The share of words, among those also found in good messages, that only reflects the language. */
const COMMON_SHARE = 0.4;

/**
 * Returns the probabilities of a message's words, corrected for its language: if most English messages are spam, so are
 * most messages with "the". The correction comes from the least suspicious words that good messages also contain.
 */
function probabilitiesOf(words: readonly WordCounts[], model: WordModel): number[] {
  const all = words.map((counts) => probabilityOf(counts, model));
  const shared = words
    .filter(({ good }) => good > 0)
    .map((counts) => probabilityOf(counts, model))
    .sort((one, two) => one - two);
  const common = shared[Math.floor(shared.length * COMMON_SHARE)] ?? 0.5;
  if (common <= 0.5) return all;
  const shift = Math.min(logit(common), MAX_COMMON);
  return all.map((probability) => fromLogit(logit(probability) - shift));
}

/**
 * Returns the probability that a message with these words is spam, from 0 to 1, combined by Fisher's method: near one
 * half if its words contradict each other. Pure, and uses only words.
 */
export function spamProbability(words: readonly string[], model: WordModel): number {
  const counted = words.flatMap((word) => (isTrait(word) ? [] : (model.words.get(word) ?? [])));
  const known = probabilitiesOf(counted, model)
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

/**
 * The most that one trait counts, as a logarithm of how much more often spam has it. It's limited because traits depend
 * on each other.
 */
const MAX_WEIGHT = 2;
/** Traits that both kinds have about equally often are ignored. */
const MIN_WEIGHT = 0.15;

/**
 * Returns how much a message's shape is more like spam than like good messages: the sum of its traits' weights, 0
 * for neither. Pure.
 */
export function shapeWeight(words: readonly string[], model: WordModel): number {
  return words.filter(isTrait).reduce((sum, trait) => {
    const counts = model.words.get(trait);
    if (!counts) return sum;
    const weight = Math.log(
      (counts.spam + 1) / (model.spam + 2) / ((counts.good + 1) / (model.good + 2)),
    );
    if (Math.abs(weight) < MIN_WEIGHT) return sum;
    return sum + Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, weight));
  }, 0);
}

/**
 * From these values on, the words or the shape are a signal. Selected by cross-validation on
 * `lab/spam`.
 */
const LIKELY = { shape: 10, probability: 0.99 };
/** From these values on, they're enough to move a message. */
const CERTAIN = { shape: 11.5, probability: 0.9999 };

/**
 * Returns the signal of a message's words and shape; null if there is none, or the workspace hasn't marked enough
 * messages yet.
 */
export function wordsSignal(words: readonly string[], model: WordModel): Signal | null {
  if (Math.min(model.spam, model.good) < MIN_EACH) return null;
  const shape = shapeWeight(words, model);
  const probability = spamProbability(words, model);
  const exceeds = (limits: typeof LIKELY) =>
    shape > limits.shape || probability > limits.probability;
  if (!exceeds(LIKELY)) return null;
  const isSure = model.spam >= SURE.spam && model.good >= SURE.good;
  const surePoints = exceeds(CERTAIN) ? 3 : 2;
  const text =
    shape > LIKELY.shape
      ? "Written like messages that you marked as spam"
      : "Words of messages that you marked as spam";
  return { code: "words", points: isSure ? surePoints : 1, text };
}
