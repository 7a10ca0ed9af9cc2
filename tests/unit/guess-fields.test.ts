import { expect, test } from "vitest";
import { guessFields } from "#lib/fields/guess-fields";
import type { SubmittedContent } from "#lib/fields/rules";
import { SaveFieldsInput } from "#lib/fields/schema";
import { labelFrom } from "#lib/fields/types";

const message = (
  fields: Record<string, string | string[]>,
  fileFields: string[] = [],
): SubmittedContent => ({ fields: Object.entries(fields), fileFields });

function typesOf(...contents: SubmittedContent[]): Record<string, string> {
  return Object.fromEntries(guessFields(contents).map(({ name, type }) => [name, type]));
}

test("types are guessed from all values of a name", () => {
  const types = typesOf(
    message({
      email: "ada@example.com",
      site: "https://example.com",
      day: "2026-11-21",
      guests: "3",
      postcode: "01067",
      telephone: "555123",
      fax: "+49 351 123",
      terms: "on",
      about: "One line\nand another",
      mixed: "3",
    }),
    message({ mixed: "three", empty: "" }),
  );
  expect(types).toEqual({
    email: "email",
    site: "url",
    day: "date",
    guests: "number",
    postcode: "text",
    telephone: "phone",
    fax: "phone",
    terms: "checkbox",
    about: "long_text",
    mixed: "text",
    empty: "text",
  });
});

test("repeated names are multiple choices, and names of files are file fields", () => {
  const [topics, photos] = guessFields([
    message({ topics: ["Art", "Music"] }, ["photos", "photos"]),
    message({ topics: "Sports" }),
  ]);
  expect(topics).toMatchObject({ type: "choices" });
  expect(topics?.options?.map(({ value }) => value)).toEqual(["Art", "Music", "Sports"]);
  expect(photos).toMatchObject({ type: "file", multiple: true });
});

test("the order is that of the newest message, without fields that other services act on", () => {
  const older = message({ _subject: "Hi", company: "x", name: "Ada", redirect: "/" });
  const newest = message({ name: "Ada", _replyto: "a@example.com", message: "Hello" });
  expect(Object.keys(typesOf(newest, older))).toEqual(["name", "message", "company"]);
});

test("whatever visitors sent, the fields can be saved", () => {
  const names = [
    "__proto__",
    " ",
    "x".repeat(101),
    "\n",
    "a[]",
    "🎉",
    "\u202e",
    "_service_x",
    "<b>",
  ];
  const hostile = names.map((name) => [name, [" a ", "a", "\n", "b".repeat(300)]] as const);
  const contents: SubmittedContent[] = [
    { fields: hostile.map(([name, values]) => [name, [...values]]), fileFields: ["<b>"] },
    { fields: Array.from({ length: 80 }, (_, at) => [`f${at}`, "1"]), fileFields: [] },
  ];
  const fields = guessFields(contents);
  expect(fields.length).toBe(50);
  const input = SaveFieldsInput.safeParse({ revision: null, fields });
  expect(input.error?.issues ?? []).toEqual([]);
});

test("labels are names as people write them", () => {
  expect(["first_name", "firstName", "first-name[]", "URL", "_", "e.mail"].map(labelFrom)).toEqual([
    "First name",
    "First name",
    "First name",
    "URL",
    "Field",
    "E mail",
  ]);
});
