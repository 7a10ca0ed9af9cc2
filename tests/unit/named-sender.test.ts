import { expect, test } from "vitest";
import { namedSender } from "#lib/notifications/compose-email";

const ADDRESS = "<notifications@form-intake.invalid>";

test("the sender of a notification names its form", () => {
  expect(namedSender("Contact", "via")).toMatch(new RegExp(`^"Contact via [^"]+" ${ADDRESS}$`));
  expect(namedSender("Acme", "alone")).toBe(`"Acme" ${ADDRESS}`);
});

test.each([
  'Quote" <evil@example.com>',
  "www.example.com",
  "https://example.com",
  "ada@example.com",
  "",
])("a name that could pass for an address or a link is left out: %j", (name) => {
  expect(namedSender(name, "alone")).not.toContain("example.com");
  expect(namedSender(name, "alone")).toContain(ADDRESS);
});

test("a name can't end its quotes or begin a header", () => {
  const from = namedSender('A "B"\r\nBcc C', "alone");
  expect(from.replace(ADDRESS, "")).not.toMatch(/[\r\n\\]/);
  expect(from.match(/"/g)).toHaveLength(2);
});
