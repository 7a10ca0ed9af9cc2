import { afterAll, expect, test } from "vitest";
import { openPool } from "#lib/db/open-pool";

const SILENCE_MS = 400;
const pool = openPool(process.env.DATABASE_URL, {
  max: 4,
  connectMs: 5_000,
  silenceMs: SILENCE_MS,
});
afterAll(() => pool.end());

/** Nothing of this process runs meanwhile, its timers neither. */
function freeze(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test("reads a response that arrived while the process was frozen, however long", async () => {
  await pool.query("SELECT 1");
  const query = pool.query("SELECT 'here' AS answer");
  // The query is on its way.
  await new Promise((resolve) => setImmediate(resolve));
  freeze(3 * SILENCE_MS);
  expect((await query).rows).toEqual([{ answer: "here" }]);
});

test("waits for a response that takes a while after a freeze", async () => {
  const query = pool.query("SELECT pg_sleep(0.5)");
  await new Promise((resolve) => setImmediate(resolve));
  freeze(SILENCE_MS);
  await expect(query).resolves.toBeTruthy();
});

test("a database that says nothing for so long while the process runs is given up", async () => {
  await expect(pool.query("SELECT pg_sleep(5)")).rejects.toThrow("didn't respond in time");
});
