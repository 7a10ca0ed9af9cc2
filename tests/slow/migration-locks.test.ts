import pg from "pg";
import { beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { applyMigrations, type Migration } from "#lib/adapters/db/migrate";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { postVisit, rejectionCode } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

/** The time intake may wait for a migration. */
const LONGEST_POST_MS = 2_000;
const DRAIN_MS = 1_000;
const NOTICED_MS = 30_000;
/** As many as may wait for a batch, and one that is already running. */
const MORE_THAN_WAIT = 1_024 + 64 + 100;

const url = process.env.DATABASE_URL ?? "";
let made = 0;
let migration: Migration;
const migrate = () => applyMigrations(url, { migrations: [migration] });

beforeEach(() => {
  made += 1;
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

test(
  "submissions behind a locked table receive 503, and are stored once at most",
  async () => {
    const form = await createForm(await createWorkspace({ plan: "scale" }));
    const post = (visitor: number) =>
      postVisit(form.publicKey, {
        json: { name: `visitor-${visitor}` },
        headers: { "idempotency-key": `visitor-${visitor}` },
      });
    expect((await post(0)).status).toBe(200);
    const direct = new pg.Client({ connectionString: url });
    await direct.connect();
    await direct.query("BEGIN; LOCK TABLE submissions IN ACCESS EXCLUSIVE MODE");
    const visitors = Array.from({ length: MORE_THAN_WAIT }, (_, n) => n + 1);
    const responses = await Promise.all(visitors.map(post));
    await direct.query("COMMIT");
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
    expect(Number(responses[0]?.headers.get("retry-after"))).toBeGreaterThan(0);

    const again = [1, 2, 3, 70];
    for (const visitor of again) {
      const response = await post(visitor);
      if (response.status !== 200)
        expect(await rejectionCode(response)).toBe("service_unavailable");
      await expect.poll(async () => (await post(visitor)).status).toBe(200);
    }
    const { rows } = await direct.query(
      "SELECT name, count(*)::int AS count FROM submissions GROUP BY name HAVING count(*) > 1",
    );
    expect(rows).toEqual([]);
    await direct.end();
  },
  NOTICED_MS,
);

test("a migration that can't lock its table gives up at once, and this release goes on serving", async () => {
  const form = await createForm(await createWorkspace({ plan: "scale" }));
  const reader = await startReader();
  let hasEnded = false;
  const migrating = expect(migrate())
    .rejects.toThrow(
      `migration ${migration.name} failed and was rolled back: canceling statement due to lock timeout: another query uses a table that it changes; start again after`,
    )
    .finally(() => {
      hasEnded = true;
    });
  const took: number[] = [];
  const post = async () => {
    const startedAt = performance.now();
    const response = await postVisit(form.publicKey, { json: { message: `${took.length}` } });
    expect(response.status).toBe(200);
    took.push(performance.now() - startedAt);
  };
  while (!hasEnded) await post();
  await migrating;
  await reader.end();
  expect(await migrate()).toEqual([migration.name]);
  for (let n = 0; n < 20; n += 1) await post();
  expect(Math.max(...took)).toBeLessThan(LONGEST_POST_MS);
});

test("the previous release serves and drains after the next one's migration", async () => {
  const form = await createForm(await createWorkspace({ plan: "scale" }));
  const sql = `
    CREATE TABLE next_release (id int PRIMARY KEY);
    ALTER TABLE forms ADD COLUMN next_${made} int;
    ALTER TABLE deliveries ADD COLUMN next_${made} text NOT NULL DEFAULT '';
    ALTER TABLE submissions ADD COLUMN next_${made} int;
    CREATE INDEX next_${made} ON submissions (workspace_id, next_${made})`;
  expect(
    await applyMigrations(url, { migrations: [{ name: `9_${made}`, sql, checksum: "next" }] }),
  ).toHaveLength(1);
  const response = await postVisit(form.publicKey, { json: { message: "After it" } });
  expect(response.status).toBe(200);
  const { claimed, errored } = await drainOutbox(null, DRAIN_MS);
  expect({ errored, areClaimed: claimed > 0 }).toEqual({ errored: 0, areClaimed: true });
});

test("a concurrent start waits for the first, even if the database sets a short lock_timeout", async () => {
  const settings = new pg.Client({ connectionString: url });
  await settings.connect();
  const { pathname } = new URL(url);
  await settings.query(`ALTER DATABASE ${pathname.slice(1)} SET lock_timeout = '50ms'`);
  onTestFinished(async () => {
    await settings.query(`ALTER DATABASE ${pathname.slice(1)} RESET lock_timeout`);
    await settings.end();
  });
  const reader = await startReader();
  const slow = { ...migration, sql: `SELECT pg_sleep(0.5); ${migration.sql}` };
  const starters = [1, 2].map(() => applyMigrations(url, { migrations: [slow] }));
  await reader.end();
  expect((await Promise.all(starters)).flat()).toEqual([migration.name]);
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
