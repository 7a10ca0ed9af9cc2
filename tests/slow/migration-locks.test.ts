import pg from "pg";
import { beforeEach, expect, inject, test } from "vitest";
import { applyMigrations } from "#lib/db/migrate";
import type { Migration } from "#lib/db/migrations";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

/** The time intake may wait for a migration. */
const LONGEST_POST_MS = 2_000;
const READER_SECONDS = 20;
const DRAIN_MS = 1_000;

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

test("this release serves while the next one's migration waits for a reader of 20 s, and after it", async () => {
  const sql = `
    CREATE TABLE next_release (id int PRIMARY KEY);
    ALTER TABLE forms ADD COLUMN next_${made} int;
    ALTER TABLE deliveries ADD COLUMN next_${made} text NOT NULL DEFAULT '';
    ALTER TABLE submissions ADD COLUMN next_${made} int;
    CREATE INDEX next_${made} ON submissions (workspace_id, next_${made})`;
  const name = `9_next_${made}`;
  const next = { name, sql, checksum: name };
  const form = await createForm(await createWorkspace({ plan: "scale" }));
  const reader = await startReader();
  let isRead = false;
  const reading = reader.query(`SELECT pg_sleep(${READER_SECONDS})`).then(async () => {
    isRead = true;
    await reader.end();
  });
  let hasEnded = false;
  const migrating = applyMigrations(url, { migrations: [next], log })
    .then((applied) => ({ applied, isReaderGone: isRead }))
    .finally(() => {
      hasEnded = true;
    });
  const took: number[] = [];
  const post = async () => {
    const startedAt = performance.now();
    const response = await postVisit(form.publicKey, { json: { message: `${took.length}` } });
    expect(response.status).toBe(201);
    took.push(performance.now() - startedAt);
  };
  while (!hasEnded) await post();
  await reading;
  expect(await migrating).toEqual({ applied: [next.name], isReaderGone: true });
  for (let n = 0; n < 20; n += 1) await post();
  expect(Math.max(...took)).toBeLessThan(LONGEST_POST_MS);
  const before = `Migration ${next.name}: a table is locked by another query; retrying in`;
  expect(lines[1]).toBe(`${before} 2 s`);
  expect(isRetried().length).toBeGreaterThan(2);
  const { claimed, errored } = await drainOutbox(null, DRAIN_MS);
  expect({ errored, areClaimed: claimed > 0 }).toEqual({ errored: 0, areClaimed: true });
}, 60_000);

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
