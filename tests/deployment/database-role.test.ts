import { execFile } from "node:child_process";
import { chown, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { applyMigrations } from "#lib/db/migrate";
import { findFreePort } from "#selfhost/free-port";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { APP_ROLE, locateCluster, SUPERUSER } from "#selfhost/postgres/location";
import { launchServer, stopServer } from "#selfhost/postgres/server";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

const run = promisify(execFile);
const DENIED = "42501";

let dataDir: string;
let database: EmbeddedDatabase | undefined;

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

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

/** A stopped data folder of earlier versions: the superuser owns everything, and logs in. */
async function leaveSuperuserCluster(): Promise<string> {
  const location = await locateCluster(dataDir);
  const { clusterDir, account, programs, record } = location;
  const passwordFile = join(location.directory, "password.new");
  await writeFile(passwordFile, record.password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);
  const flags = [clusterDir, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, "--no-sync"];
  await run(programs.initdb, ["--auth=scram-sha-256", "--encoding=UTF8", "-D", ...flags], {
    ...account,
    cwd: "/",
  });
  await rm(passwordFile);
  const port = await findFreePort();
  const server = await launchServer(location, port, "none");
  const serverUrl = `postgresql://${SUPERUSER}:${record.password}@127.0.0.1:${port}`;
  await ask(`${serverUrl}/postgres`, "CREATE DATABASE form_intake");
  const url = `${serverUrl}/form_intake`;
  await applyMigrations(url);
  await ask(
    url,
    `INSERT INTO workspaces (id, name, plan, created_at)
     VALUES ('019ab000-0000-7000-8000-000000000000', 'Kept', 'starter', now());
     CREATE VIEW names AS SELECT name FROM workspaces;
     CREATE DOMAIN short_text AS varchar(10);
     CREATE SEQUENCE numbers`,
  );
  await stopServer(server);
  const { user: _, ...before } = record;
  await writeFile(join(dataDir, "postgres.json"), JSON.stringify({ ...before, port }));
  return url;
}

const NOT_OWNED = `
SELECT relname AS name FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relowner <> '${APP_ROLE}'::regrole
UNION ALL SELECT typname FROM pg_type
WHERE typnamespace = 'public'::regnamespace AND typowner <> '${APP_ROLE}'::regrole
UNION ALL SELECT proname FROM pg_proc
WHERE pronamespace = 'public'::regnamespace AND proowner <> '${APP_ROLE}'::regrole
UNION ALL SELECT datname FROM pg_database
WHERE datname = current_database() AND datdba <> '${APP_ROLE}'::regrole`;

describe("a cluster whose superuser owns the tables", () => {
  afterEach(async () => {
    await database?.stop();
    await removeDataDir(dataDir);
  });

  test("belongs to the role after the next start, with its data, and can be migrated", async () => {
    dataDir = await makeDataDir();
    const before = await leaveSuperuserCluster();
    const url = await start();
    expect(new URL(url).username).toBe(APP_ROLE);
    expect(await ask(url, "SELECT name FROM names")).toEqual([{ name: "Kept" }]);
    expect(await ask(url, NOT_OWNED)).toEqual([]);
    expect(await codeOf(ask(url, "COPY (SELECT 1) TO PROGRAM 'id'"))).toBe(DENIED);
    const sql = "ALTER TABLE workspaces ADD COLUMN probe int; CREATE TABLE later (id int)";
    const migration = { name: "9_later", sql, checksum: "later" };
    expect(await applyMigrations(url, { migrations: [migration] })).toEqual(["9_later"]);
    const { port } = new URL(url);
    await expect(ask(Object.assign(new URL(before), { port }).href, "SELECT 1")).rejects.toThrow(
      /password authentication failed|not permitted to log in/,
    );
  });

  test("belongs to the role even if the first start was killed before it recorded that", async () => {
    dataDir = await makeDataDir();
    await leaveSuperuserCluster();
    const path = join(dataDir, "postgres.json");
    const record = await readFile(path, "utf8");
    await start();
    await database?.stop();
    await writeFile(path, record, { mode: 0o600 });
    const url = await start();
    expect(await ask(url, "SELECT name FROM names")).toEqual([{ name: "Kept" }]);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });
});
