import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRequestedRedirect } from "#lib/intake/requested-redirect";

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
  "%2f",
  "%5c",
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
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: "binary", maxLength: 3 })), {
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
          fc.webUrl(),
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
