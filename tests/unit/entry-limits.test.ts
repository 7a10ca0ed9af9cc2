import { afterEach, describe, expect, test, vi } from "vitest";
import { codeOf, JSON_TYPE, parse, URLENCODED } from "#tests/support/contract/parse";
import { BOUNDARY, multipartBody } from "#tests/support/factories/multipart-body";

const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const list = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at));
const parts = (count: number) =>
  multipartBody(list(count, (at) => `${at}`).map((name) => ({ name, content: "x" })));

const KINDS: [string, (count: number) => [type: string, body: string | Buffer]][] = [
  ["urlencoded names without values", (count) => [URLENCODED, list(count, () => "a").join("&")]],
  ["nothing but separators", (count) => [URLENCODED, "&".repeat(count)]],
  ["urlencoded names", (count) => [URLENCODED, list(count, (at) => `n${at}=`).join("&")]],
  ["JSON members", (count) => [JSON_TYPE, `{${list(count, (at) => `"${at}":1`).join()}}`]],
  ["JSON list items", (count) => [JSON_TYPE, `{"a":[${list(count, () => '"\\""').join()}]}`]],
  [
    "nested JSON members",
    (count) => [JSON_TYPE, `{"a":[${list(count, () => '{"b":{"c":1}}').join()}]}`],
  ],
  ["lines of text", (count) => ["text/plain", list(count, (at) => `n${at}=x`).join("\r\n")]],
  ["parts", (count) => [MULTIPART, parts(count)]],
];

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a body of more than 1,000 entries", () => {
  test.each(KINDS)("of %s is rejected before the rest is read", async (_, make) => {
    const decoded = vi.spyOn(TextDecoder.prototype, "decode");
    const parsed = vi.spyOn(JSON, "parse");
    const rejected = await parse(...make(20_000));
    expect(rejected).toMatchObject({ body: null, problem: { code: "too_many_fields" } });
    // JSON is decoded as a whole; nothing is done for each of the entries.
    expect(decoded.mock.calls.length + parsed.mock.calls.length).toBeLessThan(10);
  });

  test.each(KINDS)("is the limit of %s: 900 are read", async (_, make) => {
    const { body } = await parse(...make(900));
    expect(body).not.toBeNull();
  });
});

test("the longest text of lines without names is one value", async () => {
  expect(await codeOf(parse("text/plain", `a=${"x\n".repeat(9_000)}`))).toBeNull();
  expect(await codeOf(parse("text/plain", `a=${"\n".repeat(200_000)}b=1`))).toBe(
    "validation_failed",
  );
});

test("commas within JSON strings aren’t entries", async () => {
  const text = `,"\\${",".repeat(5_000)}`;
  const { body } = await parse(JSON_TYPE, JSON.stringify({ text, more: [text, "b"] }));
  expect(body?.fields).toEqual([
    ["text", text],
    ["more", [text, "b"]],
  ]);
});
