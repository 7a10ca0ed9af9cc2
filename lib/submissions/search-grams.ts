import { VALUE_SEPARATOR } from "#lib/core/text";

/** First code point of the scripts that have thousands of letters: there, two in a row are rare enough. */
const FIRST_OF_MANY = 0x2e80;
const SEPARATOR = VALUE_SEPARATOR.codePointAt(0);

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

const two = (a: number, b: number) => mix(rotate(a, 7) ^ b);
const three = (a: number, b: number, c: number) => mix(rotate(a, 17) ^ rotate(b, 9) ^ c);

/**
 * Calls `visit` with every gram of a folded search text: one, two and three characters in a row within
 * one value, each as a hash of 32 bits. Three in a row are left out in scripts of thousands of letters.
 */
export function visitGrams(text: string, visit: (gram: number) => void): void {
  // The two characters before; how many are in a row within this value, and in scripts of few letters.
  let before = 0;
  let last = 0;
  let run = 0;
  let fewRun = 0;
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    if (point > 0xffff) index += 1;
    if (point === SEPARATOR) {
      run = 0;
      fewRun = 0;
      continue;
    }
    const hash = mix(point);
    fewRun = point < FIRST_OF_MANY ? fewRun + 1 : 0;
    visit(hash);
    if (run >= 1) visit(two(last, hash));
    if (fewRun >= 3) visit(three(before, last, hash));
    before = last;
    last = hash;
    run += 1;
  }
}

/**
 * What every text that contains the folded term has, in its order: the longest grams, which imply the
 * shorter ones.
 */
export function gramsOfTerm(term: string): number[] {
  const points = Array.from(term, (character) => character.codePointAt(0) ?? 0);
  const hashes = points.map(mix);
  const isFew = points.map((point) => point < FIRST_OF_MANY);
  const isTriple = (index: number) => isFew[index] && isFew[index + 1] && isFew[index + 2];
  const grams = new Set<number>();
  for (const [index, hash] of hashes.entries()) {
    const next = hashes[index + 1];
    const third = hashes[index + 2];
    if (next === undefined) {
      if (index === 0) grams.add(hash);
    } else if (isTriple(index) && third !== undefined) grams.add(three(hash, next, third));
    else if (!isTriple(index - 1)) grams.add(two(hash, next));
  }
  return [...grams];
}

const MAX_ASKED = 6;
const LETTERS_APART = 3;

/**
 * The grams that together tell most: the rarest, and of the others those that share no letter with
 * one before, for letters of one word come together anyway. The rarest first.
 *
 * @param hits - how many messages of a sample have each gram
 */
export function chooseTelling(grams: readonly number[], hits: readonly number[]): number[] {
  const byRarity = [...grams.keys()].sort((a, b) => (hits[a] ?? 0) - (hits[b] ?? 0));
  const apart: number[] = [];
  for (const index of byRarity)
    if (apart.every((other) => Math.abs(other - index) >= LETTERS_APART)) apart.push(index);
  const rest = byRarity.filter((index) => !apart.includes(index));
  return [...apart, ...rest].slice(0, MAX_ASKED).flatMap((index) => grams[index] ?? []);
}

/** A trait that is no text, like the form or the folder, as if it were a gram. */
export function gramOfTrait(kind: "form" | "folder", value: string): number {
  let hash = mix(kind.length);
  for (const character of value) hash = two(hash, mix(character.codePointAt(0) ?? 0));
  return hash;
}
