import { expect, test } from "vitest";
import { limitsOf, typeWords } from "#lib/docs/fields";
import type { Schema } from "#lib/openapi/document-shape";

const uuid: Schema = { type: "string", format: "uuid" };

test.each<[Schema, string]>([
  [uuid, "UUID"],
  [{ type: "array", items: uuid }, "array of UUIDs"],
  [
    { type: "array", items: { type: "array", items: { type: "string" } } },
    "array of arrays of strings",
  ],
  [{ type: "array", items: { type: "string", format: "email" } }, "array of email addresses"],
  [{ type: "object", additionalProperties: { type: "integer" } }, "object of integers"],
  [{ type: "array", items: { $ref: "#/components/schemas/Form" } }, "array of Form"],
  [{ anyOf: [{ type: "array", items: uuid }, { type: "null" }] }, "array of UUIDs or null"],
])("the type of %j in words", (schema, words) => {
  expect(typeWords(schema)).toBe(words);
});

test("a range of numbers has an en dash", () => {
  expect(limitsOf({ type: "string", minLength: 1, maxLength: 3000 })).toEqual([
    "1–3,000 characters",
  ]);
});
