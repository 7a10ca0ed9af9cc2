import { expect, test } from "vitest";
import { db, pool } from "#lib/db/database";
import { postVisit, rejectionCode } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

const today = () => new Date().toISOString().slice(0, 10);

/** Creates a form whose workspace has used `accepted` of 1,000 messages this month. */
async function formAfter(accepted: number) {
  const workspace = await createWorkspace();
  const uploads = { enabled: true, retentionDays: 1 };
  const form = await createForm(workspace, { settings: { uploads } });
  await db().usageSlot.create({
    data: { workspaceId: workspace.id, day: new Date(today()), slot: 0, accepted, spam: 0 },
  });
  return { workspace, form };
}

test("doesn't write the files of a submission beyond the allowance", async () => {
  const { workspace, form } = await formAfter(1_000);
  const rejected = await postVisit(form.publicKey, {
    multipart: [{ name: "file", filename: "a.txt", content: "text" }],
    headers: { accept: "application/json" },
  });
  expect(await rejectionCode(rejected)).toBe("allowance_exceeded");
  expect(await db().storedObject.count({ where: { workspaceId: workspace.id } })).toBe(0);
});

test("two processes that accept at the same time don't exceed the allowance", async () => {
  const { workspace, form } = await formAfter(999);
  // Another process has counted the last allowed message but not yet committed.
  const other = await pool().connect();
  await other.query("BEGIN");
  await other.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `allowance:${workspace.id}`,
  ]);
  await other.query("INSERT INTO usage_slots VALUES ($1, $2, 15, 1, 0)", [workspace.id, today()]);
  const submission = postVisit(form.publicKey, { json: { message: "one too many" } });
  const state =
    "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
  await expect.poll(async () => (await pool().query(state)).rows[0].n).toBeGreaterThan(0);
  await other.query("COMMIT");
  other.release();
  expect(await rejectionCode(await submission)).toBe("allowance_exceeded");
  expect(await db().submission.count({ where: { formId: form.id } })).toBe(0);
});

test("emails the owner when a message reaches 80% of the allowance", async () => {
  const { workspace, form } = await formAfter(798);
  const alerts = () =>
    db().delivery.count({
      where: { channel: "email", workspaceId: workspace.id, kind: "allowance" },
    });
  await postVisit(form.publicKey, { json: { message: "the 799th" } });
  expect(await alerts()).toBe(0);
  await postVisit(form.publicKey, { json: { message: "the 800th" } });
  expect(await alerts()).toBe(1);
});
