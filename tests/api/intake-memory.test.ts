import { expect, test } from "vitest";
import { cachedForms, findOpenForm, isPublicKey, type OpenForm } from "#lib/intake/open-form";
import { recorder, recordRejection } from "#lib/intake/rejections";
import { holdLocks } from "#tests/support/drills/lock-waits";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

const NOW = new Date("2026-11-21T10:00:30.000Z");

test("records of rejected submissions hold at most 10,000 keys in memory while the database is slow", async () => {
  const holder = await holdLocks("LOCK TABLE rejected_submissions");
  const key = (n: number) => n.toString(36).padStart(20, "0");
  // The first write waits for the lock, and the others wait for the first.
  const records = Array.from({ length: 10_500 }, (_, n) =>
    recordRejection(key(n), "rate_limited", null, NOW),
  );
  expect(recorder.pending.size).toBe(10_000);
  await holder.query("COMMIT");
  await Promise.all(records);
  expect(recorder.pending.size).toBe(0);
});

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
