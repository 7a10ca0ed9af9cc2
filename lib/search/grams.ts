import { VALUE_SEPARATOR } from "#lib/core/text";

/**
 * From here on, scripts have thousands of characters (Chinese, Japanese, Korean, emoji). Pairs are
 * rare enough there, so triples aren't indexed.
 */
const FIRST_PAIRS_ONLY = 0x2e80;
const SEPARATOR = VALUE_SEPARATOR.codePointAt(0);

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 16);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

const hashPair = (a: number, b: number) => mix(rotate(a, 7) ^ b);
const hashTriple = (a: number, b: number, c: number) => mix(rotate(a, 17) ^ rotate(b, 9) ^ c);

/**
 * Calls `visit` with every gram of a case-folded text: one, two or three consecutive characters of
 * one value, as a 32-bit hash. A gram may be visited several times.
 */
export function visitGrams(text: string, visit: (gram: number) => void): void {
  let beforeLast = 0;
  let last = 0;
  // Characters since the value began, and since the last character of a pairs-only script.
  let run = 0;
  let tripleRun = 0;
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    if (point > 0xffff) index += 1;
    if (point === SEPARATOR) {
      run = 0;
      tripleRun = 0;
      continue;
    }
    const hash = mix(point);
    run += 1;
    tripleRun = point < FIRST_PAIRS_ONLY ? tripleRun + 1 : 0;
    visit(hash);
    if (run >= 2) visit(hashPair(last, hash));
    if (tripleRun >= 3) visit(hashTriple(beforeLast, last, hash));
    beforeLast = last;
    last = hash;
  }
}

/**
 * The grams of a case-folded term, in order. Every text that contains the term has all of them. Short
 * grams are left out where a longer one includes them.
 */
export function gramsOfTerm(term: string): number[] {
  const points = Array.from(term, (character) => character.codePointAt(0) ?? 0);
  const hashes = points.map(mix);
  const isTriple = (start: number) =>
    [0, 1, 2].every((offset) => (points[start + offset] ?? FIRST_PAIRS_ONLY) < FIRST_PAIRS_ONLY);
  const grams = new Set<number>();
  for (const [index, hash] of hashes.entries()) {
    const [next, third = 0] = hashes.slice(index + 1, index + 3);
    if (isTriple(index)) grams.add(hashTriple(hash, next ?? 0, third));
    else if (next !== undefined && !isTriple(index - 1)) grams.add(hashPair(hash, next));
    else if (points.length === 1) grams.add(hash);
  }
  return [...grams];
}

const MAX_SELECTED = 6;
const GRAM_LENGTH = 3;

/**
 * Selects the most selective grams of a term, rarest first. Grams that share no characters come before
 * those that overlap, because overlapping ones mostly occur together.
 *
 * @param grams - in the order of the term
 * @param hits - how many messages of a sample have each gram
 */
export function selectGrams(grams: readonly number[], hits: readonly number[]): number[] {
  const byRarity = [...grams.keys()].sort((a, b) => (hits[a] ?? 0) - (hits[b] ?? 0));
  const apart: number[] = [];
  for (const index of byRarity)
    if (apart.every((other) => Math.abs(other - index) >= GRAM_LENGTH)) apart.push(index);
  const overlapping = byRarity.filter((index) => !apart.includes(index));
  return [...apart, ...overlapping].slice(0, MAX_SELECTED).flatMap((index) => grams[index] ?? []);
}

/** The folder or form of a message as a gram, so that it narrows a search as text does. */
export function gramOfProperty(name: "form" | "folder", value: string): number {
  let hash = mix(name.length);
  for (const character of value) hash = hashPair(hash, mix(character.codePointAt(0) ?? 0));
  return hash;
}
