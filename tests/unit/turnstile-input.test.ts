import { expect, test } from "vitest";
import { ConnectTurnstileInput } from "#lib/turnstile/schema";

/** The invalid paths of a valid request body with this change. */
function rejectedPaths(change: Record<string, unknown>): string[] {
  const hostnames = ["www.example.com"];
  const body = {
    siteKey: "0x4AAAAAAAsite",
    secretKey: "0x4AAAAAAAsecret",
    hostnames,
    enabled: true,
  };
  const result = ConnectTurnstileInput.safeParse({ ...body, ...change });
  return result.error?.issues.map(({ path }) => path.join(".")) ?? [];
}

test.each([
  "1x00000000000000000000AA",
  "2x00000000000000000000AB",
  "1x00000000000000000000BB",
  "2x00000000000000000000BB",
  "3x00000000000000000000FF",
])("rejects Cloudflare's test site key %s", (siteKey) => {
  expect(rejectedPaths({ siteKey })).toEqual(["siteKey"]);
});

test.each([1, 2, 3])("rejects Cloudflare's test secret %ix0…AA", (digit) => {
  const secretKey = `${digit}x0000000000000000000000000000000AA`;
  expect(rejectedPaths({ secretKey })).toEqual(["secretKey"]);
});

test("accepts only keys of visible ASCII characters with a limited length", () => {
  expect(rejectedPaths({ siteKey: "x".repeat(100), secretKey: "x".repeat(200) })).toEqual([]);
  expect(rejectedPaths({ siteKey: " 0x4AAAAAAAsite ", secretKey: undefined })).toEqual([]);
  for (const siteKey of ["", " ", "a b", "é", "x".repeat(101)])
    expect(rejectedPaths({ siteKey }), siteKey).toEqual(["siteKey"]);
  expect(rejectedPaths({ secretKey: "x".repeat(201) })).toEqual(["secretKey"]);
});

test.each([
  ["an IPv4 address", "203.0.113.7"],
  ["an IPv4 address in another notation", "0x7f.1"],
  ["a number", "2130706433"],
  ["an IPv6 address", "[2001:db8::1]"],
  ["an IPv6 address without brackets", "::1"],
  ["a single label", "intranet"],
  ["localhost", "localhost"],
  ["a subdomain of localhost", "app.localhost"],
  ["the suffix local", "printer.local"],
  ["the suffix test", "www.site.test"],
  ["the suffix example", "www.example"],
  ["the suffix invalid", "www.site.invalid"],
  ["the suffix internal", "db.internal"],
  ["the suffix home.arpa", "nas.home.arpa"],
  ["the suffix onion", "abcdef.onion"],
  ["a special suffix in uppercase", "APP.LOCALHOST"],
  ["a special suffix with a trailing dot", "app.localhost."],
  ["a nonexistent public suffix", "www.site.nosuchtld"],
  ["a public suffix itself", "co.uk"],
  ["a protocol", "https://www.example.com"],
  ["a path", "www.example.com/contact"],
  ["a port", "www.example.com:443"],
  ["credentials", "user@www.example.com"],
  ["a wildcard", "*.example.com"],
  ["a space", "www.example .com"],
  ["empty text", ""],
  ["a trailing dot", "www.example.com."],
  ["an empty label", "www..example.com"],
])("rejects %s as a hostname and reports its index", (_what, hostname) => {
  expect(rejectedPaths({ hostnames: ["www.example.com", hostname] })).toEqual(["hostnames.1"]);
});
