import { expect, test } from "vitest";
import { cachedForms, findOpenForm, isPublicKey, type OpenForm } from "#lib/intake/open-form";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

test("a public key has 16 to 40 letters and digits", () => {
  for (const key of ["a".repeat(16), "Z9".repeat(20)]) expect(isPublicKey(key)).toBe(true);
  for (const key of ["", "a".repeat(15), "a".repeat(41), "a".repeat(15_000), `${"a".repeat(20)}-`])
    expect(isPublicKey(key)).toBe(false);
});

test("the cache holds at most 1,000 forms and evicts the least recently read one", async () => {
  const { publicKey } = await createForm(await createWorkspace());
  cachedForms.clear();
  const form = (await findOpenForm(publicKey)) as OpenForm;
  cachedForms.clear();
  for (let n = 0; n < 1_000; n += 1) cachedForms.set(`form-${n}`, form);
  await findOpenForm(publicKey);
  expect(cachedForms.size).toBe(1_000);
  expect(cachedForms.has("form-0")).toBe(false);
  expect(cachedForms.has(publicKey)).toBe(true);
  cachedForms.clear();
});
