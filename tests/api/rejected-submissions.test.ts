import { describe, expect, test } from "vitest";
import { db, pool } from "#lib/db/database";
import { listRejections, recorder, recordRejection } from "#lib/intake/rejections";
import { contextAt, createForm, createWorkspace } from "#tests/support/factories/factories";

const NOW = new Date("2026-11-21T10:00:30.000Z");
const DAY_MS = 86_400_000;

describe("records of rejected submissions", () => {
  test("are shown to the owner for 7 days", async () => {
    const workspace = await createWorkspace();
    const form = await createForm(workspace);
    await recordRejection(form.publicKey, "invalid_json", null, NOW);
    const minute = Date.parse("2026-11-21T10:00:00.000Z");
    const shownAfter = async (ms: number) => {
      const ctx = contextAt(workspace, new Date(minute + ms));
      return (await listRejections(ctx, form.id, { limit: 25 })).data.length;
    };
    expect(await shownAfter(7 * DAY_MS - 1)).toBe(1);
    expect(await shownAfter(7 * DAY_MS)).toBe(0);
  });

  test("keep 20 origins per form and minute and combine the rest", async () => {
    const form = await createForm(await createWorkspace());
    for (let n = 0; n < 25; n += 1)
      await recordRejection(form.publicKey, "rate_limited", `https://${n}.example`, NOW);
    const records = await db().rejectedSubmission.findMany({ where: { formId: form.id } });
    expect(records).toHaveLength(21);
    expect(records.find(({ origin }) => origin === "*")?.count).toBe(5);
  });

  test("hold at most 10,000 keys in memory while the database is slow", async () => {
    const holder = await pool().connect();
    await holder.query("BEGIN; LOCK TABLE rejected_submissions");
    const key = (n: number) => n.toString(36).padStart(20, "0");
    // The first write waits for the lock, and the others wait for the first.
    const records = Array.from({ length: 10_500 }, (_, n) =>
      recordRejection(key(n), "rate_limited", null, NOW),
    );
    expect(recorder.pending.size).toBe(10_000);
    await holder.query("COMMIT");
    holder.release();
    await Promise.all(records);
    expect(recorder.pending.size).toBe(0);
  });
});
