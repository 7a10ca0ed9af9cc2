import fc from "fast-check";
import { expect, test } from "vitest";
import { toPlainBlock } from "#lib/core/characters";
import {
  fillSavedReply,
  type SavedReplyValues,
  valuesOfMessage,
} from "#lib/domain/replies/fill-saved-reply";
import {
  findSlash,
  findTyped,
  searchSavedReplies,
} from "../../app/(dashboard)/inbox/message/saved-reply-search";

const ADA: SavedReplyValues = {
  name: "Ada Lovelace",
  form: "Contact",
  fields: [
    { name: "topics", label: "Your topics", value: ["Print", "Web"] },
    { name: "company", label: "Company", value: "" },
    { name: "name", label: "Full name", value: "Augusta Ada King" },
  ],
};
const NOBODY = { ...ADA, name: null };

test("placeholders stand for the sender, the form, and fields by name or label, whatever their case", () => {
  const fill = (text: string) => fillSavedReply(text, ADA);
  expect(fill("Hello {{name}} of {{ Form }}")).toBe("Hello Ada Lovelace of Contact");
  expect(fill("{{topics}}; {{TOPICS}}; {{your Topics}}")).toBe(
    "Print, Web; Print, Web; Print, Web",
  );
  expect(fill("{{name}} is {{full name}}"), "the sender wins over a field").toBe(
    "Ada Lovelace is Augusta Ada King",
  );
});

test("what isn't a known placeholder stays as typed", () => {
  for (const text of ["{{unknown}}", "{{}}", "{{ }}", "{name}", "{{name", "{{na\nme}}", "{{{x}}}"])
    expect(fillSavedReply(text, ADA)).toBe(text);
  expect(fillSavedReply("{{{name}}}", ADA)).toBe("{Ada Lovelace}");
});

test.each([
  ["Hello {{name}},", "Hello,"],
  ["Hello {{name}}!", "Hello!"],
  ["Thanks, {{name}}!", "Thanks!"],
  ["Dear {{name}} of {{company}}, hello", "Dear of, hello"],
  ["{{name}}, thank you", "thank you"],
  ["Hello\n{{name}}, thank you", "Hello\nthank you"],
  ["Best,\n{{name}}", "Best,\n"],
  ["{{name}} {{company}} {{form}}", "Contact"],
  ["{{form}} {{name}} {{form}}", "Contact Contact"],
  ["{{company}}", ""],
])("an empty value leaves no gap: %j becomes %j", (text, filled) => {
  expect(fillSavedReply(text, NOBODY)).toBe(filled);
});

test("a field of an opened message that the visitor left out is empty, and one the form doesn't know has no label", () => {
  const values = valuesOfMessage({
    message: { formName: "Contact" },
    fields: [
      ["topic", "Print"],
      ["extra", ["a", " "]],
    ],
    known: [
      { name: "topic", label: "Topic of yours" },
      { name: "phone", label: "Phone" },
    ],
    sender: { name: null },
  });
  const text = "{{topic of yours}} {{Phone}} {{phone}} {{extra}} {{form}}";
  expect(fillSavedReply(text, values)).toBe("Print a Contact");
});

const word = fc.string({ minLength: 1, maxLength: 12 });
const value = fc.oneof(
  fc.string({ maxLength: 30, unit: "grapheme" }),
  fc.constantFrom("{{name}}", "{{form}}", "{{other}}", "}}", "{{", " , "),
);
const values: fc.Arbitrary<SavedReplyValues> = fc.record({
  name: fc.option(value),
  form: value,
  fields: fc.array(
    fc.record({ name: word, label: word, value: fc.oneof(value, fc.array(value)) }),
    { maxLength: 5 },
  ),
});
const withoutBraces = fc.string({ maxLength: 30 }).map((text) => text.replaceAll(/[{}]/g, "-"));

test("a text without placeholders stays as it is", () => {
  fc.assert(
    fc.property(withoutBraces, values, (text, given) => {
      expect(fillSavedReply(text, given)).toBe(text);
    }),
  );
});

test("a value is shown as it is, and never filled again", () => {
  fc.assert(
    fc.property(withoutBraces, withoutBraces, value, (before, after, form) => {
      const filled = fillSavedReply(`${before}{{form}}${after}`, { ...NOBODY, form });
      if (/\S/.test(toPlainBlock(form))) expect(filled).toBe(before + toPlainBlock(form) + after);
      else expect(`${before}${after}`.length).toBeGreaterThanOrEqual(filled.length);
    }),
  );
});

test("all typed characters but spaces and commas remain, whatever the values", () => {
  const bare = (text: string) => text.replaceAll(/[\s,]/g, "");
  const parts = fc.array(fc.tuple(withoutBraces, fc.constantFrom("{{name}}", "{{company}}")));
  fc.assert(
    fc.property(parts, withoutBraces, (typed, end) => {
      const text = typed.map(([before, placeholder]) => before + placeholder).join("") + end;
      const expected = typed.map(([before]) => before).join("") + end;
      expect(bare(fillSavedReply(text, NOBODY))).toBe(bare(expected));
    }),
  );
});

test("filling takes a time that grows with the length alone", () => {
  const started = performance.now();
  for (const text of ["{", "{{", "{{a", " ", " ,", "{{name}}", "{{name}} ", "{{company}},  "])
    fillSavedReply(text.repeat(10_000 / text.length), NOBODY);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("a slash opens the list at the start of a text or of a line only", () => {
  expect(findSlash("/", 1)).toEqual({ start: 0, end: 1, search: "" });
  expect(findSlash("/quo", 4)).toEqual({ start: 0, end: 4, search: "quo" });
  expect(findSlash("Hello\n/quote soon", 12)).toEqual({ start: 6, end: 12, search: "quote" });
  expect(findSlash("\n/a", 3)).toEqual({ start: 1, end: 3, search: "a" });
  for (const [text, caret] of [
    ["", 0],
    ["/", 0],
    ["and/or", 6],
    [" /a", 3],
    ["/a\nb", 4],
    ["\n", 0],
    ["\n/", 0],
    ["\n/", 1],
  ] as const)
    expect(findSlash(text, caret), `${JSON.stringify(text)} at ${caret}`).toBeNull();
});

test("once a button opened the list, it stays until the caret leaves the line", () => {
  expect(findTyped("Hello quo", 6, 9)).toEqual({ start: 6, end: 9, search: "quo" });
  expect(findTyped("Hello", 5, 4)).toBeNull();
  expect(findTyped("Hello\nB", 5, 7)).toBeNull();
});

test("names come first, then texts", () => {
  const made = (name: string, text: string) => ({
    id: name,
    name,
    text,
    createdAt: 0,
    updatedAt: 0,
  });
  const all = [
    made("Opening hours", "We’re open until six."),
    made("Price of a website", "From 900 euros."),
    made("Thanks", "Our prices are on the page."),
    made("Website price", "As agreed."),
  ];
  const found = (search: string) => searchSavedReplies(all, search).map(({ name }) => name);
  expect(found("")).toEqual(all.map(({ name }) => name));
  expect(found("PRICE")).toEqual(["Price of a website", "Website price", "Thanks"]);
  expect(found("price website")).toEqual(["Price of a website", "Website price"]);
  expect(found("etc/passwd")).toEqual([]);
});
