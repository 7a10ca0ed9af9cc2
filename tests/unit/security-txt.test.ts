import { expect, test } from "vitest";
import { METHODS } from "#lib/http/http-types";
import { securityText, securityTxtRoute } from "#lib/http/well-known";
import { ErrorBody } from "#tests/support/contract/check-answer";

test("security.txt returns 404 if no contact is configured", async () => {
  for (const method of METHODS) {
    const response = await securityTxtRoute[method](
      new Request("http://localhost:3000", { method }),
    );
    expect(response.status).toBe(404);
    expect(ErrorBody.parse(await response.json()).error.code).toBe("not_found");
    expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("security.txt contains the contact, its expiry, and the canonical URL on HTTPS", () => {
  const now = Date.parse("2026-11-22T13:00:00Z");
  const text = [
    "Contact: mailto:security@example.com",
    "Expires: 2027-02-20T00:00:00.000Z",
    "Preferred-Languages: en",
    "",
  ];
  const textAt = (baseUrl: string) => securityText("mailto:security@example.com", baseUrl, now);
  expect(textAt("http://localhost:3000").split("\n")).toEqual(text);
  const canonical = "Canonical: https://forms.example.com/.well-known/security.txt";
  expect(textAt("https://forms.example.com").split("\n")).toEqual(text.toSpliced(3, 0, canonical));
});
