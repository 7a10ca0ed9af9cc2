import fc from "fast-check";
import { expect, test } from "vitest";
import { readWebhookUrl } from "#lib/webhooks/webhook-url";

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
  expect(readWebhookUrl(text)).toEqual({ url });
});

test.each([
  ["", /HTTPS URL/],
  ["hooks.example.com", /HTTPS URL/],
  ["http://hooks.example.com/", /HTTPS URL/],
  ["ftp://hooks.example.com/", /HTTPS URL/],
  ["javascript:alert(1)", /HTTPS URL/],
  ["https:hooks.example.com", /HTTPS URL/],
  ["https:/hooks.example.com", /HTTPS URL/],
  ["https://", /HTTPS URL/],
  ["https:///hooks.example.com", /HTTPS URL/],
  [" https://hooks.example.com", /HTTPS URL/],
  ["https://hooks.example.com ", /HTTPS URL/],
  ["https://hooks.exa\nmple.com", /HTTPS URL/],
  ["https://hooks.exam\tple.com", /HTTPS URL/],
  ["https://hooks.example.com/a b", /HTTPS URL/],
  ["https://evil.example.com\\@hooks.example.com", /HTTPS URL/],
  ["https:\\\\hooks.example.com", /HTTPS URL/],
  ["https://hooks.exam\u200bple.com", /HTTPS URL/],
  ["https://hooks.example.com:99999", /HTTPS URL/],
  ["https://hooks.exa%00mple.com", /HTTPS URL/],
  ["https://user@hooks.example.com", /credentials/],
  ["https://user:secret@hooks.example.com", /credentials/],
  ["https://@hooks.example.com", /credentials/],
  ["https://:@hooks.example.com", /credentials/],
  ["https://hooks.example.com/#part", /fragment/],
  ["https://hooks.example.com#", /fragment/],
  ["https://hooks.example.com:80/", /port 443/],
  ["https://hooks.example.com:8443/", /port 443/],
  ["https://127.0.0.1/", /IP address/],
  ["https://127.1/", /IP address/],
  ["https://0x7f000001/", /IP address/],
  ["https://2130706433/", /IP address/],
  ["https://0177.0.0.1/", /IP address/],
  ["https://１２７.0.0.1/", /IP address/],
  ["https://169.254.169.254/latest/meta-data", /IP address/],
  ["https://203.0.113.9/", /IP address/],
  ["https://[::1]/", /IP address/],
  ["https://[::ffff:127.0.0.1]/", /IP address/],
  ["https://[2606:4700::1111]/", /IP address/],
  ["https://localhost/", /localhost/],
  ["https://LOCALHOST/", /localhost/],
  ["https://ⓛocalhost/", /localhost/],
  ["https://localhost./", /localhost/],
  ["https://app.localhost/", /localhost/],
  ["https://printer.local/", /local/],
  ["https://a.test/", /test/],
  ["https://www.example/", /example/],
  ["https://a.invalid/", /invalid/],
  ["https://metadata.google.internal/", /internal/],
  ["https://nas.home.arpa/", /home\.arpa/],
  ["https://abc.onion/", /onion/],
  ["https://intranet/", /dot/],
  ["https://intranet.corp/", /public suffix/],
  ["https://co.uk/", /public suffix/],
  ["https://hooks.example.com./", /end with a dot/],
])("rejects the URL %j: %s", (text, problem) => {
  expect(readWebhookUrl(text)).toEqual({ problem: expect.stringMatching(problem) });
});

test("limits the normalized URL to 2,000 characters", () => {
  const longest = `https://hooks.example.com/${"a".repeat(2_000 - 26)}`;
  expect(readWebhookUrl(longest)).toEqual({ url: longest });
  expect(readWebhookUrl(`${longest}a`)).toEqual({ problem: expect.stringContaining("2,000") });
  const umlauts = `https://hooks.example.com/${"ä".repeat(400)}`;
  expect(readWebhookUrl(umlauts)).toEqual({ problem: expect.stringContaining("2,000") });
  const climbing = `https://hooks.example.com/${"a/../".repeat(1_000)}b`;
  expect(readWebhookUrl(climbing)).toEqual({ url: "https://hooks.example.com/b" });
});

test("a normalized URL doesn't change when normalized again", () => {
  const text = fc.oneof(
    fc.webUrl({ validSchemes: ["https"], withQueryParameters: true }),
    fc.string({ unit: fc.constantFrom(..."htps:/@.#?%\\a1[]") }).map((end) => `https://${end}`),
  );
  fc.assert(
    fc.property(text, (given) => {
      const read = readWebhookUrl(given);
      if (!("url" in read)) return;
      expect(readWebhookUrl(read.url)).toEqual(read);
      const { protocol, username, password, port, hash, href } = new URL(read.url);
      expect([protocol, username, password, port, hash]).toEqual(["https:", "", "", "", ""]);
      expect(href).toBe(read.url);
    }),
  );
});
