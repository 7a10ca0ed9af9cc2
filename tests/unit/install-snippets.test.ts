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

test("an option adds what it says, in the languages that know it, and nothing else", () => {
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

test("the anti-spam widget and the auto-reply's checkbox don't depend on options", () => {
  for (const { name, write } of SNIPPETS) {
    const code = write({ ...FORM, siteKey: "0x4site", offersReply: true }, NONE);
    expect(code, name).toContain("_service_autoreply");
    expect(code, name).toMatch(/0x4site|cf-turnstile-response/);
  }
});
