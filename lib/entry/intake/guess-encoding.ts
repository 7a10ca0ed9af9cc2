import { weightedValues } from "#lib/entry/http/http-types";
import {
  PROFILES,
  type Profile,
  WIDE_PROFILES,
  type WideProfile,
} from "#lib/entry/intake/encoding-profiles";
import { wideLetterCosts } from "#lib/entry/intake/wide-letters";

/** How many bytes a guess uses: enough to be certain, and little work for a hostile body. */
const MAX_SAMPLE_BYTES = 160;
const MAX_LANGUAGES_CHARACTERS = 200;

/** The costs of unlikely features of a text in an encoding. The cheapest encoding wins. */
const COST = { usual: 0.25, capital: 0.05, symbol: 0.2, foreign: 1, mixed: 1.5, impossible: 4 };
/** The bonus of a language that the browser prefers: at first, and for each byte beyond ASCII. */
const HINT = { first: 0.6, perByte: 0.1 };
/** The cost per position in the list: of two encodings that decode the same letters, the earlier one wins. */
const LATER_ENCODING = 0.1;

/** A letter that only ends words, but inside one, or a capital after a lowercase letter. */
const MISPLACED = /[ςםןךףץ]\p{L}|\p{Ll}\p{Lu}/gu;
const SYMBOL_IN_WORD = /\p{L}(?=[^\p{L}\p{M}\p{ASCII}’·]\p{L})/gu;
const IMPOSSIBLE = /[\x80-\x9f\p{Co}\p{Cn}\ufffd]/gu;
/** Latin letters next to others, unless both are capitals, as in names of products. */
const MIXED =
  /\p{Script=Latin}(?!\p{Script=Latin})\p{L}|(?!\p{Script=Latin})\p{L}\p{Script=Latin}/gu;
/** Symbols that people type, or that programs insert into texts. */
const TYPED_SYMBOLS = "“”„‘’‚…–—€£°«»§®™²³½·•\u00a0№";
/** "£5" is a price, but "£ukasz" is a name in another encoding. */
const MISPLACED_SYMBOL = /[€£°²³½№]\p{L}/gu;

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Counts character sequences that are unlikely in any language. */
function contextCost(text: string): number {
  return (
    countOf(text, IMPOSSIBLE) * COST.impossible +
    countOf(text, MIXED) * COST.mixed +
    (countOf(text, MISPLACED) + countOf(text, SYMBOL_IN_WORD) + countOf(text, MISPLACED_SYMBOL)) *
      COST.foreign
  );
}

type LetterCost = (character: string) => number;

function narrowLetterCosts({ common, usual }: Profile): LetterCost {
  const costs = new Map<string, number>([...TYPED_SYMBOLS].map((symbol) => [symbol, COST.symbol]));
  for (const [letters, cost] of [
    [usual, COST.usual],
    [common, 0],
  ] as const)
    for (const letter of letters) {
      costs.set(letter.toUpperCase(), cost + COST.capital);
      costs.set(letter, cost);
    }
  return (character) => costs.get(character) ?? COST.foreign;
}

/** The cost of a character in the languages of each profile. */
const letterCosts = new Map<Profile | WideProfile, LetterCost>();

function letterCostOf(profile: Profile | WideProfile): LetterCost {
  const known = letterCosts.get(profile);
  if (known) return known;
  const cost = "frequent" in profile ? wideLetterCosts(profile) : narrowLetterCosts(profile);
  letterCosts.set(profile, cost);
  return cost;
}

/**
 * Returns the languages that a browser prefers, as tags and without their regions, in its order.
 */
function preferredLanguages(header: string | null): string[] {
  const ranges = weightedValues((header ?? "").slice(0, MAX_LANGUAGES_CHARACTERS));
  return ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .flatMap(({ value }) => {
      const [language = "", region] = value.split("-");
      return region === undefined ? [language] : [`${language}-${region}`, language];
    });
}

/** Decodes bytes that may end within a character; null if they aren't valid. */
function decodeStart(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

function fits(pieces: readonly Uint8Array[], encoding: string): boolean {
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    for (const piece of pieces) decoder.decode(piece);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the words with bytes beyond ASCII, each from the letter before the first such byte. Only the last
 * word may be cut.
 */
function sampleOf(pieces: readonly Uint8Array[]): Buffer {
  const words: Uint8Array[] = [];
  let room = MAX_SAMPLE_BYTES;
  for (const piece of pieces)
    for (let at = 0; at < piece.length && room > 0; at += 1) {
      if ((piece[at] ?? 0) < 0x80) continue;
      const start = Math.max(0, at - 1);
      while (at < piece.length && at - start < room && (piece[at] ?? 0) > 0x20) at += 1;
      words.push(piece.subarray(start, at), Buffer.from(" "));
      room -= at - start;
    }
  return Buffer.concat(words.slice(0, -1));
}

type Candidate = { encoding: string; text: string; cost: number };

/** Rates every encoding by the letters of the languages that use it. */
function rateLetters(sample: Buffer, languages: readonly string[]): Candidate[] {
  const count = sample.reduce((sum, byte) => (byte > 0x7f ? sum + 1 : sum), 0);
  const texts = new Map<string, string | null>();
  return [...PROFILES, ...WIDE_PROFILES].flatMap((profile) => {
    const costOf = letterCostOf(profile);
    const rank = languages.findIndex((language) => profile.languages.includes(language));
    const hint = rank === -1 ? 0 : (HINT.first + HINT.perByte * count) * 0.95 ** rank;
    return profile.encodings.flatMap((encoding, at): Candidate[] => {
      const known = texts.get(encoding);
      const text = known === undefined ? decodeStart(sample, encoding) : known;
      texts.set(encoding, text);
      if (text === null) return [];
      let cost = at * LATER_ENCODING - hint;
      for (const character of text) if (character > "\x7f") cost += costOf(character);
      return [{ encoding, text, cost }];
    });
  });
}

/** Sorts encodings from most to least likely. Reads the context only where it can still change the result. */
function rankEncodings(sample: Buffer, languages: readonly string[]): string[] {
  const rated = rateLetters(sample, languages).sort((a, b) => a.cost - b.cost);
  let best = Number.POSITIVE_INFINITY;
  for (const candidate of rated) {
    if (candidate.cost >= best) break;
    candidate.cost += contextCost(candidate.text);
    best = Math.min(best, candidate.cost);
  }
  return rated.sort((a, b) => a.cost - b.cost).map(({ encoding }) => encoding);
}

/**
 * Guesses the WHATWG legacy encoding of texts that aren't UTF-8: by the letters that they'd contain in each one, and,
 * if several make sense, by the languages that the browser prefers. Detectors from npm need far more text than a name:
 * of 54 short texts, `chardet` recognizes 13 and `jschardet` 24.
 *
 * @param pieces - texts that are all in one encoding
 * @param acceptLanguage - the header, or null
 */
export function guessEncoding(
  pieces: readonly Uint8Array[],
  acceptLanguage: string | null,
): string {
  const ranked = rankEncodings(sampleOf(pieces), preferredLanguages(acceptLanguage));
  return [...new Set(ranked)].find((encoding) => fits(pieces, encoding)) ?? "windows-1252";
}
