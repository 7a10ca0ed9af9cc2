import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { withClient } from "#lib/adapters/db/with-client";
import { APP_ROLE, SUPERUSER } from "#server/postgres/cluster";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { databasePid, makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

const DENIED = "42501";

let dataDir: string;
let database: EmbeddedDatabase | undefined;

/** The rows of a statement. */
const ask = (url: string, sql: string) =>
  withClient(url, async (client) => (await client.query(sql)).rows);

async function start(): Promise<string> {
  database = await startEmbeddedDatabase({ dataDir, log: () => undefined });
  return database.url;
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => "no error",
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : error),
  );
}

describe("the role of the embedded database", () => {
  let url: string;

  beforeAll(async () => {
    dataDir = await makeDataDir();
    url = await start();
  });

  afterAll(async () => {
    await database?.stop();
    await removeDataDir(dataDir);
  });

  test.each([
    "COPY (SELECT 1) TO PROGRAM 'id'",
    "COPY (SELECT 1) TO '/tmp/form-intake-copied'",
    "CREATE TEMP TABLE read (line text); COPY read FROM PROGRAM 'id'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    "SELECT lo_import('/etc/passwd')",
    "LOAD '/tmp/library.so'",
    "CREATE FUNCTION run(text) RETURNS int LANGUAGE c AS '/lib/libc.so.6', 'system'",
    "SELECT rolpassword FROM pg_authid",
    "CREATE ROLE other",
    "CREATE DATABASE other",
    `ALTER ROLE ${APP_ROLE} SUPERUSER`,
    `SET ROLE ${SUPERUSER}`,
    `SET SESSION AUTHORIZATION ${SUPERUSER}`,
    "ALTER SYSTEM SET archive_command = 'id'",
    "SELECT pg_reload_conf()",
  ])("can't run %s", async (sql) => {
    expect(await codeOf(ask(url, sql))).toBe(DENIED);
  });

  test("has none of the attributes of an administrator, and is a member of no other role", async () => {
    const rows = await ask(
      url,
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS "isAdmin",
        (SELECT count(*)::int FROM pg_auth_members WHERE member = oid) AS memberships
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(rows).toEqual([{ isAdmin: false, memberships: 0 }]);
  });

  test.each(["postgres", "template1"])("can't connect to the database %s", async (name) => {
    expect(await codeOf(ask(new URL(`/${name}`, url).href, "SELECT 1"))).toBe(DENIED);
  });

  test("is the only one that can log in", async () => {
    const rows = await ask(url, "SELECT rolname FROM pg_roles WHERE rolcanlogin");
    expect(rows).toEqual([{ rolname: APP_ROLE }]);
    const asSuperuser = Object.assign(new URL(url), { username: SUPERUSER }).href;
    await expect(ask(asSuperuser, "SELECT 1")).rejects.toThrow(
      /password authentication failed|not permitted to log in/,
    );
  });
});

test("a second container on a volume waits until the first has stopped", async () => {
  const dataDir = await makeDataDir();
  const start = () => startEmbeddedDatabase({ dataDir, log: () => {} });
  const first = await start();
  await first.stop();
  // The server of another container: its lock is visible here, its process isn't.
  const lock = join(first.directory, "lock");
  const other = spawn("/usr/bin/flock", [lock, "cat"], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    other.stdin.write("It responds once it has the lock.\n");
    await once(other.stdout, "data");
    const starting = start();
    await vi.waitFor(
      async () => {
        const log = await readFile(join(first.directory, "server.log"), "utf8");
        expect(log).toMatch(/FATAL: .*lock is locked by another server/);
      },
      { timeout: 20_000 },
    );
    expect(await databasePid(dataDir)).toBeUndefined();
    other.stdin.end();
    const second = await starting;
    const { rows } = await withClient(second.url, (client) => client.query("SELECT 1 AS one"));
    expect(rows).toEqual([{ one: 1 }]);
    await second.stop();
  } finally {
    other.kill("SIGKILL");
    await removeDataDir(dataDir);
  }
});
