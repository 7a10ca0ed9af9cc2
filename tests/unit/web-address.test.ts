import { expect, test } from "vitest";
import { toWebAddress } from "#lib/domain/forms/fields/rules";
import { Field } from "#lib/domain/forms/fields/schema";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";
import { fitFields } from "#lib/domain/intake/fit-fields";

test.for([
  ["example.com", "https://example.com"],
  ["www.example.com/x?y=1#z", "https://www.example.com/x?y=1#z"],
  ["example.com:8080/x", "https://example.com:8080/x"],
  ["example.com?a=b", "https://example.com?a=b"],
  ["müller.de", "https://müller.de"],
  ["例子.广告/x", "https://例子.广告/x"],
  ["https://example.com", "https://example.com"],
  ["HTTP://localhost/x", "HTTP://localhost/x"],
] as const)("%j is the web address %j", ([text, stored]) => {
  expect(toWebAddress(text)).toBe(stored);
});

test.for([
  "",
  "example",
  "localhost",
  "localhost:3000",
  "ada@example.com",
  "mailto:ada@example.com",
  "javascript:alert(1)",
  "ftp://example.com",
  "//example.com",
  "/example.com",
  ".com",
  "example.",
  "1.5",
  "12.03.2026",
  "example.com x",
  "example.com\\x",
  "https://",
  "example.com:99999",
])("%j is no web address", (text) => {
  expect(toWebAddress(text)).toBeNull();
});

test("a bare host name is stored with https://, and everything else as sent", () => {
  const field = (name: string, type: string) => Field.parse({ name, type, label: name });
  const list = {
    fields: [field("site", "url"), field("text", "text")],
    otherFields: "accept" as const,
    onInvalid: "mark" as const,
  };
  const fitted = (site: string) =>
    fitFields(
      { fieldList: list, settings: DEFAULT_SETTINGS },
      {
        fields: [
          ["site", site],
          ["text", "example.com"],
          ["other", "example.com"],
        ],
        files: [],
      },
    );
  expect(fitted(" example.com/x ").fields).toEqual([
    ["site", "https://example.com/x"],
    ["text", "example.com"],
    ["other", "example.com"],
  ]);
  expect(fitted(" https://example.com ").fields[0]).toEqual(["site", " https://example.com "]);
  expect(fitted("nothing").fields[0]).toEqual(["site", "nothing"]);
  expect(fitted("nothing").invalidFields).toMatchObject([{ name: "site" }]);
});
