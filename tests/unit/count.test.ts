import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countOf, formatBytes } from "#lib/core/count";

test.each([
  [0, "message", undefined, "0 messages"],
  [1, "message", undefined, "1 message"],
  [2, "message", undefined, "2 messages"],
  [12_480, "message", undefined, "12,480 messages"],
  [1, "day", undefined, "1 day"],
  [1, "file", undefined, "1 file"],
  [1, "recipient", undefined, "1 recipient"],
  [1, "minute", undefined, "1 minute"],
  [1, "address", "addresses", "1 address"],
  [3, "address", "addresses", "3 addresses"],
] as const)("formats %s with the noun %s", (count, one, many, text) => {
  expect(countOf(count, one, many)).toBe(text);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1.0 KB"],
  [9_960, "10 KB"],
  [25_000, "25 KB"],
  [999_999, "1.0 MB"],
  [4_194_304, "4.2 MB"],
  [5e15, "5000 TB"],
])("formats %s bytes as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

const ROOT = new URL("../..", import.meta.url).pathname;
/** A value followed by a plural noun, even on the next line or in another element. */
const COUNTED =
  /\{[^{}\n]*\}(?:<[^>]*>|\{" "\}|\s)*\s(?:messages|files|forms|recipients|rules|steps|scopes|days|hours|minutes|seconds|events|emails|mails|attempts|deliveries|addresses|tokens|sessions|requests|results|parts|posts|members|entries|characters)\b(?!=)/g;
/** Constants greater than one and ranges are always plural. */
const ALWAYS_PLURAL = /[A-Z]{3,}_[A-Z]|\bmin\}|\bmax\w*\}|toLocaleString|allowance/;

test("pages format every count and its noun with countOf", () => {
  const files = globSync("{app,components,lib}/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !file.includes("generated"),
  );
  const wrong = files.flatMap((file) =>
    (readFileSync(ROOT + file, "utf8").match(COUNTED) ?? [])
      .filter((text) => !ALWAYS_PLURAL.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});
