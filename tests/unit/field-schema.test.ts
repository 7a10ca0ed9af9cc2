import { expect, test } from "vitest";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";

const OPTIONS = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
];

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
