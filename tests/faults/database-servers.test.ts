import { afterAll, beforeAll, expect, test } from "vitest";
import { isConnectionError } from "#lib/adapters/db/connection-error";
import { applyMigrations, listPending } from "#lib/adapters/db/migrate";
import { openPool } from "#lib/adapters/db/open-pool";
import { findFreePort } from "#server/start/free-port";
import { PostgresServer } from "#tests/support/twins/postgres-server";

const LIMITS = { max: 4, connectMs: 5_000, silenceMs: 5_000 };
const PORT = "SELECT current_setting('port')::int AS port";

let primary: PostgresServer;
let replica: PostgresServer;
let away: string;

beforeAll(async () => {
  primary = await PostgresServer.create();
  replica = await primary.replicate();
  await primary.requireReplica();
  away = `127.0.0.1:${await findFreePort()}`;
}, 60_000);

afterAll(async () => {
  await primary.remove();
  await replica.remove();
}, 60_000);

const urlOf = (...servers: string[]) => primary.url.replace(primary.address, servers.join(","));

/** The ports on which a new pool's connections end up, all opened at once. */
async function portsOf(url: string): Promise<number[]> {
  const pool = openPool(url, LIMITS);
  try {
    const queries = Array.from({ length: LIMITS.max }, () => pool.query<{ port: number }>(PORT));
    return (await Promise.all(queries)).map(({ rows }) => rows[0]?.port ?? 0);
  } finally {
    await pool.end();
  }
}

const failureOf = (url: string) => portsOf(url).then(String, (failure: unknown) => failure);

test("of several servers, all connections go to the one that accepts writes, wherever it is in the list", async () => {
  const onPrimary = Array.from({ length: LIMITS.max }, () => primary.port);
  for (const servers of [
    [primary.address, replica.address],
    [replica.address, primary.address],
    [away, replica.address, primary.address],
  ])
    expect(await portsOf(urlOf(...servers))).toEqual(onPrimary);
});

test("a failure names each server and why it isn't used, without the password", async () => {
  const url = urlOf(away, replica.address).replace("@", ":secret@");
  const failure = await failureOf(url);
  expect(isConnectionError(failure)).toBe(true);
  expect(String(failure)).toMatch(/^Error: no database server accepts writes \(/);
  expect(String(failure)).toContain(`${away}/form_intake: connect ECONNREFUSED`);
  expect(String(failure)).toContain(`${replica.address}/form_intake: the server is read-only`);
  expect(String(failure)).not.toContain("secret");
});

test("one server is rejected as read-only only if the URL asks for read-write", async () => {
  expect(await portsOf(replica.url)).toContain(replica.port);
  const failure = await failureOf(`${replica.url}?target_session_attrs=read-write`);
  expect(isConnectionError(failure)).toBe(true);
  expect(String(failure)).toBe("Error: the server is read-only");
});

test("a write on a standby counts as a database that is away", async () => {
  const pool = openPool(replica.url, LIMITS);
  const failure = await pool.query("CREATE TABLE x (y int)").catch((error: unknown) => error);
  await pool.end();
  expect(failure).toMatchObject({ code: "25006" });
  expect(isConnectionError(failure)).toBe(true);
});

test("a failure that every server would repeat ends the search", async () => {
  const url = urlOf(primary.address, away).replace(/form_intake$/, "missing");
  expect(String(await failureOf(url))).toMatch(/database "missing" does not exist/);
});

test("migrations are applied on the server that accepts writes, and the next server is used when it's gone", async () => {
  const pool = openPool(urlOf(primary.address, replica.address), LIMITS);
  const applied = await applyMigrations(urlOf(replica.address, primary.address));
  expect(applied.length).toBeGreaterThan(0);
  expect((await pool.query(PORT)).rows).toEqual([{ port: primary.port }]);
  await primary.kill();
  await expect(pool.query(PORT)).rejects.toSatisfy(isConnectionError);
  await replica.promote();
  await expect
    .poll(() => pool.query(PORT).then(({ rows }) => rows, String))
    .toEqual([{ port: replica.port }]);
  expect(await listPending(urlOf(primary.address, replica.address))).toEqual([]);
  await pool.end();
});
