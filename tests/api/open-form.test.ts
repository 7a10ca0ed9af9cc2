import { expect, test } from "vitest";
import { singleton } from "#lib/core/singleton";
import { findOpenForm, isPublicKey } from "#lib/intake/open-form";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

test("a public key has 16 to 40 letters and digits", () => {
  for (const key of ["a".repeat(16), "Z9".repeat(20)]) expect(isPublicKey(key)).toBe(true);
  for (const key of ["", "a".repeat(15), "a".repeat(41), "a".repeat(15_000), `${"a".repeat(20)}-`])
    expect(isPublicKey(key)).toBe(false);
});

test("the cache holds at most 1,000 forms and evicts the least recently read one", async () => {
  const { publicKey } = await createForm(await createWorkspace());
  const forms = singleton("open-forms", () => new Map<string, unknown>());
  forms.clear();
  for (let n = 0; n < 1_000; n += 1) forms.set(`form-${n}`, null);
  await findOpenForm(publicKey);
  expect(forms.size).toBe(1_000);
  expect(forms.has("form-0")).toBe(false);
  expect(forms.has(publicKey)).toBe(true);
  forms.clear();
});
