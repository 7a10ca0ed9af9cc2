import { expect, test } from "vitest";
import { checkFields } from "#lib/domain/forms/fields/rules";
import { StoredFields } from "#lib/domain/forms/fields/schema";
import { DEFAULT_SETTINGS } from "#lib/domain/forms/schema";
import type { SnippetForm, SnippetOptions } from "#lib/domain/forms/snippets/component-snippets";
import { exampleValues } from "#lib/domain/forms/snippets/field-snippets";
import { SNIPPETS } from "#lib/domain/forms/snippets/snippets";

const FORM: SnippetForm = {
  address: "https://forms.example.com/f/KEY",
  settings: { ...DEFAULT_SETTINGS, honeypot: "fax" },
  siteKey: null,
  offersReply: false,
  fields: [],
};
const NONE: SnippetOptions = { preventsDuplicates: false, hasFile: false, hasHoneypot: false };
const MARKS = {
  preventsDuplicates: /Idempotency-Key|<script (?:is:inline )?src="\S+\/form\/\S+"/,
  hasFile: /type="file"/,
  hasHoneypot: /name="fax"/,
} as const satisfies Record<keyof SnippetOptions, RegExp>;
const OPTIONS = ["preventsDuplicates", "hasFile", "hasHoneypot"] as const;

test("the default HTML is five lines", () => {
  expect(SNIPPETS[0]?.write(FORM, NONE)).toBe(
    [
      '<form action="https://forms.example.com/f/KEY" method="post">',
      '  <label>Email <input name="email" type="email" required></label>',
      '  <label>Message <textarea name="message" required></textarea></label>',
      "  <button>Send</button>",
      "</form>",
    ].join("\n"),
  );
});

test("Astro gets the HTML, with scripts that it leaves alone and without expressions", () => {
  const write = (name: string) =>
    SNIPPETS.find((snippet) => snippet.name === name)?.write(
      { ...FORM, siteKey: "0x4site", fields: OWN_FIELDS },
      { ...NONE, preventsDuplicates: true },
    ) ?? "";
  const astro = write("astro");
  expect(astro.match(/<script is:inline src=/g)).toHaveLength(2);
  expect(astro.replaceAll(" is:inline", "")).toBe(write("html"));
  expect(astro).not.toMatch(/[{}]/);
});

test("an option adds its code, in the languages that know it, and nothing else", () => {
  for (const { name, write, options } of SNIPPETS)
    for (const option of OPTIONS) {
      const [plain, code] = [write(FORM, NONE), write(FORM, { ...NONE, [option]: true })];
      if (!options.includes(option)) expect(code, name).toBe(plain);
      for (const other of OPTIONS) {
        const isIncluded = other === option && options.includes(option);
        expect(MARKS[other].test(code), `${other} in ${name} with ${option}`).toBe(isIncluded);
      }
    }
});

test("the Turnstile widget and the auto-reply's checkbox don't depend on options", () => {
  for (const { name, write } of SNIPPETS) {
    const code = write({ ...FORM, siteKey: "0x4site", offersReply: true }, NONE);
    expect(code, name).toContain("_service_autoreply");
    expect(code, name).toMatch(/0x4site|cf-turnstile-response/);
  }
});

const OWN_FIELDS = StoredFields.parse([
  { name: "mail", type: "email", label: "Email", required: true, autocomplete: "email" },
  { name: "size", type: "number", label: "Size {cm}", min: 1, max: 9 },
  { name: "full name", type: "text", label: "<b>Name</b>", maxLength: 4 },
  { name: "topic", type: "choice", label: "Topic", options: [{ value: "a&b", label: "A & B" }] },
  { name: "extras", type: "choices", label: "Extras", options: [{ value: "x", label: "X" }] },
  { name: "terms", type: "checkbox", label: "Terms", required: true },
  { name: "cv", type: "file", label: "CV", multiple: true },
  { name: "from", type: "hidden", label: "From" },
]);

test("the code has the form's own fields with labels and constraints", () => {
  const form = { ...FORM, fields: OWN_FIELDS };
  expect(SNIPPETS[0]?.write(form, NONE)).toBe(
    [
      '<form action="https://forms.example.com/f/KEY" method="post" enctype="multipart/form-data">',
      '  <label>Email <input name="mail" type="email" required autocomplete="email"></label>',
      '  <label>Size &#123;cm&#125; <input name="size" type="number" step="any" min="1" max="9"></label>',
      '  <label>&lt;b>Name&lt;/b> <input name="full name" maxlength="4"></label>',
      "  <label>Topic",
      '    <select name="topic">',
      '      <option value=""></option>',
      '      <option value="a&amp;b">A &amp; B</option>',
      "    </select>",
      "  </label>",
      "  <fieldset>",
      "    <legend>Extras</legend>",
      '    <label><input type="checkbox" name="extras" value="x"> X</label>',
      "  </fieldset>",
      '  <label><input name="terms" type="checkbox" value="true" required> Terms</label>',
      '  <label>CV <input name="cv" type="file" multiple></label>',
      '  <input name="from" type="hidden">',
      "  <button>Send</button>",
      "</form>",
    ].join("\n"),
  );
  for (const { name, write } of SNIPPETS.filter(({ options }) => options.includes("hasHoneypot"))) {
    const code = write(form, NONE);
    for (const field of OWN_FIELDS) expect(code, name).toContain(`name="${field.name}"`);
    expect(code, name).not.toContain('name="message"');
  }
});

test("the values that the code sends fit the form's fields", () => {
  const fields = exampleValues(OWN_FIELDS);
  const sent = { fields, fileFields: [] };
  expect(checkFields({ fields: OWN_FIELDS }, sent, { acceptsFiles: false }).faults).toEqual([]);
  const code = SNIPPETS.find(({ name }) => name === "curl")?.write(
    { ...FORM, fields: OWN_FIELDS },
    NONE,
  );
  expect(code).toContain('"full name":"<b>N"');
});

/** Runs code with a `fetch` that accepts everything, and returns the idempotency keys it was sent. */
async function keysSentBy(code: string): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  const accept = async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get("idempotency-key"));
    return Response.json({ data: { id: "1" } });
  };
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  await AsyncFunction("fetch", "console", code)(accept, { log: () => undefined });
  return keys;
}

test("the fetch snippet against duplicates sends the same message with one key, and another with another", async () => {
  const fetchSnippet = SNIPPETS.find(({ name }) => name === "javascript");
  const code = fetchSnippet?.write(FORM, { ...NONE, preventsDuplicates: true });
  const [example, ...keys] = await keysSentBy(`${code}
    await Promise.all([send({ message: "a" }), send({ message: "a" })]);
    await send({ message: "a" });
    await send({ message: "b" });`);
  const [first, second] = new Set(keys);
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(keys).toEqual([first, first, first, second]);
  expect(example).not.toBe(first);
  expect(await keysSentBy(fetchSnippet?.write(FORM, NONE) ?? "")).toEqual([null]);
});
