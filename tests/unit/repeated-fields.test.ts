import fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { fieldsToRepeat, sampleMessage } from "#lib/domain/emails/auto-reply/repeated-fields";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { anyText } from "#tests/support/factories/any-text";
import { HOSTILE } from "#tests/support/factories/page-text";

const known = StoredFields.parse([
  { name: "name", type: "text", label: "Your name" },
  {
    name: "topic",
    type: "choice",
    label: "Topic",
    options: [
      { value: "a", label: "Sales" },
      { value: "b", label: "Support" },
    ],
  },
  {
    name: "days",
    type: "choices",
    label: "Days",
    options: [
      { value: "mo", label: "Monday" },
      { value: "tu", label: "Tuesday" },
    ],
  },
  { name: "guests", type: "number", label: "Guests", min: 1, max: 20 },
  { name: "size", type: "number", label: "Size" },
  { name: "arrival", type: "date", label: "Arrival", min: "2026-01-01" },
  { name: "terms", type: "checkbox", label: "I agree" },
  { name: "cv", type: "file", label: "CV" },
  { name: "ref", type: "hidden", label: "Ref" },
]);

const SENT: FieldPairs = [
  ["message", "Hello\nthere"],
  ["name", "Ada <b>"],
  ["arrival", "2026-12-24"],
  ["days", ["tu", "mo", "tu"]],
  ["topic", "b"],
  ["guests", " 4 "],
  ["terms", "on"],
  ["ref", "campaign"],
  ["cv", "cv.pdf"],
];

const include = (
  mode: "none" | "choices" | "all",
  isConfirmed = false,
  fields: FieldPairs = SENT,
  language = "en",
) =>
  fieldsToRepeat(mode, { fields, known, isConfirmed }, language).map(
    ({ label, values }) => `${label}: ${values.join(", ")}`,
  );

const CHOICES = [
  "Topic: Support",
  "Days: Tuesday, Monday",
  "Guests: 4",
  "Arrival: December 24, 2026",
  "I agree: ✓",
];

test("choices are the form's own words, numbers, and dates, in the order and under the labels of the form's fields", () => {
  expect(include("none", true)).toEqual([]);
  expect(include("choices")).toEqual(CHOICES);
  expect(include("choices", true)).toEqual(CHOICES);
  expect(include("choices", false, SENT, "de")).toContain("Arrival: 24. Dezember 2026");
});

test("texts are included only if the visitor confirmed their address; files and hidden fields never are", () => {
  expect(include("all")).toEqual(CHOICES);
  expect(include("all", true)).toEqual(["Your name: Ada <b>", ...CHOICES, "Message: Hello\nthere"]);
});

const BAD = [
  ...HOSTILE,
  "https://evil.example",
  "evil.example",
  "a\nhttps://evil.example",
  "4 https://evil.example",
  "4\nevil",
  "\u202e4",
  "4\u202e",
  "2026-12-24 evil",
  "2026-13-45",
  "2025-12-24",
  "21",
  "0",
  "Infinity",
  "1e999",
  "0x10",
  "４",
  "٤",
  "Sales",
  "A",
  "a ",
  "__proto__",
];

test.each(["topic", "days", "guests", "arrival"])(
  "a value that doesn't fit the field %s isn't repeated, also beside one that does",
  (name) => {
    for (const value of BAD) {
      expect(include("choices", false, [[name, value]]), value).toEqual([]);
      const good = SENT.find(([field]) => field === name)?.[1] ?? "";
      expect(include("all", false, [[name, [good, value].flat()]]), value).toEqual([]);
    }
  },
);

test("of a checkbox, only that it's checked is repeated", () => {
  expect(include("choices", false, [["terms", "https://evil.example"]])).toEqual(["I agree: ✓"]);
  expect(include("choices", false, [["terms", "no"]])).toEqual([]);
});

test("a long number is written by its value", () => {
  expect(include("choices", false, [["size", "12345678901234567890"]])).toEqual([
    "Size: 12345678901234567000",
  ]);
  expect(include("choices", false, [["size", "-0.50"]])).toEqual(["Size: -0.50"]);
});

test("whatever a visitor sends, an unconfirmed message repeats only what the form's owner declared", () => {
  const words = new Set(["Sales", "Support", "Monday", "Tuesday", "✓"]);
  const isDeclared = (value: string) =>
    words.has(value) || /^-?[\d.]+(e[+-]?\d+)?$/i.test(value) || /^\w+ \d+, \d{4}$/.test(value);
  const value = fc.oneof(
    anyText(),
    fc.constantFrom("a", "b", "mo", "2026-12-24", "3", ...BAD),
    fc.double().map(String),
  );
  const name = fc.constantFrom(...known.map((field) => field.name), "other", "__proto__");
  const pair = fc.tuple(name, fc.oneof(value, fc.array(value, { maxLength: 3 })));
  fc.assert(
    fc.property(fc.array(pair), fc.constantFrom("choices", "all"), (fields, mode) => {
      const repeated = fieldsToRepeat(mode as "all", { fields, known, isConfirmed: false }, "en");
      for (const { label, values } of repeated) {
        expect(known.some((field) => field.label === label)).toBe(true);
        expect(values.every(isDeclared)).toBe(true);
      }
    }),
  );
});

test("a preview's sample has a fitting value for each field, and for forms without fields too", () => {
  const now = new Date("2026-11-30T10:00:00Z");
  const sample = sampleMessage(known, { isConfirmed: true, now });
  const labels = (mode: "choices" | "all") =>
    fieldsToRepeat(mode, sample, "en").map(({ label }) => label);
  expect(labels("choices")).toEqual(["Topic", "Days", "Guests", "Size", "Arrival", "I agree"]);
  expect(labels("all")).toEqual(["Your name", ...labels("choices")]);
  const bare = sampleMessage([], { isConfirmed: true, now });
  expect(fieldsToRepeat("all", bare, "en").map(({ label }) => label)).toEqual(["Name", "Message"]);
});
