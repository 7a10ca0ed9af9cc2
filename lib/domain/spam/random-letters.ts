/**
 * The share of a field's letters in random words that makes the field random. Less is enough for words that are
 * certainly random.
 */
const MIN_RANDOM_SHARE = { weak: 0.6, strong: 0.45 };
const LETTERS = /\p{L}/gu;
/**
 * Matches words of 5 to 64 ASCII letters. Shorter ones aren't enough evidence: booking codes and abbreviations look
 * random too. Letters next to digits, characters of codes, or letters beyond ASCII are part of something else.
 */
const ALONE = /(?<![\p{L}\p{N}_+/=@.-])[A-Za-z]{5,64}(?![\p{L}\p{N}_+/=@-]|\.[\p{L}\p{N}])/gu;

const ASCII_WORD = /[A-Za-z]{5,64}/g;

/**
 * Consonants that form one sound in some language, so that "Angstschweiß" has no long run of them.
 */
const TOGETHER = /tsch|str|sch|ch|ck|th|sh|ph|gh|sz|cz|rz|dz|zh|ng|nk|st|ss|ll|tt|nn|mm|rr|ff|pp/g;
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]+/g;

/**
 * The letters that may follow each of these in words of languages with Latin script, including compounds and names.
 * Other pairs are rare.
 */
const FOLLOWERS: Readonly<Record<string, string>> = {
  q: "aiu",
  x: "acefhilopqstuxy",
  j: "abcdefghiklmnoprstuvyz",
  v: "adeiklnorsuyz",
  w: "abcdeghijklmnoprstuyz",
  z: "abcdeghiklmnopqrstuvwyz",
};
/** The letters that may precede each of these. */
const PRECEDERS: Readonly<Record<string, string>> = {
  q: "aceilnorsu",
  x: "aeinoruy",
  j: "abcdefghiklnorstuyz",
  v: "abdegiklnorstuyz",
  w: "abdefghiklnorstuyz",
  z: "abcdefghiklmnoprstuwyz",
};
/** Limits of the evidence that a word is probably random (`weak`) or certainly (`strong`). */
const LIMITS = {
  weak: { oddPairs: 1, oddShare: 0.1, caseChanges: 2, run: 5, vowelShare: 0.25 },
  strong: { oddPairs: 2, oddShare: 0.15, caseChanges: 3, run: 6, vowelShare: 0.12 },
};
/**
 * The fewest letters for counting vowels: few vowels are common in short words, such as
 * "strengths".
 */
const MIN_VOWEL_LETTERS = 9;
/** Words with several parts have more letters between their capitals: "LinkedIn". */
const MAX_LETTERS_PER_CHANGE = 5;

const VOWEL = /[aeiouy]/;

/** Returns whether two letters commonly follow each other in words. */
function isUsualPair(one: string, two: string): boolean {
  return (FOLLOWERS[one] ?? two).includes(two) && (PRECEDERS[two] ?? one).includes(one);
}

/** The letters from a to z, indexed from 0 to 25. */
const ALPHABET = Array.from("abcdefghijklmnopqrstuvwxyz");
const CODE_OF_A = 97;
// Flat arrays, because every letter of every message is looked up.
const IS_VOWEL = ALPHABET.map((letter) => VOWEL.test(letter));
const IS_ODD_PAIR = ALPHABET.flatMap((one) => ALPHABET.map((two) => !isUsualPair(one, two)));

type Evidence = { oddPairs: number; caseChanges: number; run: number; vowelShare: number };

/** @param word - of ASCII letters alone */
function evidenceAgainst(word: string): Evidence {
  const letters = word.toLowerCase();
  let [oddPairs, vowels, changes, run, longestRun] = [0, 0, 0, 0, 0];
  let previous = -1;
  let wasLower = false;
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters.charCodeAt(at) - CODE_OF_A;
    const isLower = word.charCodeAt(at) >= CODE_OF_A;
    const isVowel = IS_VOWEL[letter] === true;
    if (isVowel) vowels += 1;
    run = isVowel ? 0 : run + 1;
    if (run > longestRun) longestRun = run;
    if (previous >= 0 && IS_ODD_PAIR[previous * ALPHABET.length + letter]) oddPairs += 1;
    if (wasLower && !isLower) changes += 1;
    previous = letter;
    wasLower = isLower;
  }
  return {
    oddPairs,
    caseChanges: word.length / changes <= MAX_LETTERS_PER_CHANGE ? changes : 0,
    // Most words have no long run of consonants, so the search is skipped.
    run: longestRun < LIMITS.weak.run ? 0 : longestRunOfSounds(letters),
    vowelShare: letters.length < MIN_VOWEL_LETTERS ? 1 : vowels / letters.length,
  };
}

function longestRunOfSounds(letters: string): number {
  const runs = letters.replaceAll(TOGETHER, "k").match(CONSONANTS) ?? [];
  return Math.max(0, ...runs.map((run) => run.length));
}

function exceeds(word: string, found: Evidence, limits: typeof LIMITS.weak): boolean {
  const { oddPairs, caseChanges, run, vowelShare } = found;
  const hasOddPairs =
    oddPairs >= limits.oddPairs && oddPairs / (word.length - 1) >= limits.oddShare;
  return (
    hasOddPairs ||
    caseChanges >= limits.caseChanges ||
    run >= limits.run ||
    vowelShare <= limits.vowelShare
  );
}

const isOdd = (word: string) => exceeds(word, evidenceAgainst(word), LIMITS.weak);

/**
 * Returns how random the letters of a field are, as from bots that fill in every field: 0 for words of any language,
 * 1 for what may be a name or a code, 2 for what can't be a word.
 */
export function randomnessOf(text: string): 0 | 1 | 2 {
  // Most texts have no odd word at all.
  if (!text.match(ASCII_WORD)?.some(isOdd)) return 0;
  const judged = (text.match(ALONE) ?? [])
    .map((word) => ({ word, found: evidenceAgainst(word) }))
    .filter(({ word, found }) => exceeds(word, found, LIMITS.weak));
  if (judged.length === 0) return 0;
  const all = text.match(LETTERS)?.length ?? 0;
  const isMostly = (kind: "weak" | "strong") => {
    const random = judged.filter(({ word, found }) => exceeds(word, found, LIMITS[kind]));
    return random.reduce((sum, { word }) => sum + word.length, 0) / all >= MIN_RANDOM_SHARE[kind];
  };
  if (isMostly("strong")) return 2;
  return isMostly("weak") ? 1 : 0;
}

/**
 * From this sum on, the fields of a message are random: two that can't be words, or one of these and one that probably
 * isn't a word.
 */
const MIN_RANDOMNESS = 3;

/**
 * Returns whether two fields or more are made of random letters.
 *
 * @param isDotted - whether the address has dots at random, which is as good as a random field
 */
export function areRandom(texts: readonly string[], isDotted: boolean): boolean {
  const sum = texts.reduce((sum, text) => sum + randomnessOf(text), 0);
  return sum + Number(isDotted) >= MIN_RANDOMNESS;
}
