import { afterAll, expect, test } from "vitest";
import { openPool } from "#lib/adapters/db/open-pool";

const SILENCE_MS = 400;
const pool = openPool(process.env.DATABASE_URL, {
  max: 4,
  connectMs: 5_000,
  silenceMs: SILENCE_MS,
});
afterAll(() => pool.end());

/** Blocks the whole process, including its timers. */
function freeze(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test("reads a database response that arrived while the process was frozen", async () => {
  await pool.query("SELECT 1");
  const query = pool.query("SELECT 'here' AS answer");
  // Lets the query be sent first.
  await new Promise((resolve) => setImmediate(resolve));
  freeze(3 * SILENCE_MS);
  expect((await query).rows).toEqual([{ answer: "here" }]);
});

test("waits for a database response that arrives after a freeze", async () => {
  const query = pool.query("SELECT pg_sleep(0.5)");
  await new Promise((resolve) => setImmediate(resolve));
  freeze(SILENCE_MS);
  await expect(query).resolves.toBeTruthy();
});

test("rejects a query when the database doesn't respond in time", async () => {
  await expect(pool.query("SELECT pg_sleep(5)")).rejects.toThrow("didn't respond in time");
});
