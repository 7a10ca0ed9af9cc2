import type { PoolClient } from "pg";
import { expect, test } from "vitest";
import { clientTransaction, db, pool, transaction } from "#lib/db/database";

process.env.DATABASE_POOL_MAX = "1";

type Shown = { idle_in_transaction_session_timeout: string }[];
const SHOW = "SHOW idle_in_transaction_session_timeout";
const limitOf = ([row]: Shown) => row?.idle_in_transaction_session_timeout;

test("sets an idle limit for transactions but not for their connection", async () => {
  expect(limitOf(await transaction((tx) => tx.$queryRawUnsafe<Shown>(SHOW)))).toBe("20s");
  const shown = () => db().$queryRawUnsafe<Shown>(SHOW);
  const [ofPrisma = []] = await db().$transaction([shown(), shown()]);
  expect(limitOf(ofPrisma)).toBe("20s");
  const show = async (client: PoolClient) => (await client.query(SHOW)).rows;
  expect(limitOf(await clientTransaction(show))).toBe("20s");
  expect(limitOf(await clientTransaction(show, { maxIdleSeconds: 5 }))).toBe("5s");
  expect(limitOf((await pool().query(SHOW)).rows)).toBe("0");
});

test("rolls back a failed client transaction and keeps its connection usable", async () => {
  const failing = clientTransaction(async (client) => {
    await client.query("CREATE TABLE rolled_back (id int)");
    throw new Error("work failed");
  });
  await expect(failing).rejects.toThrow("work failed");
  const exists = await clientTransaction(
    async (client) => (await client.query("SELECT to_regclass('rolled_back') AS found")).rows,
  );
  expect(exists).toEqual([{ found: null }]);
});
