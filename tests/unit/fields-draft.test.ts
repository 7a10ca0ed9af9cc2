import { expect, test } from "vitest";
import { guessFields } from "#lib/domain/forms/fields/guess-fields";
import type { SubmittedContent } from "#lib/domain/forms/fields/rules";
import { SaveFieldsInput, UNSAVED_FIELDS } from "#lib/domain/forms/fields/schema";
import { FIELD_TYPES, labelFrom } from "#lib/domain/forms/fields/types";
import {
  type DraftField,
  nameFrom,
  relabel,
  toDraft,
  toDraftField,
  toInput,
} from "../../app/(dashboard)/forms/[formId]/form/draft";
import {
  autofillsOf,
  keptAutofill,
  TYPE_GROUPS,
} from "../../app/(dashboard)/forms/[formId]/form/kinds";
import { TEMPLATES } from "../../app/(dashboard)/forms/[formId]/form/templates";
import { errorsByRow } from "../../app/(dashboard)/forms/[formId]/list-editor/use-list-editor";

const TEXT = toDraftField({ name: "topic", type: "text", label: "Topic" }, "row");
const REST = { otherFields: "accept", onInvalid: "reject" } as const;

function inputOf(...fields: DraftField[]) {
  return SaveFieldsInput.safeParse({ revision: null, ...toInput({ fields, ...REST }) });
}

test.each(TEMPLATES)("the API accepts the template $name", ({ fields }) => {
  const rows = fields.map((field, place) => toDraftField(field, String(place)));
  expect(inputOf(...rows).error?.issues ?? []).toEqual([]);
});

test.each(TEMPLATES)(
  "the template $name fills in only what its fields can choose",
  ({ fields }) => {
    for (const { type, autocomplete = null } of fields)
      expect(autofillsOf(type, null).map(({ token }) => token)).toEqual(
        expect.arrayContaining([autocomplete].filter((token) => token !== null)),
      );
  },
);

test("a field keeps what it fills in if it was set by the API, until its type changes", () => {
  const tokens = (...given: Parameters<typeof autofillsOf>) =>
    autofillsOf(...given).map(({ token }) => token);
  expect(tokens("email", "work email")).toEqual(["off", "work email"]);
  expect(tokens("checkbox", "name")).toEqual(["name"]);
  expect(tokens("checkbox", null)).toEqual([]);
  expect(tokens("text", "city")).toContain("city");
  expect(new Set(tokens("text", "name")).size).toBe(tokens("text", null).length);
  expect(keptAutofill("choice", "country")).toBe("country");
  expect(keptAutofill("date", "country")).toBeNull();
});

test("every choice of what to fill in can be saved", () => {
  for (const type of FIELD_TYPES)
    for (const { token } of autofillsOf(type, null)) {
      const options = type === "choice" ? "One" : "";
      expect(inputOf({ ...TEXT, type, options, autocomplete: token }).error).toBeUndefined();
    }
});

test("the menu has every type once", () => {
  expect(TYPE_GROUPS.flat().toSorted()).toEqual(FIELD_TYPES.toSorted());
});

test("fields that were read can be saved without a change", () => {
  const input = SaveFieldsInput.parse({
    revision: null,
    fields: [
      { name: "email", type: "email", label: "Email", required: true, autocomplete: "work email" },
      { name: "day", type: "date", label: "Day", min: "2026-11-21", width: "half" },
      { name: "count", type: "number", label: "Count", min: -1.5, max: 9, placeholder: "3" },
      {
        name: "size",
        type: "choice",
        label: "Size",
        options: [
          { value: "s", label: "Small" },
          { value: "a | b", label: "A | B" },
          { value: "Large", label: "Large" },
        ],
      },
      { name: "files", type: "file", label: "Files", multiple: true },
    ],
  });
  const draft = toDraft({ ...UNSAVED_FIELDS, fields: input.fields });
  const again = SaveFieldsInput.parse({ revision: null, ...toInput(draft) });
  // A missing answer to yes or no is no.
  const fields = input.fields.map((field) => ({ ...field, required: field.required ?? false }));
  expect(again).toEqual({ ...input, fields });
});

test("a field of another type loses what doesn't apply to it, so every type can be saved", () => {
  const full: DraftField = {
    ...TEXT,
    help: "Help",
    placeholder: "Example",
    minLength: "1",
    maxLength: "9",
    min: "1",
    max: "2",
    options: "One\nTwo",
    multiple: true,
    width: "half",
  };
  for (const type of FIELD_TYPES.filter((one) => one !== "date"))
    expect(inputOf({ ...full, type }).error?.issues ?? [], type).toEqual([]);
});

test("options are one per line: a label, or a value and a label", () => {
  const parsed = inputOf({ ...TEXT, type: "choice", options: " Small \n\nl | Large\n" });
  expect(parsed.data?.fields[0]?.options).toEqual([
    { value: "Small", label: "Small" },
    { value: "l", label: "Large" },
  ]);
});

test("a name follows its label until it's typed, and is never reserved or taken", () => {
  const text = (label: string, taken: string[] = []) =>
    nameFrom({ type: "long_text", label }, taken);
  expect(text("Your Subject (Grüße)")).toBe("your_subject_gruße");
  expect(text("メールアドレス")).toBe("メールアドレス");
  expect(text("Київ")).toBe("київ");
  expect(text("e\u0301te\u0301")).toBe("ete");
  expect(text("?!")).toBe("field");
  expect(text("Access key")).toBe("access_key_2");
  expect(text("Topic", ["topic", "topic_2"])).toBe("topic_3");
  const added = { ...TEXT, followsLabel: true };
  expect(relabel(added, "Your topic", []).name).toBe("your_topic");
  expect(relabel(TEXT, "Your topic", []).name).toBe("topic");
});

test("errors of the server belong to rows, and those of options name their line", () => {
  const rows = [
    { ...TEXT, id: "one", type: "choice" as const, options: "A\nA" },
    { ...TEXT, id: "two", label: "", min: "x", type: "number" as const },
  ];
  const details = inputOf(...rows).error?.issues.map(({ path, message }) => ({
    path: path.join("."),
    message,
  }));
  expect(errorsByRow(rows, details ?? [])).toEqual({
    one: { options: "Option 2 must be unique among the options." },
    two: {
      name: "Must be unique among the fields.",
      label: "Enter 1 to 120 characters.",
      min: "Must be a number or a date like 2026-11-21.",
    },
  });
});

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

test.each([
  "Your email",
  "E-Mail",
  "Ihre E-Mail-Adresse",
  "メールアドレス",
  "Where can we reach you?",
])("the first email field is called `email`, whatever its label: %s", (label) => {
  expect(nameFrom({ type: "email", label }, [])).toBe("email");
  expect(nameFrom({ type: "email", label }, ["email"])).not.toBe("email");
});

test.each(["Name", "Your name", "Full name", "Ihr Name", "お名前", "Имя"])(
  "the first text that asks for a name is called `name`, and browsers fill it in: %s",
  (label) => {
    const added = toDraftField({ type: "text", label: "", name: "" }, "row");
    const field = relabel({ ...added, followsLabel: true }, label, []);
    expect(field).toMatchObject({ name: "name", autocomplete: "name" });
    expect(relabel(field, "Company", [])).toMatchObject({ name: "company", autocomplete: null });
    expect(nameFrom({ type: "text", label }, ["name"])).not.toBe("name");
    expect(relabel({ ...field, followsLabel: false }, "Company", []).name).toBe("name");
  },
);
