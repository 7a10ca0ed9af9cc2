import { describe, expect, test } from "vitest";
import { foldForSearch } from "#lib/core/text";
import { findBlockedWord, findListedSender, foldWord } from "#lib/domain/forms/spam/rules";
import { BlockedWordsInput, SenderInput } from "#lib/domain/forms/spam/schema";

const parseEntry = (entry: string) => SenderInput.parse({ entry }).entry;
const parseWords = (words: string) => BlockedWordsInput.parse({ blockedWords: words }).blockedWords;
const problemOf = (text: string) =>
  BlockedWordsInput.safeParse({ blockedWords: text }).error?.issues[0]?.message;

describe("a blocked sender", () => {
  test("is an address or a domain, with or without the @", () => {
    expect(parseEntry(" Ada@Example.COM ")).toBe("ada@example.com");
    expect(parseEntry("@Example.com")).toBe("@example.com");
    expect(parseEntry("mail.example.com")).toBe("@mail.example.com");
  });

  test("is named by its most specific entry", () => {
    const entries = ["@example.com", "@mail.example.com", "ada@mail.example.com"];
    const lists = { blockedSenders: new Set(entries), safeSenders: new Set<string>() };
    const find = (address: string) => findListedSender(lists, address)?.entry ?? null;
    expect(find("ada@mail.example.com")).toBe("ada@mail.example.com");
    expect(find("eve@mail.example.com")).toBe("@mail.example.com");
    expect(find("eve@example.com")).toBe("@example.com");
    expect(find("eve@example.org")).toBeNull();
  });

  test("is rejected when it can't match anything", () => {
    for (const text of ["", "@", "example", "@example", "a@b@example.com", "*@example.com", "a b"])
      expect(SenderInput.safeParse({ entry: text }).success, text).toBe(false);
  });
});

describe("a list of blocked words", () => {
  test("names the line of a word that is too short or too long, counting blank lines", () => {
    expect(problemOf("casino\n\nx\n")).toBe("line 3 must have 2 to 100 characters");
    expect(problemOf(`a`.repeat(101))).toBe("line 1 must have 2 to 100 characters");
    expect(parseWords("😀😀")).toEqual(["😀😀"]);
  });

  test("has at most 100 words, not counting blank lines and repeated words", () => {
    const words = Array.from({ length: 100 }, (_, n) => `word ${n}`);
    expect(parseWords([...words, "", "WORD  1"].join("\r\n"))).toEqual(words);
    expect(problemOf([...words, "one more"].join("\n"))).toBe(
      "must have at most 100 words, but has 101",
    );
  });
});

describe("finding a blocked word", () => {
  test("gives up after 1,000 places where it's only part of a longer word", () => {
    const find = (count: number) => {
      const text = foldWord(`${"class ".repeat(count)} ass`);
      return findBlockedWord([{ word: "ass", folded: "ass" }], text);
    };
    expect(find(999)).toBe("ass");
    expect(find(1_000)).toBeNull();
  });

  const find = (word: string, text: string) =>
    findBlockedWord([{ word, folded: foldWord(word) }], foldForSearch(text)) !== null;

  test("finds whole words and phrases, next to any punctuation", () => {
    expect(find("ass", "a class")).toBe(false);
    expect(find("ass", "assets")).toBe(false);
    expect(find("ass", "glass, ass.")).toBe(true);
    expect(find("bit.ly/", "see https://bit.ly/abc")).toBe(true);
    expect(find("$$$", "earn$$$now")).toBe(true);
    expect(find("seo", "😀seo😀")).toBe(true);
    expect(find("año", "ano")).toBe(false);
  });

  test("finds words of scripts without spaces inside a sentence", () => {
    expect(find("博彩", "最好的博彩网站")).toBe(true);
    expect(find("คาสิโน", "เว็บคาสิโนออนไลน์")).toBe(true);
  });

  test("takes a bounded time for the longest text and list", () => {
    const words = Array.from({ length: 100 }, (_, n) => ({
      word: `casino${n}`,
      folded: `casino${n}`,
    }));
    const text = "xcasino1x ".repeat(26_000);
    const start = performance.now();
    expect(findBlockedWord(words, text)).toBeNull();
    expect(performance.now() - start).toBeLessThan(500);
  });
});
