import fc from "fast-check";
import { expect, test } from "vitest";
import { type FieldPairs, valuesNamed } from "#lib/core/fields/fields";
import { writeSubject } from "#lib/domain/emails/subject";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";
import { anyText } from "#tests/support/factories/any-text";

function subjectOf(template: string, fields: FieldPairs = [], formName = "Contact"): string {
  return writeSubject(template, { formName, valuesOf: (name) => valuesNamed(fields, [name]) });
}

const charactersIn = (text: string) => [...text].length;

test("a value with line breaks and hidden characters can't add a header or a line", () => {
  const hostile = "Ada\r\nBcc: eve@example.com\u2028\u202e\0\ud800x";
  expect(subjectOf("From {{name}}", [["name", hostile]])).toBe(
    "From Ada Bcc: eve@example.com \ufffdx",
  );
  expect(subjectOf("{{form}}", [], "Contact\r\nBcc: eve@example.com")).toBe(
    "Contact Bcc: eve@example.com",
  );
});

test("a value that looks like a placeholder isn't filled in again", () => {
  const fields: FieldPairs = [
    ["name", "{{email}} $& $1"],
    ["email", "ada@example.com"],
  ];
  expect(subjectOf("{{name}}", fields)).toBe("{{email}} $& $1");
});

test("whatever is submitted, a subject is one line of at most 302 characters, and never empty", () => {
  const text = anyText();
  const name = fc.constantFrom("name", "a b", "_subject", "__proto__");
  const fields = fc.array(fc.tuple(name, fc.oneof(text, fc.array(text))));
  const template = fc.constantFrom(
    "{{name}}",
    "{{a b}}{{form}}",
    "{{ _subject }}",
    "{{__proto__}}",
  );
  fc.assert(
    fc.property(template, fields, text, (one, pairs, formName) => {
      const subject = subjectOf(one, pairs, formName);
      expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(subject.isWellFormed()).toBe(true);
      expect(subject.trim()).not.toBe("");
      expect(charactersIn(subject)).toBeLessThanOrEqual(302);
    }),
  );
});

test("a long value is cut and leaves room for the rest of the subject", () => {
  const subject = subjectOf("{{message}} ({{form}})", [["message", "😀".repeat(20_000)]]);
  expect(subject).toBe(`${"😀".repeat(79)}… (Contact)`);
  const all = subjectOf("{{a}} {{a}} {{a}}", [["a", "b".repeat(80)]]);
  expect(all).toHaveLength(150);
  expect(all.endsWith("b…")).toBe(true);
});

test("placeholders match fields in any case and with spaces, and join repeated values", () => {
  const fields: FieldPairs = [
    ["Full name", " Ada Lovelace "],
    ["topics", ["Print", " ", "Web"]],
  ];
  expect(subjectOf("{{form}}: {{ full NAME }} – {{topics}}", fields)).toBe(
    "Contact: Ada Lovelace – Print, Web",
  );
});

test("a placeholder without a value leaves no gap, and a subject of nothing else is the default one", () => {
  expect(subjectOf("Order {{id}} from {{name}}", [["name", "Ada"]])).toBe("Order from Ada");
  expect(subjectOf("{{}}{{ name }} {{unknown}}", [["name", "\u202e"]])).toBe(
    DEFAULT_SETTINGS.subject,
  );
});

test("a subject without placeholders, or with braces that aren't one, stays as it is", () => {
  for (const plain of ["New {order}", "{{ {name} }}", "{{name", "a".repeat(150)])
    expect(subjectOf(plain, [["name", "Ada"]])).toBe(plain);
});

test("the subject that a page sends follows the filled one", () => {
  const fields: FieldPairs = [
    ["name", "Ada"],
    ["_subject", "Order 17"],
  ];
  expect(subjectOf("New message from {{name}}", fields)).toBe("New message from Ada: Order 17");
});

test("a subject that ends in an empty placeholder has no separator at the end", () => {
  expect(subjectOf("{{form}}: {{name}}", [["name", "Ada"]])).toBe("Contact: Ada");
  expect(subjectOf("{{form}}: {{name}}")).toBe("Contact");
  expect(subjectOf("{{form}} – {{name}}")).toBe("Contact");
});
