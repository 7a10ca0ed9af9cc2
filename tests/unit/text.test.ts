import fc from "fast-check";
import { expect, test } from "vitest";
import { cutCharacters, isLongerThan } from "#lib/core/characters";
import { addressKey } from "#lib/core/email-address";
import { EmailAddress, foldCase, foldForSearch, Id, OneLine, TrimmedText } from "#lib/core/text";
import { anyText } from "#tests/support/factories/any-text";

const text = anyText();

const characterCount = (text: string) => [...text].length;

test("a cut counts code points and never splits them", () => {
  fc.assert(
    fc.property(text, fc.nat(20), (value, max) => {
      const cut = cutCharacters(value, max);
      expect(value.startsWith(cut)).toBe(true);
      expect(characterCount(cut)).toBe(Math.min(max, characterCount(value)));
    }),
  );
});

test("isLongerThan compares code points", () => {
  fc.assert(
    fc.property(text, fc.nat(20), (value, max) => {
      expect(isLongerThan(value, max)).toBe(characterCount(value) > max);
    }),
  );
});

// If the functions read all of the text, this test would run for hours.
test("doesn't read text beyond the limit", () => {
  const huge = "é😀".repeat(2_000_000);
  const short = TrimmedText(1, 150);
  for (let round = 0; round < 20_000; round += 1) {
    expect(cutCharacters(huge, 3)).toBe("é😀é");
    expect(isLongerThan(huge, 3)).toBe(true);
  }
  expect(short.safeParse(huge).success).toBe(false);
});

test.each([
  ["in descending order", `${"\u0300".repeat(500_000)}${"\u0316".repeat(500_000)}`],
  ["alternating", "\u0300\u0316".repeat(500_000)],
])("folds a letter with a million combining marks (%s) like one with 30", (_, marks) => {
  expect(foldCase(`A${marks}b`)).toBe(foldCase(`a${marks.slice(0, 30)}b`));
  expect(foldCase(foldCase(`A${marks}b`))).toBe(foldCase(`A${marks}b`));
});

test("case folding covers every letter and is idempotent", () => {
  const uneven: string[] = [];
  for (let point = 0; point <= 0x10ffff; point += 1) {
    const letter = String.fromCodePoint(point);
    if (!/^\p{L}$/u.test(letter)) continue;
    const folded = foldCase(letter);
    const spellings = [letter.toUpperCase(), letter.toLowerCase(), letter.normalize("NFD"), folded];
    if (spellings.some((spelling) => foldCase(spelling) !== folded)) uneven.push(letter);
  }
  expect(uneven).toEqual([]);
});

test("dotted and dotless i fold to one letter; other letters keep their dots", () => {
  for (const letter of ["i", "ı", "İ", "I", "i\u0307", "I\u0307", "ı\u0307"])
    expect(foldCase(letter), letter).toBe("i");
  expect(foldCase("DİYARBAKIR")).toBe(foldCase("diyarbakır"));
  for (const letter of ["ė", "ż", "ċ", "ġ", "ȯ", "ṙ"]) {
    expect(foldCase(letter.normalize("NFD").toUpperCase())).toBe(letter);
    expect(foldCase(letter)).not.toBe(foldCase(letter.normalize("NFD").charAt(0)));
  }
});

test("trims text before counting it", () => {
  const schema = TrimmedText(1, 3);
  expect(schema.parse("  abc \n")).toBe("abc");
  for (const wrong of ["   ", "abcd", ""]) expect(schema.safeParse(wrong).success).toBe(false);
});

test("OneLine rejects line breaks and control characters", () => {
  const schema = OneLine(1, 10);
  expect(schema.parse(" a b\n")).toBe("a b");
  for (const char of ["\n", "\r", "\u0085", "\u2028", "\u2029", "\u000b", "\u000c", "\t", "\u0000"])
    expect(schema.safeParse(`a${char}b`).success, JSON.stringify(char)).toBe(false);
});

test("addressKey trims and ignores case", () => {
  expect(addressKey("  Ada@Example.COM ")).toBe("ada@example.com");
  expect(EmailAddress.parse(" Ada@Example.com ")).toBe("Ada@Example.com");
});

test("accepts a UUID in any case and converts it to lowercase", () => {
  expect(Id.parse("019B7700-0000-7000-8000-00000000000A")).toBe(
    "019b7700-0000-7000-8000-00000000000a",
  );
  for (const wrong of [
    "",
    "x",
    "019b770000007000800000000000000a",
    "{019b7700-0000-7000-8000-00000000000a}",
  ])
    expect(Id.safeParse(wrong).success).toBe(false);
});

test("a space in a search finds a no-break space, a line break, and a tab", () => {
  const term = foldForSearch("two words");
  for (const space of [" ", "\u00a0", "\u202f", "\u3000", "\n", "\r\n", "\t", "\u2028", "\u001f"])
    expect(foldForSearch(`My Two${space}Words!`), JSON.stringify(space)).toContain(term);
  expect(foldForSearch("twowords")).not.toContain(term);
});
