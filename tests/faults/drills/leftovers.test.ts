import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { expect, test } from "vitest";
import { encryptSecret, type SecretRow } from "#lib/core/secrets";
import { startEmbeddedDatabase } from "#server/postgres/embedded-database";
import { ROOT } from "#server/start/checkout";
import { noteFigures } from "#tests/support/drills/figures";
import { Gate, untilOrLater } from "#tests/support/drills/gate";
import { queueEmails, queueRound } from "#tests/support/drills/queued-deliveries";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { connectEmbedded } from "#tests/support/setup/embedded-client";
import { startServer, type TestService } from "#tests/support/setup/server";
import { answer, RECEIVER_HOST, startReceiver } from "#tests/support/twins/receiver";

const ENDPOINTS = 10;
const EVENTS = 100;
const EMAILS = 400;
/** Calls of one endpoint in progress at a time. */
const CALLS_EACH = 2;
const CALLS = ENDPOINTS * CALLS_EACH;
const HANGING = "/hanging";
const WAIT_LIMIT_MS = 20_000;
const END_LIMIT_MS = 90_000;

const END_WAITING = `
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`;

/** Deliveries that can still be sent. */
const OWED = `due_at IS NOT NULL AND NOT EXISTS (
  SELECT FROM webhooks w WHERE w.id = webhook_id AND w.url LIKE '%${HANGING}')`;

/** $1 is the start time. Identical deliveries are counted together. */
const READ_ENDS = `
SELECT channel || ' ' || status || ': ' || outcomes AS kind, count(*)::int,
  max(extract(epoch FROM ended_at - $1::timestamptz))::float8 AS "lastSeconds"
FROM (
  SELECT d.channel, d.status, string_agg(a.outcome, ', ' ORDER BY a.number) AS outcomes,
    max(a.finished_at) AS ended_at
  FROM deliveries d JOIN attempts a ON a.workspace_id = d.workspace_id AND a.delivery_id = d.id
  LEFT JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.id = d.webhook_id
  WHERE w.url IS NULL OR w.url NOT LIKE '%${HANGING}' GROUP BY d.workspace_id, d.id
) ended GROUP BY 1 ORDER BY 1`;

/** An endpoint that responds once the gate is open, and one that never does: it keeps each drain going. */
async function startEndpoints(gate: Gate) {
  const receiver = await startReceiver();
  receiver.reply((event, response, socket) => {
    if (event.path !== HANGING) void gate.passed().then(() => answer(204)(event, response, socket));
  });
  return receiver;
}

/** The real service with a database of its own data folder, or its own PostgreSQL. */
async function startLeftoversDrill({ hasOwnDatabase }: { hasOwnDatabase: boolean }) {
  const gate = new Gate();
  const receiver = await startEndpoints(gate);
  const dataDir = await makeDataDir();
  const databaseDir = hasOwnDatabase ? await makeDataDir() : dataDir;
  const database = hasOwnDatabase
    ? await startEmbeddedDatabase({ dataDir: databaseDir, log: () => undefined })
    : undefined;
  const authority = join(dataDir, "authority.pem");
  await writeFile(authority, receiver.ca);
  const env = {
    SECRET_KEY: process.env.SECRET_KEY ?? "",
    NODE_EXTRA_CA_CERTS: authority,
    NODE_OPTIONS: `--import=${join(ROOT, "tests/support/drills/end-threads.mjs")}`,
    OUTBOUND_CONNECT_TO: `${RECEIVER_HOST}:443:127.0.0.1:${receiver.port}`,
    ...(database ? { DATABASE_URL: database.url } : {}),
  };
  const start = () => startServer({ dataDir, env });
  let service = await start();
  let client = await connectEmbedded(databaseDir);

  const count = async (condition: string) => {
    const text = `SELECT count(*)::int AS count FROM deliveries WHERE ${condition}`;
    const { rows } = await client.query<{ count: number }>(text);
    return rows[0]?.count ?? 0;
  };

  return {
    receiver,
    get service(): TestService {
      return service;
    },
    /**
     * Queues emails and events, and returns once a drain has started as many as it may: calls wait for
     * their responses, and captured emails for a lock.
     */
    async startWork(lock: pg.Client): Promise<void> {
      gate.shut();
      await lock.query("BEGIN");
      await lock.query("LOCK TABLE captured_emails IN SHARE MODE");
      const secret = `whsec_${Buffer.alloc(32).toString("base64")}`;
      const encrypt = (webhook: SecretRow) => encryptSecret("webhook", webhook, secret);
      const hanging = { workspaces: 1, endpoints: 1, events: 2 * CALLS_EACH, path: HANGING };
      await queueRound(client, hanging, encrypt);
      // After the kill: the drain that would find the leftovers is busy with a call that hangs.
      await client.query("UPDATE deliveries SET due_at = now() + interval '3 seconds'");
      await queueRound(client, { workspaces: ENDPOINTS, endpoints: 1, events: EVENTS }, encrypt);
      await queueEmails(client, { workspaces: 4, emails: EMAILS });
      const isUnderWay = async () =>
        receiver.received.filter(({ path }) => path !== HANGING).length === CALLS &&
        (await count("channel = 'email' AND claim_token IS NOT NULL")) >= EMAILS / 4;
      await untilOrLater(isUnderWay, WAIT_LIMIT_MS);
    },
    connect: () => connectEmbedded(databaseDir),
    /** Rolls back the transactions of a dead process or thread, and lets all others go on. */
    async release(lock: pg.Client): Promise<void> {
      const isOver = async () => (await client.query(END_WAITING)).rows.length === 0;
      await untilOrLater(isOver, WAIT_LIMIT_MS);
      await lock.query("ROLLBACK");
      gate.open();
    },
    /** Starts the service again on the same data. */
    async restart(): Promise<void> {
      gate.open();
      service = await start();
      await client.end().catch(() => undefined);
      client = await connectEmbedded(databaseDir);
    },
    /** The time by the database's clock. */
    async now(): Promise<Date> {
      const { rows } = await client.query<{ now: Date }>("SELECT clock_timestamp() AS now");
      const [row] = rows;
      if (!row) throw new Error("the database doesn't know the time");
      return row.now;
    },
    /** Waits until everything has been sent that can be, and returns when the last of it was. */
    async readEnds(since: Date) {
      await untilOrLater(async () => (await count(OWED)) === 0, END_LIMIT_MS);
      const { rows } = await client.query<{ kind: string; count: number; lastSeconds: number }>(
        READ_ENDS,
        [since],
      );
      const captured = await client.query<{ count: number }>(
        "SELECT count(DISTINCT series_key)::int AS count FROM captured_emails",
      );
      return {
        kinds: Object.fromEntries(rows.map((row) => [row.kind, row.count])),
        lastSeconds: Math.max(...rows.map((row) => row.lastSeconds)),
        captured: captured.rows[0]?.count,
        owed: await count(OWED),
      };
    },
    async stop(): Promise<void> {
      gate.open();
      // Ends the calls that hang, which the service would wait for.
      await receiver.stop();
      await client.end();
      await service.stop();
      await database?.stop();
      await Promise.all([...new Set([dataDir, databaseDir])].map(removeDataDir));
    },
  };
}

type LeftoversDrill = Awaited<ReturnType<typeof startLeftoversDrill>>;

/** The time limit for sending work that a dead process or thread held: its lease of 30 s, and the sending, on a busy machine. */
const LIMIT_SECONDS = 60;
/** A thread is replaced after a second. */
const REPLACED_SECONDS = 1;
const THREAD_LIMIT_MS = 10_000;

async function endThread({ service, release, now }: LeftoversDrill, lock: pg.Client) {
  process.kill(service.pid, "SIGUSR2");
  await untilOrLater(() => service.output().includes("The threads ended"), THREAD_LIMIT_MS);
  const endedAt = await now();
  await release(lock);
  return endedAt;
}

test.for([
  {
    victim: "the service and its database",
    hasOwnDatabase: false,
    limitSeconds: LIMIT_SECONDS,
    kill: async (drill: LeftoversDrill) => {
      await drill.service.kill();
      await drill.restart();
      return drill.now();
    },
  },
  {
    victim: "the service, which has its own PostgreSQL",
    hasOwnDatabase: true,
    limitSeconds: LIMIT_SECONDS,
    kill: async (drill: LeftoversDrill, lock: pg.Client) => {
      await drill.service.killApp();
      await drill.release(lock);
      await drill.restart();
      return drill.now();
    },
  },
  {
    victim: "the job thread alone",
    hasOwnDatabase: true,
    limitSeconds: REPLACED_SECONDS + LIMIT_SECONDS,
    kill: endThread,
  },
])(
  "deliveries interrupted by a kill of $victim are sent within $limitSeconds s",
  { timeout: 240_000 },
  async ({ victim, hasOwnDatabase, limitSeconds, kill }, { task, onTestFinished }) => {
    const drill = await startLeftoversDrill({ hasOwnDatabase });
    onTestFinished(() => drill.stop(), 60_000);
    const lock = await drill.connect();
    onTestFinished(() => lock.end().catch(() => undefined));
    await drill.startWork(lock);
    const since = await kill(drill, lock);
    const { kinds, lastSeconds, captured, owed } = await drill.readEnds(since);
    noteFigures(task, {
      drill: `Leftovers after a kill of ${victim}`,
      tried: `${EMAILS} captured emails and ${EVENTS} events due, ${CALLS} calls in progress`,
      came: `${captured} emails and ${EVENTS} events sent, the last one after ${lastSeconds.toFixed(1)} s`,
    });
    expect({ kinds, captured, owed }).toEqual({
      kinds: {
        "email delivered: sent": EMAILS,
        "webhook delivered: interrupted, succeeded": CALLS,
        "webhook delivered: succeeded": EVENTS - CALLS,
      },
      captured: EMAILS,
      owed: 0,
    });
    const arrivals = drill.receiver.received.filter(({ path }) => path === "/hook");
    expect(new Set(arrivals.map(({ id }) => id)).size).toBe(EVENTS);
    expect(arrivals).toHaveLength(EVENTS + CALLS);
    expect(lastSeconds).toBeLessThan(limitSeconds);
  },
);
