import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { createOwnForm } from "#tests/support/factories/factories";
import { csvOf, importFile } from "#tests/support/factories/import-factories";

test("100,000 messages are imported, each once", async () => {
  const { ctx, form } = await createOwnForm();
  const at = Date.parse("2026-01-01T00:00:00Z");
  const done = await importFile(ctx, form.id, csvOf(100_000, { at }));
  expect(done).toMatchObject({ status: "completed", imported: 100_000, duplicates: 0 });
  expect(await db().submission.count({ where: { importId: done.id } })).toBe(100_000);
});

test("more than 100,000 messages are too many", async () => {
  const { ctx, form } = await createOwnForm();
  const lines = "2026-01-01,a\n".repeat(100_001);
  const done = await importFile(ctx, form.id, `date,message\n${lines}`, { dryRun: true });
  expect(done).toMatchObject({ status: "ready", imported: 1, duplicates: 99_999 });
  expect(done.failure).toContain("more than 100,000 messages");
});
