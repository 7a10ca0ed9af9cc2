import { expect, test } from "vitest";
import { isTransient } from "#lib/db/connection-error";
import { pool } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-prepared";

process.env.DATABASE_POOL_MAX = "2";

const statement = { text: "SELECT $1::int AS n", values: [7] };
const listNamed = async () => (await pool().query("SELECT name FROM pg_prepared_statements")).rows;

test("reruns a prepared statement that a pooler lost as unnamed, and stops naming statements", async () => {
  const [first, second] = [await pool().connect(), await pool().connect()];
  for (const client of [first, second]) {
    await queryPrepared(client, statement);
    // Simulates a pooler that routes the next statement to another connection.
    await client.query("DEALLOCATE ALL");
  }
  await first.query("BEGIN");
  second.release();
  const inTransaction = queryPrepared(first, statement);
  const alone = queryPrepared(pool(), statement);
  expect(await inTransaction.catch(isTransient)).toBe(true);
  expect(await alone).toEqual([{ n: 7 }]);
  await first.query("ROLLBACK");
  first.release();
  for (const client of [pool(), pool()]) await queryPrepared(client, statement);
  expect(await listNamed()).toEqual([]);
});
