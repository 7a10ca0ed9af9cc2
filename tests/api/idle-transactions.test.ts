import { expect, test } from "vitest";
import { db, inSnapshot, pool, transaction } from "#lib/db/database";

process.env.DATABASE_POOL_MAX = "1";

type Shown = { idle_in_transaction_session_timeout: string }[];
const SHOW = "SHOW idle_in_transaction_session_timeout";
const limitOf = ([row]: Shown) => row?.idle_in_transaction_session_timeout;

test("every transaction ends 20 s after its process froze, and leaves no setting behind", async () => {
  expect(limitOf(await transaction((tx) => tx.$queryRawUnsafe<Shown>(SHOW)))).toBe("20s");
  const shown = () => db().$queryRawUnsafe<Shown>(SHOW);
  const [ofPrisma = []] = await db().$transaction([shown(), shown()]);
  expect(limitOf(ofPrisma)).toBe("20s");
  const snapshot = await inSnapshot(async (client) => (await client.query(SHOW)).rows);
  expect(limitOf(snapshot)).toBe("20s");
  expect(limitOf((await pool().query(SHOW)).rows)).toBe("0");
});
