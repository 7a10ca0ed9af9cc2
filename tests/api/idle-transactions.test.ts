import { expect, test } from "vitest";
import { type Db, pool, transaction } from "#lib/adapters/db/database";

process.env.DATABASE_POOL_MAX = "1";

type Shown = { idle_in_transaction_session_timeout: string }[];
const SHOW = "SHOW idle_in_transaction_session_timeout";
const limitOf = ([row]: Shown) => row?.idle_in_transaction_session_timeout;

test("sets an idle limit for transactions but not for their connection", async () => {
  const show = (tx: Db) => tx.$queryRawUnsafe<Shown>(SHOW);
  expect(limitOf(await transaction(show))).toBe("5s");
  expect(limitOf((await pool().query(SHOW)).rows)).toBe("0");
});
