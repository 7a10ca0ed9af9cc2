import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { APP_ROLE, SUPERUSER } from "#selfhost/postgres/cluster";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "#selfhost/postgres/embedded-database";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";

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
