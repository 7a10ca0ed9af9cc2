import fc from "fast-check";
import { expect, test } from "vitest";
import { localPath } from "../../app/search-params";

/** Origins of pages from which a browser may follow the path. */
const OWN_ORIGINS = ["http://localhost:3000", "https://forms.example.com"];

/** Parts of links that could lead to another site. */
const PIECES = [
  ..."/\\.%?#@: \t\n\r\0é",
  "//",
  "..",
  "%2e",
  "%2E",
  "%2f",
  "%5c",
  "%09",
  "evil.example",
  "x",
  "https:",
  "javascript:",
  "user:password@",
];

const hostileLink = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 12 })
  .map((pieces) => `/${pieces.join("")}`);

function expectLocal(text: string): void {
  const path = localPath(text);
  expect(path, JSON.stringify(text)).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  for (const origin of OWN_ORIGINS) {
    const url = new URL(path, `${origin}/sign-in`);
    expect(url.href, JSON.stringify(text)).toBe(origin + path);
  }
}

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/./..//evil.example",
  "/%2e//evil.example",
  "/%2E%2e//evil.example",
  "/.\\\\evil.example",
  "/.\\/evil.example",
  "/x/..//evil.example",
  "/x/%2e%2e/\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.\r//evil.example",
  " //evil.example",
  "/.//user:password@evil.example",
  "https://evil.example/",
  "https:evil.example",
  "javascript:alert(1)",
])("resolves %j to a page of this service", expectLocal);

test("never resolves any link to another site", () => {
  fc.assert(fc.property(hostileLink, expectLocal), { numRuns: 5_000 });
  fc.assert(fc.property(fc.string({ unit: "binary" }), expectLocal));
});

test("keeps a path of this service with its query", () => {
  for (const path of ["/", "/inbox", "/inbox?folder=spam&search=a%20b", "/forms/1/routing"])
    expect(localPath(path)).toBe(path);
});

test("resolves anything other than a path to the start page", () => {
  for (const text of [undefined, "", "inbox", "https://evil.example/inbox", "mailto:a@example.com"])
    expect(localPath(text)).toBe("/");
});
