import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FieldPairs } from "#lib/core/fields/fields";
import { checkFields, type Fault, faultMessage } from "#lib/domain/forms/fields/rules";
import { Field, SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { FIELD_TYPES } from "#lib/domain/forms/fields/types";
import { anyText, anyUrl } from "#tests/support/factories/any-text";

const field = (input: Record<string, unknown>): Field =>
  Field.parse({ name: "f", label: "F", ...input });

const OPTIONS = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];

type Value = string | string[] | undefined;

/** The rule that a value breaks in a form with this one field; null if it fits. */
function brokenRule(given: Field, value: Value): Fault["rule"] | null {
  const fields: FieldPairs = value === undefined ? [] : [["f", value]];
  const { faults } = checkFields(
    { fields: [given] },
    { fields, fileFields: [] },
    { acceptsFiles: true },
  );
  return faults[0]?.rule ?? null;
}

const HOSTILE = "\u202e'; DROP TABLE forms; --<script>alert(1)</script>\u0007";

describe("each type accepts what fits and names what doesn't", () => {
  test.each<[string, Record<string, unknown>, Partial<Record<Fault["rule"] | "fits", Value[]>>]>([
    [
      "text",
      { minLength: 2, maxLength: 4 },
      {
        fits: ["abc", "😀😀😀😀", ["ab", ""], " "],
        too_short: ["a"],
        too_long: ["abcde", HOSTILE],
        several: [["ab", "cd"]],
      },
    ],
    [
      "long_text",
      { maxLength: 3, required: true },
      { fits: ["a\r\nb"], too_long: ["a\nbc"], missing: ["", undefined, []] },
    ],
    [
      "email",
      { required: true, maxLength: 20 },
      {
        fits: ["ada@example.com", " ada@example.com ", "ada@localhost"],
        email: ["ada", "a@b..c", "a@-b.c", "a@b.c\nBcc: x@y.z", "a@b.c,d@e.f"],
        too_long: ["Ada <ada@example.com>"],
        missing: [" "],
        several: [["a@b.c", "d@e.f"]],
      },
    ],
    [
      "url",
      {},
      {
        fits: ["https://example.com/x?y=1#z", "HTTP://EXAMPLE.COM", "example.com/x?y"],
        url: [
          "example",
          "ftp://example.com",
          "javascript:alert(1)//http://x",
          "data:text/html,<script>",
          "https://",
          "https://exa mple.com",
          "https://[::1",
        ],
      },
    ],
    [
      "phone",
      {},
      {
        fits: ["+49 (30) 1234-56/7.8 x9", "112"],
        phone: ["12", "+()-./x", "call me", "١٢٣٤", "123\u0000456"],
      },
    ],
    [
      "number",
      { min: -1.5, max: 10 },
      {
        fits: ["-1.5", "10", ".5", "1e1"],
        number: ["0x10", "1,5", "1e400", "NaN", "Infinity", "1 2"],
        too_small: ["-1.6"],
        too_large: ["11"],
        several: [["1", "2"]],
      },
    ],
    [
      "date",
      { min: "2026-01-01", max: "2026-12-31" },
      {
        fits: ["2026-02-28"],
        date: [
          "2026-02-29",
          "2026-13-01",
          "0000-01-01",
          "26-01-01",
          "2026-01-01T00:00",
          "28.02.2026",
        ],
        too_small: ["2025-12-31"],
        too_large: ["2027-01-01"],
      },
    ],
    [
      "choice",
      { options: OPTIONS, required: true },
      { fits: ["a"], option: ["A", "a ", "__proto__"], several: [["a", "b"]], missing: [""] },
    ],
    [
      "choices",
      { options: OPTIONS, required: true },
      { fits: ["a", ["a", "b"], ["a", ""]], option: [["a", "c"]], missing: [[], ["", ""]] },
    ],
    [
      "checkbox",
      { required: true },
      { fits: ["on", "true", ["0", "1"]], unchecked: ["false", "0", "", undefined] },
    ],
    ["checkbox", {}, { fits: [undefined, "false", HOSTILE] }],
    ["hidden", { maxLength: 3 }, { fits: ["abc", undefined], too_long: ["abcd"] }],
    ["file", { required: true }, { not_file: ["report.pdf"], no_file: [undefined, ""] }],
  ])("%s %j", (type, limits, cases) => {
    const given = field({ type, ...limits });
    for (const [rule, values] of Object.entries(cases))
      for (const value of values) expect(brokenRule(given, value) ?? "fits", `${value}`).toBe(rule);
  });

  test("files: one or several, never in a field with text, and not required while uploads are off", () => {
    const one = field({ type: "file", required: true });
    const several = field({ type: "file", multiple: true });
    const text = field({ type: "text" });
    const check = (list: Field[], count: number, acceptsFiles = true) =>
      checkFields(
        { fields: list },
        { fields: [], fileFields: Array.from({ length: count }, () => "f") },
        { acceptsFiles },
      ).faults.map(({ rule }) => rule);
    expect(check([one], 1)).toEqual([]);
    expect(check([one], 2)).toEqual(["several_files"]);
    expect(check([several], 5)).toEqual([]);
    expect(check([text], 1)).toEqual(["not_text"]);
    expect(check([one], 0)).toEqual(["no_file"]);
    expect(check([one], 0, false)).toEqual([]);
  });
});

test("faults come in the list's order, one per field, and others without control fields", () => {
  const list = [
    field({ name: "b", type: "email", required: true }),
    field({ name: "a", type: "number", required: true }),
  ];
  const fields: FieldPairs = [
    ["a", "x"],
    ["c", "1"],
    ["__proto__", "2"],
    ["_replyto", "ada@example.com"],
    ["_subject", "Hello"],
    ["_next", "/thanks"],
    ["B", "3"],
  ];
  const verdict = checkFields(
    { fields: list },
    { fields, fileFields: ["upload", "c"] },
    { acceptsFiles: true },
  );
  expect(verdict.faults.map(({ name, rule }) => [name, rule])).toEqual([
    ["b", "missing"],
    ["a", "number"],
  ]);
  expect(verdict.others).toEqual(["c", "__proto__", "B", "upload"]);
});

test("any list and any values give a verdict with a message for each fault, in time that grows with the text", () => {
  const limits = { min: 0, max: 9 };
  const anyField = fc.constantFrom(...FIELD_TYPES).map((type) =>
    field({
      type,
      required: true,
      ...(type === "number" ? limits : {}),
      ...(type === "choice" || type === "choices" ? { options: OPTIONS } : {}),
    }),
  );
  const text = fc.oneof(anyText(), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(anyField, fc.oneof(text, fc.array(text)), (given, value) => {
      const { faults } = checkFields(
        { fields: [given] },
        { fields: [["f", value]], fileFields: [] },
        { acceptsFiles: true },
      );
      expect(faults.length).toBeLessThanOrEqual(1);
      for (const fault of faults) expect(faultMessage(fault)).toMatch(/^\S.*\S$/);
    }),
  );
  const started = performance.now();
  for (const type of FIELD_TYPES.filter((one) => !one.startsWith("choice")))
    for (const long of ["a@".repeat(10_000), "1".repeat(20_000), "https://".padEnd(20_000, "a.")])
      brokenRule(field({ type }), long);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("a value that a browser's own check accepts is accepted", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
      (date) => {
        expect(brokenRule(field({ type: "date" }), date.toISOString().slice(0, 10))).toBeNull();
      },
    ),
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(brokenRule(field({ type: "number" }), String(number))).toBeNull();
    }),
  );
  fc.assert(
    fc.property(anyUrl(), (url) => {
      expect(brokenRule(field({ type: "url" }), url)).toBeNull();
    }),
  );
});

test.each<[string, Record<string, unknown>]>([
  ["name", { name: "" }],
  ["name", { name: "x".repeat(101) }],
  ["name", { name: "  " }],
  ["name", { name: "_service_x" }],
  ["name", { name: "cf-turnstile-response" }],
  ["type", { type: "regex" }],
  ["label", { label: "" }],
  ["label", { label: "x".repeat(121) }],
  ["label", { label: "two\nlines" }],
  ["help", { help: "x".repeat(301) }],
  ["placeholder", { placeholder: "x".repeat(301) }],
  ["required", { required: "yes" }],
  ["minLength", { minLength: -1 }],
  ["maxLength", { maxLength: 20_001 }],
  ["maxLength", { maxLength: 1.5 }],
  ["maxLength", { minLength: 3, maxLength: 2 }],
  ["min", { min: 1 }],
  ["min", { type: "number", min: "2026-01-01" }],
  ["max", { type: "number", min: 2, max: 1 }],
  ["min", { type: "date", min: 1 }],
  ["min", { type: "date", min: "2026-02-30" }],
  ["max", { type: "date", min: "2026-02-02", max: "2026-02-01" }],
  ["minLength", { type: "number", minLength: 1 }],
  ["options", { type: "choice" }],
  ["options", { type: "choices", options: [] }],
  ["options", { options: OPTIONS }],
  [
    "options",
    {
      type: "choice",
      options: Array.from({ length: 101 }, (_, n) => ({ value: `${n}`, label: "x" })),
    },
  ],
  ["options.1.value", { type: "choice", options: [OPTIONS[0], OPTIONS[0]] }],
  ["options.0.label", { type: "choice", options: [{ value: "a", label: "" }] }],
  ["multiple", { multiple: true }],
  ["autocomplete", { autocomplete: 'given-name"><script>' }],
  ["width", { width: "third" }],
])("rejects a field with an invalid %s: %j", (path, change) => {
  const fields = [
    { name: "ok", type: "text", label: "OK" },
    { name: "f", type: "text", label: "F", ...change },
  ];
  const { error } = SaveFieldsInput.safeParse({ revision: null, fields });
  expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([`fields.1.${path}`]);
});

test("rejects repeated names and a 51st field", () => {
  const make = (name: string) => ({ name, type: "text", label: "F" });
  const pathsOf = (fields: unknown[]) =>
    SaveFieldsInput.safeParse({ revision: null, fields }).error?.issues.map(({ path }) =>
      path.join("."),
    );
  expect(pathsOf([make("a"), make("A"), make("a")])).toEqual(["fields.2.name"]);
  const many = Array.from({ length: 51 }, (_, n) => make(`f${n}`));
  expect(pathsOf(many)).toEqual(["fields"]);
  expect(pathsOf(many.slice(1))).toBeUndefined();
});
