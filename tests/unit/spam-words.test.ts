import { expect, test } from "vitest";
import { spamProbability, type WordModel, wordsOf, wordsSignal } from "#lib/domain/spam/words";

const modelOf = (
  spam: number,
  good: number,
  words: Record<string, [number, number]>,
): WordModel => ({
  spam,
  good,
  words: new Map(
    Object.entries(words).map(([word, [inSpam, inGood]]) => [word, { spam: inSpam, good: inGood }]),
  ),
});

const SPAM = ["ranking", "backlinks", "traffic", "website", "offer", "guaranteed"];
const GOOD = ["order", "table", "sunday", "thanks", "delivery", "size"];
const learned = (spam: number, good: number) =>
  modelOf(spam, good, {
    ...Object.fromEntries(SPAM.map((word) => [word, [Math.round(spam / 2), 0]])),
    ...Object.fromEntries(GOOD.map((word) => [word, [0, Math.round(good / 2)]])),
  });

test("words are folded and counted once, in languages without spaces too", () => {
  expect(wordsOf([["message", "Top TOP ranking, a B"]])).toEqual(["top", "ranking"]);
  expect(wordsOf([["message", "予約をお願いします"]])).toContain("予約");
  expect(wordsOf([["message", "我想预订一张桌子"]]).length).toBeGreaterThan(2);
  expect(wordsOf([["message", "İSTANBUL istanbul"]])).toHaveLength(1);
});

test("addresses aren't words, and hosts that are linked to are", () => {
  const words = wordsOf([
    ["email", "ada@example.com"],
    ["message", "see https://www.shop.example/a?b=c"],
  ]);
  expect(words).toContain("link:shop.example");
  expect(words).not.toContain("ada");
});

test("a message's first 300 words count, none of them longer than 30 characters", () => {
  const many = Array.from({ length: 400 }, (_, nth) => `word${nth}`).join(" ");
  expect(wordsOf([["message", many]])).toHaveLength(300);
  expect(wordsOf([["message", "x".repeat(31)]])).toEqual([]);
});

test("words of spam make a message probable spam, words of good ones don't, and both together say nothing", () => {
  const model = learned(100, 200);
  expect(spamProbability(SPAM, model)).toBeGreaterThan(0.999);
  expect(spamProbability(GOOD, model)).toBeLessThan(0.001);
  expect(spamProbability([...SPAM, ...GOOD], model)).toBeCloseTo(0.5, 1);
  expect(spamProbability(["unknown"], model)).toBe(0.5);
});

test("nothing is said below 20 messages of each kind", () => {
  expect(wordsSignal(SPAM, learned(19, 200))).toBeNull();
  expect(wordsSignal(SPAM, learned(200, 19))).toBeNull();
  expect(wordsSignal(SPAM, learned(20, 20))).toMatchObject({ code: "words", points: 1 });
});

test("words alone can move a message only after 50 spam and 100 good ones", () => {
  expect(wordsSignal(SPAM, learned(49, 100))).toMatchObject({ points: 1 });
  expect(wordsSignal(SPAM, learned(50, 99))).toMatchObject({ points: 1 });
  expect(wordsSignal(SPAM, learned(50, 100))).toMatchObject({ points: 3 });
  expect(wordsSignal(GOOD, learned(50, 100))).toBeNull();
});
