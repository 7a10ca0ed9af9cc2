import { afterAll, beforeAll, expect, test } from "vitest";
import { isConnectionError } from "#lib/adapters/db/connection-error";
import { openPool } from "#lib/adapters/db/open-pool";
import { PostgresServer } from "#tests/support/twins/postgres-server";

let primary: PostgresServer;
let replica: PostgresServer;

beforeAll(async () => {
  primary = await PostgresServer.create();
  replica = await primary.replicate();
  await primary.requireReplica();
}, 60_000);

afterAll(async () => {
  await primary.remove();
  await replica.remove();
}, 60_000);

test("a replica counts as a database that's away, until it's promoted", async () => {
  const pool = openPool(replica.url, { max: 4, connectMs: 5_000, silenceMs: 5_000 });
  const failure = await pool.query("SELECT 1").catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "25006", message: expect.stringContaining("a replica") });
  expect(isConnectionError(failure)).toBe(true);
  await primary.kill();
  await replica.promote();
  await pool.query("CREATE TABLE x (y int)");
  await pool.end();
});
