import { expect, test } from "vitest";
import { isTransient } from "#lib/adapters/db/connection-error";
import { pool, transaction } from "#lib/adapters/db/database";
import { listPending } from "#lib/adapters/db/migrate";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import { withDescriber } from "#tests/support/describe-statement";

process.env.DATABASE_POOL_MAX = "2";

const statement = { text: "SELECT $1::int AS n", values: [7] };
const runOn = (client: Parameters<typeof queryPrepared>[0]) =>
  queryPrepared<{ n: number }>(client, { n: "int4" }, statement);
const listNamed = async () => (await pool().query("SELECT name FROM pg_prepared_statements")).rows;

test("prepares a statement in a transaction under the same name", async () => {
  const names = await transaction(async (tx) => {
    for (let n = 1; n <= 2; n += 1) expect(await runOn(tx)).toEqual([{ n: 7 }]);
    return tx.$queryRaw<object[]>`SELECT statement FROM pg_prepared_statements`;
  });
  expect(names).toEqual([{ statement: statement.text }]);
});

test("reruns a prepared statement that a pooler lost as unnamed, and stops naming statements", async () => {
  const clients = [await pool().connect(), await pool().connect()];
  for (const client of clients) client.release();
  const onBoth = (run: () => Promise<unknown>) => Promise.all([run(), run()]);
  await onBoth(() => runOn(pool()));
  // Simulates a pooler that routes the next statement to another connection.
  await onBoth(() => pool().query("DEALLOCATE ALL"));
  const alone = Promise.withResolvers<unknown>();
  const inTransaction = transaction(async (tx) => {
    alone.resolve(runOn(pool()));
    return runOn(tx);
  });
  expect(await inTransaction.catch(isTransient)).toBe(true);
  expect(await alone.promise).toEqual([{ n: 7 }]);
  expect(await transaction((tx) => runOn(tx))).toEqual([{ n: 7 }]);
  expect(await listNamed()).toEqual([]);
});

// Every API test compares the columns of its statements this way: `setup/row-types.ts`.
test("describes the columns of a statement without running it", async () => {
  const databaseUrl = process.env.DATABASE_URL ?? "";
  await withDescriber(databaseUrl, async (columnsOf) => {
    expect(
      await columnsOf("SELECT $1::uuid AS id, now() AS at, count(*) AS n, ARRAY['a'] AS names"),
    ).toEqual({ id: "uuid", at: "timestamptz", n: "int8", names: "text[]" });
    expect(await columnsOf("DELETE FROM _prisma_migrations RETURNING logs")).toEqual({
      logs: "text",
    });
    expect(await columnsOf("DELETE FROM _prisma_migrations")).toEqual({});
    await expect(columnsOf("SELECT missing FROM workspaces")).rejects.toThrow("missing");
  });
  expect(await listPending(databaseUrl)).toEqual([]);
});
