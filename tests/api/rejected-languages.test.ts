import { beforeEach, describe, expect, test } from "vitest";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { LANGUAGES, type Language } from "#lib/domain/forms/page/page-schema";
import { BROWSER_ACCEPT, type Post, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { textOf } from "#tests/support/factories/page-text";

/** Everything that can be wrong with a message, with the words that the API has for it. */
const REJECTED: Record<string, [post: Post, detail: string | null]> = {
  "a value that is too long": [
    { form: { message: "x".repeat(20_001) } },
    "must be at most 20,000 characters",
  ],
  "a name that is too long": [
    { form: { message: "x", ["n".repeat(101)]: "x" } },
    "has a name longer than 100 characters",
  ],
  "a value that doesn't fit its field": [
    { form: { message: "x", day: "tomorrow" } },
    "must be a date like 2026-11-21",
  ],
  "a day that is too early": [
    { form: { message: "x", day: "2020-01-01" } },
    "must be 2026-12-01 or later",
  ],
  "a file of a type that isn't accepted": [
    {
      multipart: [
        { name: "message", content: "x" },
        { name: "cv", filename: "4711.exe", content: "MZ" },
      ],
    },
    "“4711.exe” isn’t an allowed type",
  ],
  "too many files": [
    {
      multipart: [
        { name: "message", content: "x" },
        ...Array.from({ length: 6 }, () => ({
          name: "files",
          filename: "4711.txt",
          content: "4711",
        })),
      ],
    },
    null,
  ],
  "nested JSON": [
    { json: { message: "x", a: { b: { c: { d: { e: { f: { g: 1 } } } } } } } },
    "is nested too deeply: objects and lists can be at most 5 levels deep",
  ],
};

let publicKey = "";

beforeEach(async () => {
  const { ctx, form } = await createOwnForm({ settings: { uploads: { enabled: true } } });
  const fields = [
    { name: "day", type: "date", label: "4711", min: "2026-12-01" },
    { name: "cv", type: "file", label: "4711" },
  ];
  await saveFields(ctx, form.id, SaveFieldsInput.parse({ revision: null, fields }));
  publicKey = form.publicKey;
});

/** Words of English that no other language's texts have. */
const ENGLISH_WORDS = /\b(your|the|please|must|isn’t|at most|longer|allowed|nested|can’t)\b/i;

const shownOn = (page: string) =>
  textOf(page)
    .replaceAll(/<(style|script|footer)[\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<textarea[\s\S]*?<\/textarea>|<[^>]*>/g, " ");

describe.each(Object.entries(REJECTED))("%s", (_, [post, detail]) => {
  const send = (language: Language, accept: string) =>
    postVisit(publicKey, {
      ...post,
      address: `203.0.113.${LANGUAGES.indexOf(language)}`,
      headers: { accept, "accept-language": language },
    });

  test("is explained to scripts and on the page in the visitor's language, in every one", async () => {
    for (const language of LANGUAGES.filter((one) => one !== "en")) {
      const response = await send(language, "application/json");
      const { message, errors, error } = await response.json();
      // What developers read stays in English.
      if (detail)
        expect(error.details).toContainEqual({ path: expect.any(String), message: detail });
      const page =
        "json" in post ? "" : shownOn(await (await send(language, BROWSER_ACCEPT)).text());
      for (const text of [message, JSON.stringify(errors), page])
        expect(text, language).not.toMatch(ENGLISH_WORDS);
    }
  });
});
