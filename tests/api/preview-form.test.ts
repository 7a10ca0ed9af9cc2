import { expect, test } from "vitest";
import { saveFields } from "#lib/domain/forms/fields/form-fields";
import { SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { savePage } from "#lib/domain/forms/page/form-page";
import { SavePageInput } from "#lib/domain/forms/page/page-schema";
import { type PreviewDraft, previewForm } from "#lib/entry/intake/preview-form";
import { createOwnForm } from "#tests/support/factories/factories";
import { HOSTILE, tagsOf, textOf } from "#tests/support/factories/page-text";

const LOOK = { part: "form", scheme: "light", edited: null } as const;

async function setUp() {
  const { workspace, form } = await createOwnForm();
  const { ctx } = workspace;
  const preview = (draft: Partial<PreviewDraft> = {}, languages: string | null = null) =>
    previewForm(ctx, form.id, { ...LOOK, ...draft }, languages);
  return { ctx, form, preview };
}

test("a preview shows the draft instead of what's saved, and saves nothing", async () => {
  const { ctx, form, preview } = await setUp();
  const saved = SaveFieldsInput.parse({
    revision: null,
    fields: [{ name: "a", type: "text", label: "Saved label" }],
  });
  await saveFields(ctx, form.id, saved);
  await savePage(ctx, form.id, SavePageInput.parse({ revision: null, title: "Saved title" }));
  const draft = [{ name: "a", type: "date", label: "Draft label" }];
  const fieldsOnly = textOf(await preview({ fields: draft }));
  expect(fieldsOnly).toContain("Draft label");
  expect(fieldsOnly).toContain("Saved title");
  expect(fieldsOnly).not.toContain("Saved label");
  const pageOnly = textOf(await preview({ page: { title: "Draft title" } }));
  expect(pageOnly).toContain("Draft title");
  expect(pageOnly).toContain("Saved label");
  const now = textOf(await preview());
  expect(now).toContain("Saved title");
  expect(now).toContain("Saved label");
  expect(textOf(await preview({ fields: [] })), "asks for a message").toContain("Message");
});

test("an incomplete draft is shown as far as it goes, and no draft is an error", async () => {
  const { preview } = await setUp();
  const fields = [
    { type: "choice", label: "No options", options: [] },
    { type: "number", label: "Bad limits", min: "many", maxLength: -1 },
    { type: "unknown", label: "" },
    { type: "text", label: "Same name", name: "x" },
    { type: "text", label: "Same name too", name: "x" },
    null,
    7,
  ];
  const text = textOf(await preview({ fields, page: { title: "", accent: "blue", intro: 7 } }));
  for (const label of ["No options", "Bad limits", "…", "Same name", "Same name too"])
    expect(text).toContain(label);
  for (const odd of [null, "x", { length: 9 }, Array(500).fill({ label: "x" })])
    expect(await preview({ fields: odd, page: odd })).toContain("</html>");
  // Names of JavaScript's own.
  const own = JSON.parse(
    '{"label":"Label","__proto__":{"type":"date"},"constructor":1,"toString":2}',
  );
  expect(textOf(await preview({ fields: [own], page: own }))).toContain("Label");
});

test("the largest and deepest draft gives a page of limited size", async () => {
  const { preview } = await setUp();
  const options = Array.from({ length: 500 }, (_, at) => ({
    value: `${at}`,
    label: "x".repeat(200),
  }));
  const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  const fields = Array.from({ length: 5_000 }, () => ({ type: "choice", label: "x", options }));
  for (const draft of [fields, [...fields.slice(0, 49), { label: deep, options: deep }], deep])
    expect((await preview({ fields: draft, page: { title: deep } })).length).toBeLessThan(100_000);
});

test("the label of the edited field can be scrolled to, whatever its type", async () => {
  const { preview } = await setUp();
  const options = [{ value: "a", label: "A" }];
  const fields = [
    { type: "text", label: '<label for="f1">' },
    { type: "date", label: "Day" },
    { type: "choices", label: "Several", options },
    { type: "checkbox", label: "Agree" },
    { type: "hidden", label: "Campaign" },
  ];
  const marked = async (edited: number) =>
    [...(await preview({ fields, edited })).matchAll(/<(\w+) id="edited" for="([\w-]+)"/g)].map(
      ([, tag, target]) => `${tag} ${target}`,
    );
  expect(await marked(0)).toEqual(["label f0"]);
  expect(await marked(1)).toEqual(["label f1"]);
  expect(await marked(2)).toEqual(["label f2-0"]);
  expect(await marked(3)).toEqual(["label f3"]);
  for (const hidden of [4, 5]) expect(await marked(hidden)).toEqual([]);
});

test("text of a draft is never markup", async () => {
  const { preview } = await setUp();
  const [plain, hostile] = await Promise.all(
    [["Text"], HOSTILE].map((words) => {
      const fields = words.map((word) => ({ type: "text", label: word, help: word }));
      return preview({ fields: fields.slice(0, 1), page: { title: words[0], intro: words[0] } });
    }),
  );
  expect(tagsOf(hostile ?? "")).toEqual(tagsOf(plain ?? ""));
});

test("the theme and the language are the page's own, or the visitor's", async () => {
  const { preview } = await setUp();
  const schemeOf = (html: string) => /:root\{color-scheme:([a-z ]+);/.exec(html)?.[1];
  expect(schemeOf(await preview({ scheme: "dark" }))).toBe("dark");
  expect(schemeOf(await preview({ scheme: "dark", page: { theme: "light" } }))).toBe("light");
  expect(await preview({}, "de")).toContain('lang="de"');
  expect(await preview({ page: { language: "fr" } }, "de")).toContain('lang="fr"');
});

test("the thank-you page has the draft's words and link", async () => {
  const { preview } = await setUp();
  const page = { thanksTitle: "Got it", thanksLinkUrl: "https://example.com/next" };
  const html = await preview({ part: "thanks", page });
  expect(textOf(html)).toContain("Got it");
  expect(html).toContain('href="https://example.com/next"');
});
