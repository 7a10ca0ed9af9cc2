import { expect, test } from "vitest";
import type { SnippetForm, SnippetOptions } from "#lib/forms/component-snippets";
import { DEFAULT_SETTINGS } from "#lib/forms/schema";
import { SNIPPETS } from "#lib/forms/snippets";

const FORM: SnippetForm = {
  address: "https://forms.example.com/f/KEY",
  settings: { ...DEFAULT_SETTINGS, honeypot: "fax" },
  siteKey: null,
  offersReply: false,
};
const NONE: SnippetOptions = { preventsDuplicates: false, hasFile: false, hasHoneypot: false };
const MARKS = {
  preventsDuplicates: /Idempotency-Key|<script src="\S+\/form\/\S+"/,
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

/** Runs code with a `fetch` that accepts everything, and returns the idempotency keys it was sent. */
async function keysSentBy(code: string): Promise<(string | null)[]> {
  const keys: (string | null)[] = [];
  const accept = async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get("idempotency-key"));
    return Response.json({ data: { id: "1" } }, { status: 201 });
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
