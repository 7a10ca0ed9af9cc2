import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyMigrations } from "#lib/adapters/db/migrate";
import { noteFigures } from "#tests/support/drills/figures";
import { untilOrLater } from "#tests/support/drills/gate";
import { Owner } from "#tests/support/factories/owner";
import { databasePid, makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { startTestPostgres } from "#tests/support/setup/test-postgres";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";

const ROLE_LIMIT = 6;
const AT_ONCE = 300;
/** A connection that's in use ends after 15 s of silence, and a new one is given up after 5 s. */
const LONGEST_MS = 30_000;
const RECOVERY_LIMIT_MS = 15_000;

type Reply = { status: number; ms: number; retryAfter: string | null; text: string };

let databaseDir: string;
let database: Awaited<ReturnType<typeof startTestPostgres>>;
let service: TestService;
let owner: Owner;
let publicKey: string;
let client: pg.Client;
let sent = 0;
const acknowledged: string[] = [];

async function ask(path: string, init: RequestInit = {}): Promise<Reply> {
  const startedAt = performance.now();
  const response = await fetch(`${service.baseUrl}${path}`, init);
  const text = await response.text();
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, ms: performance.now() - startedAt, retryAfter, text };
}

async function post(): Promise<Reply> {
  const visitor = `visitor-${++sent}`;
  const reply = await ask(`/f/${publicKey}`, {
    method: "POST",
    headers: { "content-type": "application/json", "idempotency-key": visitor },
    body: JSON.stringify({ name: visitor }),
  });
  if (reply.status === 200) acknowledged.push(visitor);
  return reply;
}

const openInbox = () =>
  ask("/inbox", {
    headers: { cookie: `${owner.cookie.name}=${owner.cookie.value}`, accept: "text/html" },
  });

/** Submissions, pages, and API requests, all at once. */
function askForEverything(count: number): Promise<Reply[]> {
  const ways = [post, post, post, post, openInbox, () => ask("/api/health")];
  return Promise.all(Array.from({ length: count }, (_, n) => (ways[n % ways.length] ?? post)()));
}

const statusesOf = (replies: readonly Reply[]) =>
  [...new Set(replies.map(({ status }) => status))].sort();
const slowestOf = (replies: readonly Reply[]) =>
  Math.round(Math.max(...replies.map(({ ms }) => ms)));

/**
 * Freezes a PostgreSQL server with all its processes: it takes connections and never responds.
 *
 * @param adminUrl - of a superuser, who sees every process
 * @param postmasterPid - the process that starts the others
 * @returns lets it continue
 */
async function freezeDatabase(adminUrl: string, postmasterPid: number): Promise<() => void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on("error", () => undefined);
  await client.connect();
  // From here on, no more processes are started.
  process.kill(postmasterPid, "SIGSTOP");
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
  );
  const pids = [postmasterPid, ...rows.map(({ pid }) => pid)];
  await client.end();
  for (const pid of pids) signal(pid, "SIGSTOP");
  return () => {
    for (const pid of pids) signal(pid, "SIGCONT");
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended since it was listed.
  }
}

beforeAll(async () => {
  databaseDir = await makeDataDir();
  database = await startTestPostgres(databaseDir);
  await applyMigrations(database.url);
  client = new pg.Client({
    connectionString: new URL(new URL(database.url).pathname, database.adminUrl).href,
  });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(`
    CREATE ROLE limited LOGIN PASSWORD 'limited' CONNECTION LIMIT ${ROLE_LIMIT};
    GRANT ALL ON ALL TABLES IN SCHEMA public TO limited;
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO limited`);
  const url = Object.assign(new URL(database.url), { username: "limited", password: "limited" });
  service = await startServer({ env: { ...TEST_SETTINGS, DATABASE_URL: url.href } });
  owner = await Owner.signUp(service.baseUrl);
  ({ publicKey } = await owner.createForm("Contact"));
});

afterAll(async () => {
  await service?.stop();
  await client?.end();
  await database?.stop();
  await removeDataDir(databaseDir);
  if (service) await removeDataDir(service.dataDir);
});

test("60 pages and 60 submissions at once are served by a role with 6 connections", async () => {
  const replies = await Promise.all(Array.from({ length: 60 }, () => [openInbox(), post()]).flat());
  expect(statusesOf(replies)).toEqual([200]);
});

test("every page and submission receives 503 with Retry-After when the database allows no connection", async () => {
  await client.query("ALTER ROLE limited CONNECTION LIMIT 0");
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'limited'",
  );
  const replies = await askForEverything(60);
  await client.query(`ALTER ROLE limited CONNECTION LIMIT ${ROLE_LIMIT}`);
  expect(statusesOf(replies)).toEqual([503]);
  expect(replies.filter(({ retryAfter }) => Number(retryAfter) < 1)).toEqual([]);
  expect((await openInbox()).status).toBe(200);
});

test("a frozen database makes every request fail in time with 503, and nothing acknowledged is lost", async ({
  task,
}) => {
  const proceed = await freezeDatabase(database.adminUrl, (await databasePid(databaseDir)) ?? 0);
  const first = await askForEverything(AT_ONCE).finally(() => undefined);
  const later = await askForEverything(AT_ONCE);
  proceed();
  const frozen = [...first, ...later];
  expect(statusesOf(frozen)).toEqual([503]);
  expect(frozen.filter(({ retryAfter }) => Number(retryAfter) < 1)).toEqual([]);
  expect(slowestOf(first)).toBeLessThan(LONGEST_MS);

  const startedAt = performance.now();
  await untilOrLater(async () => (await post()).status === 200, RECOVERY_LIMIT_MS);
  const recoveryMs = Math.round(performance.now() - startedAt);
  const after = await askForEverything(60);
  expect(statusesOf(after)).toEqual([200]);

  const { rows } = await client.query<{ name: string }>("SELECT name FROM submissions");
  const stored = rows.map(({ name }) => name);
  const lost = acknowledged.filter((visitor) => !stored.includes(visitor));
  noteFigures(task, {
    drill: "A frozen database",
    tried: `${frozen.length} submissions, pages, and health checks while it was frozen`,
    came: `all 503, the first after at most ${slowestOf(first)} ms, later ones after ${slowestOf(later)} ms; accepting again ${recoveryMs} ms after it continued; ${lost.length} acknowledged and lost`,
  });
  expect(lost).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
});
