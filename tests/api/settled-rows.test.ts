import { expect, test } from "vitest";
import { pool } from "#lib/db/database";
import { readSettledTime } from "#lib/db/settled-rows";

/** How long ago the settled time is, in seconds, when it's read at `at` or soon after. */
async function readAge(at: number): Promise<number> {
  const settledAt = await readSettledTime();
  if (!settledAt) throw new Error("transactions don't end");
  return (at - settledAt.getTime()) / 1_000;
}

test("everything older than ten seconds is settled if no transaction is writing", async () => {
  const age = await readAge(Date.now());
  expect(age).toBeGreaterThan(7);
  expect(age).toBeLessThanOrEqual(10);
});

test("waits for a transaction that writes submissions, and goes by the time before it waited", async () => {
  const other = await pool().connect();
  try {
    await other.query("BEGIN; UPDATE submissions SET is_read = true");
    const startedAt = Date.now();
    const reading = readAge(startedAt);
    // Its own query and the first look at the other transaction.
    await pool().query("SELECT");
    await other.query("COMMIT");
    expect(await reading).toBeGreaterThan(7);
    expect(await reading).toBeLessThanOrEqual(10);
  } finally {
    other.release();
  }
});

test("gives up on a transaction that doesn't end, but not on one that writes elsewhere", async () => {
  const other = await pool().connect();
  try {
    await other.query("BEGIN; SELECT pg_current_xact_id(); SELECT count(*) FROM submissions");
    await other.query("UPDATE forms SET name = name");
    expect(await readSettledTime()).not.toBeNull();
    await other.query("DELETE FROM submissions");
    expect(await readSettledTime()).toBeNull();
    await other.query("ROLLBACK");
    expect(await readSettledTime()).not.toBeNull();
  } finally {
    other.release();
  }
});
