import { expect, test } from "vitest";
import { publicHostProblem } from "#lib/core/public-host";

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
  ["example.com.", /end with a dot/],
  ["-a.example.com", /valid/],
  [`${"a".repeat(64)}.example.com`, /valid/],
  [`${"a.".repeat(125)}example.com`, /valid/],
])("rejects %s as a public host: %s", (hostname, problem) => {
  expect(publicHostProblem(hostname)).toMatch(problem);
});
