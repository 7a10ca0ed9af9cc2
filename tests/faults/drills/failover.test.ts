import { expect, test } from "vitest";
import { applyMigrations } from "#lib/adapters/db/migrate";
import type { Form } from "#lib/domain/forms/schema";
import { sendVisit, Visitors } from "#tests/support/drills/drill-visitors";
import { isFullDrill, noteFigures } from "#tests/support/drills/figures";
import { untilOrLater } from "#tests/support/drills/gate";
import { readMessages } from "#tests/support/drills/kill-drill";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { makeDataDir, removeDataDir } from "#tests/support/setup/data-folder";
import { startServer } from "#tests/support/setup/server";
import { type FaultProxy, startFaultProxy } from "#tests/support/twins/fault-proxy";
import { PostgresServer } from "#tests/support/twins/postgres-server";

/** There and back, and in full a few times more. */
const FAILOVERS = isFullDrill ? 6 : 2;
const MESSAGES_EACH = isFullDrill ? 1_000 : 200;
const FORMS = 10;
const ACCEPTS_AGAIN_MS = 15_000;
const LIMIT_MS = 60_000;

/**
 * A primary and its synchronous replica, behind a proxy that leads to the primary. Without the replica, the
 * primary confirms no commit.
 */
class ServerPair {
  primary: PostgresServer;
  replica: PostgresServer;
  readonly gone: PostgresServer[] = [];
  private readonly proxy: FaultProxy;

  constructor(primary: PostgresServer, replica: PostgresServer, proxy: FaultProxy) {
    this.primary = primary;
    this.replica = replica;
    this.proxy = proxy;
  }

  static async start(): Promise<ServerPair> {
    const primary = await PostgresServer.create();
    await applyMigrations(primary.url);
    const proxy = await startFaultProxy(primary.port);
    const pair = new ServerPair(primary, await primary.replicate(), proxy);
    await primary.requireReplica();
    return pair;
  }

  /** The proxy's address, which stays the same. */
  get url(): string {
    return this.primary.url.replace(`:${this.primary.port}`, `:${this.proxy.port}`);
  }

  /** Makes the replica the primary, as an operator or a program like Patroni does after a failure. */
  async promote(): Promise<void> {
    await this.replica.promote();
    this.gone.push(this.primary);
    this.primary = this.replica;
    this.proxy.leadTo(this.primary.port);
  }

  /** Starts a new replica where the killed server was. */
  async restoreReplica(): Promise<void> {
    this.replica = await this.primary.replicate(this.gone.at(-1)?.port);
    await this.primary.requireReplica();
  }

  async remove(): Promise<void> {
    await this.proxy.stop();
    const servers = new Set([this.primary, this.replica, ...this.gone]);
    for (const server of servers) await server.remove();
  }
}

async function createForms(): Promise<Form[]> {
  const forms: Form[] = [];
  for (let n = 0; n < FORMS; n += 1)
    forms.push(await createForm(await createWorkspace({ plan: "scale" })));
  return forms;
}

type Drill = { pair: ServerPair; forms: readonly Form[]; visitors: Visitors; baseUrl: string };

/** Measures the time until a submission that is sent from now on is acknowledged. */
async function timeUntilAccepted({ forms, visitors, baseUrl }: Drill): Promise<number> {
  const startedAt = performance.now();
  const visitor = `visitor-after-${visitors.acknowledged.size}`;
  await untilOrLater(async () => {
    const id = await sendVisit(baseUrl, forms[0], visitor);
    if (id !== null) visitors.acknowledged.set(visitor, id);
    return id !== null;
  }, LIMIT_MS);
  return performance.now() - startedAt;
}

/** Sends submissions, and the primary fails when half of them are acknowledged. */
async function failOverAmid(drill: Drill): Promise<number> {
  const { pair, visitors, baseUrl } = drill;
  const half = visitors.acknowledged.size + MESSAGES_EACH / 2;
  visitors.come(MESSAGES_EACH);
  const sending = visitors.sendAll(baseUrl);
  await untilOrLater(() => visitors.acknowledged.size >= half, LIMIT_MS);
  // The clock starts when the primary is dead: nothing that's accepted from here on was its work.
  await pair.primary.kill();
  const [acceptedAfterMs] = await Promise.all([timeUntilAccepted(drill), pair.promote(), sending]);
  await untilOrLater(async () => {
    await visitors.sendAll(baseUrl);
    return visitors.unanswered === 0;
  }, LIMIT_MS);
  return acceptedAfterMs;
}

/** Captures every email that is due; claims that the failover interrupted are due immediately. */
async function readAfterwards(pair: ServerPair) {
  const client = await pair.primary.connect();
  const isDone = async () => {
    // The drain locks the same rows.
    await client.query(`
      UPDATE deliveries SET due_at = now() WHERE (workspace_id, id) IN (
        SELECT workspace_id, id FROM deliveries WHERE due_at IS NOT NULL FOR UPDATE SKIP LOCKED)`);
    const left = await client.query("SELECT FROM deliveries WHERE due_at IS NOT NULL");
    return left.rowCount === 0;
  };
  await untilOrLater(isDone, LIMIT_MS);
  const stored = await readMessages({ client });
  const captured = await client.query("SELECT FROM captured_emails");
  await client.end();
  return { stored, emails: captured.rows.length };
}

test("a replica takes over from a killed primary: the service accepts again within 15 s, without a restart, and loses no submission", async ({
  task,
  onTestFinished,
}) => {
  const pair = await ServerPair.start();
  const dataDir = await makeDataDir();
  onTestFinished(async () => {
    await pair.remove();
    await removeDataDir(dataDir);
  }, 60_000);
  process.env.DATABASE_URL = pair.url;
  const forms = await createForms();
  const service = await startServer({
    dataDir,
    env: {
      SECRET_KEY: process.env.SECRET_KEY ?? "",
      DATABASE_URL: pair.url,
      OUTBOX_INTERVAL_MS: "50",
      INTAKE_IP_RATE_LIMIT: "1000000",
      INTAKE_FORM_RATE_LIMIT: "1000000",
    },
  });
  onTestFinished(async () => void (await service.stop()), 60_000);
  let hasEnded = false;
  service.ended.then(() => {
    hasEnded = true;
  });

  const visitors = new Visitors(forms);
  const drill = { pair, forms, visitors, baseUrl: service.baseUrl };
  const times: number[] = [];
  for (let nth = 1; nth <= FAILOVERS; nth += 1) {
    times.push(await failOverAmid(drill));
    if (nth < FAILOVERS) await pair.restoreReplica();
  }

  const { stored, emails } = await readAfterwards(pair);
  const lost = [...visitors.acknowledged.values()].filter((id) => !stored.has(id)).length;
  const slowest = Math.max(...times);
  noteFigures(task, {
    drill: "Failover to a synchronous replica",
    tried: `${visitors.acknowledged.size} accepted submissions, ${FAILOVERS} kills of the primary, each with a promotion and a new replica`,
    came: `${lost} acknowledged and lost; ${stored.size} stored, ${emails} emails; accepted again ${(slowest / 1000).toFixed(1)} s after the kill at the latest; the service ${hasEnded ? "stopped" : "kept running"}`,
  });
  expect({ lost, hasEnded, unanswered: visitors.unanswered }).toEqual({
    lost: 0,
    hasEnded: false,
    unanswered: 0,
  });
  expect([...stored.values()].sort()).toEqual([...visitors.acknowledged.keys()].sort());
  expect(emails).toBe(stored.size);
  expect(slowest).toBeLessThan(ACCEPTS_AGAIN_MS);
}, 300_000);
