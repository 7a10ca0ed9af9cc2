import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRequestedRedirect } from "#lib/domain/intake/requested-redirect";
import { anyText, anyUrl } from "#tests/support/factories/any-text";
import { localPath } from "../../app/search-params";

const SITE = "https://shop.example.com";
const ALLOWED = [SITE, "https://xn--bcher-kva.example"];

const redirect = (text: string, pageOrigin: string | null = SITE, allowed = ALLOWED) =>
  findRequestedRedirect([["_next", text]], allowed, pageOrigin);

/** Parts of links that could lead to another site or into another header. */
const PIECES = [
  ..."/\\.%?#@:;, \t\n\r\0é。",
  "//",
  "..",
  "%2e",
  "%2E",
  "%2f",
  "%5c",
  "%09",
  "%0d%0a",
  "https:",
  "http:",
  "blob:",
  "javascript:",
  "data:text/html,",
  "user:password@",
  "shop.example.com",
  SITE,
  `${SITE}:443`,
  `${SITE}.`,
  "evil.example",
];

const hostileLink = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), anyText({ maxLength: 3 })), {
    maxLength: 12,
  })
  .map((pieces) => pieces.join(""));

describe("the redirect that a submission asks for", () => {
  test("never leads to an origin that isn't allowed, nor into another header", () => {
    let followed = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          hostileLink,
          hostileLink.map((rest) => SITE + rest),
          hostileLink.map((rest) => `${SITE}/${rest}`),
          anyUrl(),
        ),
        fc.constantFrom(SITE, "https://evil.example", "null", "", null),
        (text, pageOrigin) => {
          const target = redirect(text, pageOrigin);
          if (target === null) return;
          followed += 1;
          expect(target).toMatch(/^[\x21-\x7e]{1,2000}$/);
          // A browser resolves the Location header like this.
          const url = new URL(target, "https://forms.example.org/f/abc");
          expect(ALLOWED).toContain(url.origin);
          expect(url.protocol).toBe("https:");
          expect(url.username + url.password).toBe("");
        },
      ),
      { numRuns: 5_000 },
    );
    expect(followed).toBeGreaterThan(500);
  });

  test.each([
    "https://evil.example/",
    "http://shop.example.com/",
    "https://shop.example.com.evil.example/",
    "https://shop.example.com:8443/",
    "https://shop.example.com@evil.example/",
    "https://user:password@shop.example.com/",
    "https://user@shop.example.com/",
    "https://:password@shop.example.com/",
    "https://evil.example\\@shop.example.com/",
    "//evil.example/",
    "/\\evil.example/",
    "/\t/evil.example/",
    "blob:https://shop.example.com/0a7f",
    "javascript:alert(1)",
    "thanks.html",
    "",
    `${SITE}/${"x".repeat(2_000)}`,
    `${SITE}/${"é".repeat(400)}`,
  ])("is ignored if it's %j", (text) => {
    expect(redirect(text)).toBeNull();
  });

  test("is followed within the allowed origins, resolved and encoded as browsers do", () => {
    expect(redirect(` ${SITE}/thanks?a=b#c `)).toBe(`${SITE}/thanks?a=b#c`);
    expect(redirect("https://BÜCHER.example/ä")).toBe("https://xn--bcher-kva.example/%C3%A4");
    expect(redirect("//shop.example.com/thanks")).toBe(`${SITE}/thanks`);
    expect(redirect("/thanks")).toBe(`${SITE}/thanks`);
  });

  test("is ignored if no origins are listed or a path's site isn't known", () => {
    expect(redirect(`${SITE}/thanks`, SITE, [])).toBeNull();
    for (const origin of [null, "null", "https://evil.example"])
      expect(redirect("/thanks", origin)).toBeNull();
  });

  test("is the first allowed one of several", () => {
    const fields: [string, string | string[]][] = [
      ["_next", ["", "https://evil.example/"]],
      ["_redirect", `${SITE}/done`],
    ];
    expect(findRequestedRedirect(fields, ALLOWED, SITE)).toBe(`${SITE}/done`);
  });
});

/** Origins of pages from which a browser may follow the path. */
const OWN_ORIGINS = ["http://localhost:3000", "https://forms.example.com"];

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
  const path = hostileLink.map((link) => `/${link}`);
  fc.assert(fc.property(path, expectLocal), { numRuns: 5_000 });
  fc.assert(fc.property(anyText(), expectLocal));
});

test("keeps a path of this service with its query", () => {
  for (const path of ["/", "/inbox", "/inbox?folder=spam&search=a%20b", "/forms/1/routing"])
    expect(localPath(path)).toBe(path);
});

test("resolves anything other than a path to the start page", () => {
  for (const text of [undefined, "", "inbox", "https://evil.example/inbox", "mailto:a@example.com"])
    expect(localPath(text)).toBe("/");
});
