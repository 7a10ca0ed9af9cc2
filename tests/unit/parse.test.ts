import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { AppError, type ErrorDetail } from "#lib/core/errors";
import { accountEndpoints } from "#lib/entry/account/contract";
import { parseInput, parseQuery } from "#lib/entry/http/parse";
import { endpoints } from "#lib/entry/management/contracts/index";

const Schema = z.strictObject({
  name: z.string("must be a string"),
  list: z.array(z.strictObject({ size: z.int("must be a whole number") })).optional(),
  kind: z.enum(["a", "b"], { error: "must be a or b" }).optional(),
});

function rejectionOf(work: () => unknown): { message: string; details: readonly ErrorDetail[] } {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError && error.code === "validation_failed")
      return { message: error.message, details: error.details ?? [] };
    throw error;
  }
  throw new Error("it was accepted");
}

test("reports all failures with dotted paths, and the first one in the message", () => {
  const input = { name: 1, list: [{ size: 1 }, { size: "x", more: 1 }], kind: "c", other: true };
  expect(rejectionOf(() => parseInput(Schema, input))).toEqual({
    message: "Invalid request: name must be a string (and 4 more).",
    details: [
      { path: "name", message: "must be a string" },
      { path: "list.1.size", message: "must be a whole number" },
      { path: "list.1.more", message: "isn't recognized" },
      { path: "kind", message: "must be a or b" },
      { path: "other", message: "isn't recognized" },
    ],
  });
});

test("reports missing properties and values that aren't objects", () => {
  expect(rejectionOf(() => parseInput(Schema, {})).details).toEqual([
    { path: "name", message: "is required" },
  ]);
  for (const input of [null, [], "text", 1])
    expect(rejectionOf(() => parseInput(Schema, input))).toEqual({
      message: "Invalid request: it must be a JSON object.",
      details: [{ path: "", message: "must be a JSON object" }],
    });
});

test("rejects text that can't be stored in any value or name, along with other failures", () => {
  const message = "contains a character that can't be stored";
  const Free = z.strictObject({ fields: z.record(z.string(), z.string()), kind: z.string() });
  const input = { fields: { a: "\u0000", "b\u0000": "x", c: "fine" }, kind: "\ud800" };
  expect(rejectionOf(() => parseInput(Free, input)).details).toEqual([
    { path: "fields.a", message },
    { path: "fields.b\u0000", message },
    { path: "kind", message },
  ]);
  const both = rejectionOf(() =>
    parseInput(Schema, { name: "\u0000", list: 1, "x\u0000": 1 }),
  ).details;
  expect(both.map(({ path }) => path)).toEqual(["list", "x\u0000", "name"]);
});

test("rejects a body with 300,000 failures", () => {
  const wrong = Array.from({ length: 300_000 }, () => "\u0000");
  const rejected = () => parseInput(z.strictObject({ a: z.string() }), { a: wrong });
  expect(rejected).toThrow(expect.objectContaining({ code: "validation_failed" }));
});

test("rejects deeply nested and arbitrary JSON without crashing", () => {
  const deep = JSON.parse("[".repeat(16_000) + "]".repeat(16_000));
  expect(rejectionOf(() => parseInput(Schema, deep)).details).toHaveLength(1);
  expect(rejectionOf(() => parseInput(Schema, { name: deep })).details).toHaveLength(1);
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      expect(rejectionOf(() => parseInput(Schema, input)).details.length).toBeGreaterThan(0);
    }),
  );
});

test("treats names of built-in JavaScript properties like any other", () => {
  const input = JSON.parse('{"name":"x","__proto__":{"kind":"a"},"constructor":1}');
  const { details } = rejectionOf(() => parseInput(Schema, input));
  expect(details.map(({ path }) => path)).toEqual(["__proto__", "constructor"]);
});

test("rejects unknown and repeated query parameters", () => {
  const Query = z.object({ a: z.string().optional(), b: z.enum(["x"]).default("x") });
  const read = (text: string) => parseQuery(Query, new URLSearchParams(text));
  expect(
    rejectionOf(() => read("a=1&c=2&toString=3&__proto__=4")).details.map(({ path }) => path),
  ).toEqual(["c", "toString", "__proto__"]);
  expect(read("a=")).toEqual({ a: "", b: "x" });
  expect(rejectionOf(() => read("a=1&a=1&b=x&b=x")).details.map(({ path }) => path)).toEqual([
    "a",
    "b",
  ]);
  expect(
    rejectionOf(() => read("b=y&a=%00"))
      .details.map(({ path }) => path)
      .toSorted(),
  ).toEqual(["a", "b"]);
});

const LONG = "x".repeat(30_000);
const VALUES = [null, 1, 1.5, -1, 1e20, true, "", "x", "\u0000", LONG, [], [1], ["x"], {}, [{}]];

function messagesOf(body: z.ZodType, input: unknown): string[] {
  try {
    parseInput(body, input);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details?.map(({ message }) => message) ?? [];
  }
}

/** The value, and copies of it in which one part, however deep, is a wrong one. */
function* withWrongParts(value: unknown): Generator<unknown> {
  yield* VALUES;
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value))
    for (const wrong of withWrongParts(part))
      yield Array.isArray(value) ? value.with(Number(key), wrong) : { ...value, [key]: wrong };
}

test.each(
  [...endpoints, ...accountEndpoints].flatMap(({ method, path, body, ...more }) =>
    body ? [{ method, path, body, example: "example" in more ? more.example?.body : {} }] : [],
  ),
)("$method $path explains wrong values in our words, not the schema library's", (endpoint) => {
  const { body, example } = endpoint;
  const keys = Object.keys("shape" in body ? (body.shape as object) : {});
  const base = { ...Object.fromEntries(keys.map((key) => [key, ["x"]])), ...(example ?? {}) };
  const messages = [...withWrongParts(base)].flatMap((input) => messagesOf(body, input));
  for (const message of new Set(messages))
    expect(message).not.toMatch(/^(Invalid|Too|Unrec|Expec)/);
});
