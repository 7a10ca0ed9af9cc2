import fc from "fast-check";
import { expect, test } from "vitest";
import { foldForSearch, VALUE_SEPARATOR } from "#lib/core/text";
import { gramsOfTerm, selectGrams, visitGrams } from "#lib/search/grams";

function gramsOfText(text: string): Set<number> {
  const grams = new Set<number>();
  visitGrams(text, (gram) => grams.add(gram));
  return grams;
}

const alphabet = fc.constantFrom(..."ab e\u0301ßİΣя日本語한글😀🏳%_\\\n", "e\u0301", "👩‍👩‍👧");
const text = fc.oneof(
  fc.string({ unit: alphabet, maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
);

test("a text has all grams of every term it contains, in every script", () => {
  fc.assert(
    fc.property(text, text, text, (before, term, after) => {
      const whole = foldForSearch(`${before}${term}${after}`);
      const folded = foldForSearch(term);
      fc.pre(whole.includes(folded));
      const grams = gramsOfText(whole);
      expect(gramsOfTerm(folded).filter((gram) => !grams.has(gram))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test("a term of any length has grams that depend on the order of its characters", () => {
  for (const term of ["a", "я", "日", "😀", "%", "ab", "日本", "한글", "abc"])
    expect(gramsOfTerm(term), term).toHaveLength(1);
  expect(gramsOfTerm("abcd")).toHaveLength(2);
  expect(gramsOfTerm("日本語")).toHaveLength(2);
  expect(gramsOfTerm("ab")).not.toEqual(gramsOfTerm("ba"));
  expect(gramsOfTerm("abc")).not.toEqual(gramsOfTerm("acb"));
});

test("no gram spans two values", () => {
  const grams = gramsOfText(["ab", "cd"].join(VALUE_SEPARATOR));
  for (const term of ["bc", "abc", "bcd"])
    for (const gram of gramsOfTerm(term)) expect(grams.has(gram), term).toBe(false);
});

test("selects the rarest gram first, then those that don't overlap with it", () => {
  const grams = [10, 11, 12, 13, 14, 15, 16, 17];
  expect(selectGrams(grams, [9, 1, 8, 7, 6, 5, 4, 3])).toEqual([11, 17, 14, 16, 15, 13]);
  expect(selectGrams([10], [0])).toEqual([10]);
});
