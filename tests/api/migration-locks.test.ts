import pg from "pg";
import { beforeEach, expect, inject, test } from "vitest";
import { applyMigrations, type Migration } from "#lib/db/migrate";
import { postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

/** One lock wait of a migration, plus a margin for a busy machine. */
const LONGEST_POST_MS = 2_000 + 1_500;

const url = process.env.DATABASE_URL ?? "";
let made = 0;
let migration: Migration;
let lines: string[];
const log = (line: string) => void lines.push(line);
const migrate = () => applyMigrations(url, { migrations: [migration], log });
const isRetried = () => lines.filter((line) => line.includes("retrying in"));

beforeEach(() => {
  made += 1;
  lines = [];
  const sql = `ALTER TABLE submissions ADD COLUMN probe_${made} int`;
  migration = { name: `9_${made}`, sql, checksum: sql };
});

/** Opens a transaction that has read submissions and stays open, as a dump does. */
async function startReader(): Promise<pg.Client> {
  const reader = new pg.Client({ connectionString: url });
  await reader.connect();
  await reader.query("BEGIN; SELECT count(*) FROM submissions");
  return reader;
}

test("intake keeps working while a migration waits for a slow reader", async () => {
  const form = await createForm(await createWorkspace());
  const reader = await startReader();
  const migrating = migrate();
  const took: number[] = [];
  while (isRetried().length < 2) {
    const startedAt = performance.now();
    const response = await postVisit(form.publicKey, { json: { message: `${took.length}` } });
    expect(response.status).toBe(201);
    took.push(performance.now() - startedAt);
  }
  await reader.end();
  expect(await migrating).toEqual([migration.name]);
  expect(Math.max(...took)).toBeLessThan(LONGEST_POST_MS);
  expect(lines[1]).toBe(
    `Migration ${migration.name}: a table is locked by another query; retrying in 0.5 s`,
  );
});

test("a migration that can't lock its table is rolled back with a reason", async () => {
  const reader = await startReader();
  const migrating = applyMigrations(url, { migrations: [migration], patienceMs: 100 });
  await expect(migrating).rejects.toThrow(
    `migration ${migration.name} failed and was rolled back: a table it changes stayed locked for 0.1 s`,
  );
  await reader.end();
  expect(await migrate()).toEqual([migration.name]);
});

test("a concurrent start waits for the first, even if the database sets a short lock_timeout", async () => {
  const settings = new pg.Client({ connectionString: url });
  await settings.connect();
  const { pathname } = new URL(url);
  await settings.query(`ALTER DATABASE ${pathname.slice(1)} SET lock_timeout = '50ms'`);
  const reader = await startReader();
  const starters = [migrate(), migrate()];
  await expect.poll(isRetried, { timeout: 10_000 }).toHaveLength(1);
  await reader.end();
  expect((await Promise.all(starters)).flat()).toEqual([migration.name]);
  expect(lines).toContain("Waiting for another process to finish applying migrations");
  await settings.query(`ALTER DATABASE ${pathname.slice(1)} RESET lock_timeout`);
  await settings.end();
});

test("a role that can't create tables gets a one-line error with the missing grant", async () => {
  const role = `reader_${process.env.VITEST_POOL_ID}`;
  const admin = new pg.Client({
    connectionString: new URL(new URL(url).pathname, inject("adminUrl")).href,
  });
  await admin.connect();
  await admin.query(`
    DROP ROLE IF EXISTS ${role};
    CREATE ROLE ${role} LOGIN PASSWORD 'reader';
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
  const asRole = Object.assign(new URL(url), { username: role, password: "reader" }).href;
  const failure = applyMigrations(asRole, { migrations: [migration] });
  await expect(failure).rejects.toThrow(
    /^migration \S+ failed and was rolled back: permission denied for schema public; grant CREATE .* DIRECT_DATABASE_URL .*$/,
  );
  await admin.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`).finally(() => admin.end());
});
