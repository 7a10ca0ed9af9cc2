import fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { isTrait, shapeOf } from "#lib/domain/spam/shape";
import {
  shapeWeight,
  spamProbability,
  wordsOf as tokensOf,
  type WordModel,
  wordsSignal,
} from "#lib/domain/spam/words";
import { anyText } from "#tests/support/factories/any-text";

const wordsOf = (fields: FieldPairs) => tokensOf(fields).filter((token) => !isTrait(token));

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
  expect(tokensOf([["message", many]])).toHaveLength(300);
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

test("what all words of a language say doesn't count, and what some say besides does", () => {
  const common = ["the", "and", "you", "for"];
  const model = modelOf(100, 200, {
    ...Object.fromEntries(common.map((word) => [word, [60, 10]])),
    ...Object.fromEntries(SPAM.map((word) => [word, [50, 0]])),
  });
  expect(spamProbability(common, model)).toBe(0.5);
  expect(spamProbability([...common, ...SPAM], model)).toBeGreaterThan(0.99);
});

const LETTER =
  "Hello,\n\nI was looking at your website and saw that it's on page three.\n\nMay I send you a report?\n\nEthan Marwick";
const PITCH: FieldPairs = [
  ["name", "Ethan Marwick"],
  ["email", "ethan@brightcrestrank.com"],
  ["message", LETTER],
];
const NOTE: FieldPairs = [
  ["name", "Rosa Delmonte"],
  ["email", "rosa.d77@gmail.com"],
  ["message", "do you open at 9 on 2026-05-01"],
];

test("the shape of a message is how it's laid out and what its address is like, without what they say", () => {
  expect(shapeOf(PITCH)).toEqual(
    expect.arrayContaining([
      "is:greeting",
      "is:signature",
      "is:question-at-end",
      "is:address-first-name",
      "is:address-own-domain",
      "is:paragraphs-4",
      "is:digits-0",
      "is:link-none",
    ]),
  );
  expect(shapeOf(NOTE)).toEqual(
    expect.arrayContaining(["is:address-provider", "is:address-digits", "is:question-none"]),
  );
  expect(shapeOf(NOTE)).not.toContain("is:greeting");
  const shapes = [...shapeOf(PITCH), ...shapeOf(NOTE)].join(" ");
  for (const part of ["ethan", "brightcrest", "rosa", "website"])
    expect(shapes).not.toContain(part);
});

test("the shape of pitches is learned, in any language", () => {
  const marked = (spam: number, good: number) => {
    const words = new Map<string, { spam: number; good: number }>();
    for (const token of tokensOf(PITCH)) if (isTrait(token)) words.set(token, { spam, good: 2 });
    for (const token of tokensOf(NOTE))
      if (isTrait(token)) words.set(token, { spam: words.get(token)?.spam ?? 1, good });
    return { spam, good, words };
  };
  const model = marked(60, 120);
  const german: FieldPairs = [
    ["name", "Jannik Ostermoor"],
    ["email", "jannik@sichtbarkeitplus.com"],
    [
      "nachricht",
      "Guten Tag,\n\nIhre Seite steht bei Google auf Seite vier. Wir ändern das gern.\n\nHätten Sie zehn Minuten?\n\nJannik Ostermoor",
    ],
  ];
  expect(shapeWeight(tokensOf(german), model)).toBeGreaterThan(10);
  expect(shapeWeight(tokensOf(NOTE), model)).toBeLessThan(-5);
  expect(wordsSignal(tokensOf(german), model)).toMatchObject({ code: "words", points: 3 });
  expect(wordsSignal(tokensOf(german), marked(49, 100))).toMatchObject({ points: 1 });
  expect(wordsSignal(tokensOf(german), marked(19, 100))).toBeNull();
});

test("any message has a shape of a few dozen traits at most", () => {
  const value = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.array(fc.string({ maxLength: 50 }), { maxLength: 5 }),
  );
  const fields = fc.array(fc.tuple(fc.string({ maxLength: 20 }), value), { maxLength: 12 });
  fc.assert(
    fc.property(fields, (given) => {
      const shape = shapeOf(given);
      expect(shape.length).toBeLessThan(30);
      for (const token of shape) expect(token).toMatch(/^is:.{1,40}$/s);
    }),
  );
});
