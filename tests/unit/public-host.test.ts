import fc from "fast-check";
import { expect, test } from "vitest";
import { publicHostProblem } from "#lib/core/public-host";
import { readDestinationUrl } from "#lib/domain/endpoints/webhook-url";
import { ConnectTurnstileInput } from "#lib/domain/forms/turnstile/schema";
import { anyUrl } from "#tests/support/factories/any-text";

test.each([
  "example.com",
  "www.example.com",
  "a.b.c.example.co.uk",
  "user.github.io",
  "github.io",
  "xn--bcher-kva.de",
  "xn--e1afmkfd.xn--p1ai",
  "internal.example.com",
  "localhost.example.com",
  "test.com",
  "example.org",
  "my_app.example.com",
  "1.example.com",
])("accepts %s as a public host", (hostname) => {
  expect(publicHostProblem(hostname)).toBeNull();
});

test.each([
  ["127.0.0.1", /IP address/],
  ["203.0.113.9", /IP address/],
  ["[::1]", /IP address/],
  ["[2606:4700::1111]", /IP address/],
  ["intranet", /with a dot/],
  ["com", /with a dot/],
  ["localhost", /localhost/],
  ["localhost.", /localhost/],
  ["a.localhost", /localhost/],
  ["printer.local", /local/],
  ["a.test", /test/],
  ["www.example", /example/],
  ["a.invalid", /invalid/],
  ["metadata.google.internal", /internal/],
  ["nas.home.arpa", /home.arpa/],
  ["abc.onion", /onion/],
  ["host.corp", /public suffix/],
  ["host.lan", /public suffix/],
  ["co.uk", /public suffix/],
  ["www.site.nosuchtld", /public suffix/],
  ["example.com.", /end with a dot/],
  ["-a.example.com", /valid/],
  [`${"a".repeat(64)}.example.com`, /valid/],
  [`${"a.".repeat(125)}example.com`, /valid/],
])("rejects %s as a public host: %s", (hostname, problem) => {
  expect(publicHostProblem(hostname)).toMatch(problem);
});

test.each([
  ["https://hooks.example.com", "https://hooks.example.com/"],
  ["https://hooks.example.com/a/b?c=d&e=%20", "https://hooks.example.com/a/b?c=d&e=%20"],
  ["HTTPS://Hooks.Example.COM/Path", "https://hooks.example.com/Path"],
  ["https://hooks.example.com:443/x", "https://hooks.example.com/x"],
  ["https://hooks.example.com/a/../b/./c", "https://hooks.example.com/b/c"],
  ["https://bücher.de/ä", "https://xn--bcher-kva.de/%C3%A4"],
  ["https://hooks.example.com/@user", "https://hooks.example.com/@user"],
  ["https://hooks.example.com?token=a@b", "https://hooks.example.com/?token=a@b"],
])("normalizes the URL %s to %s", (text, url) => {
  expect(readDestinationUrl("webhook", text)).toEqual({ url });
});

test.each([
  ["", /HTTPS URL/],
  ["hooks.example.com", /HTTPS URL/],
  ["https:hooks.example.com", /HTTPS URL/],
  ["https:/hooks.example.com", /HTTPS URL/],
  ["https://", /HTTPS URL/],
  ["https:///hooks.example.com", /HTTPS URL/],
  ["https://hooks.example.com ", /HTTPS URL/],
  ["https://hooks.exa\nmple.com", /HTTPS URL/],
  ["https://hooks.example.com/a b", /HTTPS URL/],
  ["https://evil.example.com\\@hooks.example.com", /HTTPS URL/],
  ["https://hooks.exam\u200bple.com", /HTTPS URL/],
  ["https://hooks.example.com:99999", /HTTPS URL/],
  ["https://hooks.exa%00mple.com", /HTTPS URL/],
  ["https://user:secret@hooks.example.com", /credentials/],
  ["https://@hooks.example.com", /credentials/],
  ["https://:@hooks.example.com", /credentials/],
  ["https://hooks.example.com/#part", /fragment/],
  ["https://hooks.example.com#", /fragment/],
  ["https://hooks.example.com:8443/", /port 443/],
  ["https://0x7f000001/", /IP address/],
  ["https://[::1]/", /IP address/],
  ["https://ⓛocalhost/", /localhost/],
  ["https://hooks.example.com./", /end with a dot/],
])("rejects the URL %j: %s", (text, problem) => {
  expect(readDestinationUrl("webhook", text)).toEqual({ problem: expect.stringMatching(problem) });
});

test("limits the normalized URL to 2,000 characters", () => {
  const longest = `https://hooks.example.com/${"a".repeat(2_000 - 26)}`;
  expect(readDestinationUrl("webhook", longest)).toEqual({ url: longest });
  expect(readDestinationUrl("webhook", `${longest}a`)).toEqual({
    problem: expect.stringContaining("2,000"),
  });
  const umlauts = `https://hooks.example.com/${"ä".repeat(400)}`;
  expect(readDestinationUrl("webhook", umlauts)).toEqual({
    problem: expect.stringContaining("2,000"),
  });
  const climbing = `https://hooks.example.com/${"a/../".repeat(1_000)}b`;
  expect(readDestinationUrl("webhook", climbing)).toEqual({ url: "https://hooks.example.com/b" });
});

test("a normalized URL doesn't change when normalized again", () => {
  const text = fc.oneof(
    anyUrl(["https"]),
    fc.string({ unit: fc.constantFrom(..."htps:/@.#?%\\a1[]") }).map((end) => `https://${end}`),
  );
  fc.assert(
    fc.property(text, (given) => {
      const read = readDestinationUrl("webhook", given);
      if (!("url" in read)) return;
      expect(readDestinationUrl("webhook", read.url)).toEqual(read);
      const { protocol, username, password, port, hash, href } = new URL(read.url);
      expect([protocol, username, password, port, hash]).toEqual(["https:", "", "", "", ""]);
      expect(href).toBe(read.url);
    }),
  );
});

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
  ["an IPv4 address in another notation", "0x7f.1"],
  ["a number", "2130706433"],
  ["an IPv6 address without brackets", "::1"],
  ["a special suffix in uppercase", "APP.LOCALHOST"],
  ["a special suffix with a trailing dot", "app.localhost."],
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
