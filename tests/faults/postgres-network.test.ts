import pg from "pg";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { pool } from "#lib/adapters/db/database";
import { openPool } from "#lib/adapters/db/open-pool";
import { singleton } from "#lib/core/singleton";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { HOOK_URL } from "#tests/support/factories/webhook-state";
import { type Fault, startFaultProxy } from "#tests/support/twins/fault-proxy";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock } from "#tests/support/twins/test-clock";
import { setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const VISITORS = 30;
/** The network fails after this many acknowledgments, while other submissions are in progress. */
const FAIL_AFTER = 5;
const CONNECTIONS = 16;
const LIMITS = { max: 16, connectMs: 1_000, silenceMs: 1_000 };
/** Longer than any lease or retry delay, so that all pending work can continue. */
const LATER_MS = 12 * 3_600_000;
const ROUNDS = 12;

const FAULTS: Fault[] = [
  { kind: "latency", ms: 10 },
  { kind: "reset" },
  { kind: "half-open" },
  { kind: "cut-request", afterBytes: 3000 },
  { kind: "cut-answer", afterBytes: 1 },
  { kind: "cut-answer", afterBytes: 120 },
];

const realUrl = process.env.DATABASE_URL ?? "";
const proxy = await startFaultProxy(Number(new URL(realUrl).port));
const proxied = new URL(realUrl);
proxied.port = String(proxy.port);
process.env.DATABASE_URL = proxied.href;
singleton("pool", () => openPool(proxied.href, LIMITS));

const direct = new pg.Client({ connectionString: realUrl });
await direct.connect();
const live = setUpLiveEmail(10_000);

/**
 * Server connections that the network cut off in the middle of a transaction. One cut off right after its BEGIN, before
 * its first query and the limit that ends it, holds nothing.
 */
async function countForsaken(): Promise<number> {
  const { rows } = await direct.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND state LIKE 'idle in transaction%'
       AND query !~ '^(BEGIN|SET TRANSACTION)'`,
  );
  return rows[0]?.count ?? 0;
}

/** Repairs the network, waits until it's noticed, and closes the broken connections at both ends. */
async function heal(): Promise<void> {
  proxy.heal();
  const isBack = () =>
    pool()
      .query("SELECT 1")
      .then(
        () => true,
        () => false,
      );
  await expect.poll(isBack, { timeout: 20_000 }).toBe(true);
  const each = Array.from({ length: CONNECTIONS }, () => pool().query("SELECT pg_sleep(0.01)"));
  await Promise.allSettled(each);
  await expect.poll(countForsaken, { timeout: 20_000 }).toBe(0);
}

beforeEach(heal);
afterAll(async () => {
  await direct.end();
  await proxy.stop();
});

type Target = { publicKey: string; id: string };

async function createTarget(): Promise<Target> {
  const workspace = await createWorkspace({ plan: "scale" });
  const form = await createForm(workspace);
  await createWebhook(workspace, form, { url: HOOK_URL });
  return form;
}

/** The id of the stored submission, or null if it was rejected because the database was unavailable. */
async function visit({ publicKey }: Target, visitor: string): Promise<string | null> {
  const response = await postVisit(publicKey, {
    json: { name: visitor },
    headers: { "idempotency-key": visitor },
  });
  if (response.status === 200) return acceptedId(response);
  expect(response.status).toBe(503);
  return null;
}

/** Sends all visitors' submissions concurrently; the network fails partway through. */
async function visitAmid(form: Target, fault: Fault): Promise<Map<string, string | null>> {
  const ids = new Map<string, string | null>();
  let acknowledged = 0;
  const visitOnce = async (visitor: string) => {
    const id = await visit(form, visitor);
    ids.set(visitor, id);
    if (id !== null && ++acknowledged === FAIL_AFTER) proxy.fail(fault);
  };
  // One at a time until the network fails, then all concurrently.
  for (let n = 1; n <= FAIL_AFTER; n += 1) await visitOnce(`visitor-${n}`);
  const others = Array.from({ length: VISITORS - FAIL_AFTER }, (_, n) => FAIL_AFTER + n + 1);
  await Promise.all(others.map((n) => visitOnce(`visitor-${n}`)));
  return ids;
}

/** A form's submissions with the number of emails and events of each. */
async function storedMessages({ id }: Target) {
  const { rows } = await direct.query<{ id: string; emails: number; events: number }>(
    `SELECT s.id,
       (SELECT count(*)::int FROM deliveries d
         WHERE d.submission_id = s.id AND d.channel = 'email') AS emails,
       (SELECT count(*)::int FROM deliveries d
         WHERE d.submission_id = s.id AND d.channel = 'webhook') AS events
     FROM submissions s WHERE s.form_id = $1`,
    [id],
  );
  return rows;
}

/** Passes time until the outbox is empty; fails the test if it never is. */
async function passTime(clock: ReturnType<typeof createTestClock>): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await drainOutbox(clock);
    const { rows } = await direct.query("SELECT FROM deliveries WHERE due_at IS NOT NULL LIMIT 1");
    if (rows.length === 0) return;
    clock.advance(LATER_MS);
  }
  throw new Error("the outbox is never empty");
}

/** A form's emails and events and their attempts, by final state. */
async function countStates({ id }: Target): Promise<Record<string, number>> {
  const { rows } = await direct.query<{ state: string; count: number }>(
    `SELECT state, count(*)::int AS count FROM submissions s CROSS JOIN LATERAL (
       SELECT channel || ' ' || status AS state FROM deliveries WHERE submission_id = s.id
       UNION ALL SELECT 'try ' || outcome FROM deliveries d
         JOIN attempts a ON a.delivery_id = d.id WHERE submission_id = s.id
     ) states WHERE s.form_id = $1 GROUP BY state`,
    [id],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

describe.each(FAULTS)("a database behind a network with $kind", (fault) => {
  it("acknowledges only stored submissions, and stores each one completely and once", async () => {
    const form = await createTarget();
    const ids = await visitAmid(form, fault);
    await heal();
    const stored = await storedMessages(form);
    const acknowledged = [...ids.values()].filter((id) => id !== null);
    expect(acknowledged.length).toBeGreaterThanOrEqual(FAIL_AFTER);
    expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    expect(stored.every(({ emails, events }) => emails === 1 && events === 1)).toBe(true);

    for (const [visitor, id] of ids)
      if (id === null) expect(await visit(form, visitor)).not.toBeNull();
    expect(await storedMessages(form)).toHaveLength(VISITORS);
  });

  it("completes every pending email and event, and sends each email exactly once", async () => {
    const form = await createTarget();
    const clock = createTestClock(new Date(Date.now() + 60_000));
    for (let n = 0; n < VISITORS; n += 1) await visit(form, `visitor-${n}`);
    const drain = drainOutbox(clock).catch((failure: unknown) => failure);
    const someLeft = [live.twin.receivedCount(FAIL_AFTER), receiver.receivedCount(FAIL_AFTER)];
    await Promise.race([drain, Promise.all(someLeft)]);
    proxy.fail(fault);
    await drain;
    await heal();
    await passTime(clock);
    const states = await countStates(form);
    expect(states).toMatchObject({ "email delivered": VISITORS, "webhook delivered": VISITORS });
    expect(states).not.toHaveProperty("try pending");
    expect(new Set(live.twin.sent.map(({ key }) => key)).size).toBe(VISITORS);
    expect(live.twin.sent).toHaveLength(VISITORS);
    const events = new Map(receiver.received.map(({ id, body }) => [id, body]));
    expect(events.size).toBe(VISITORS);
    for (const { id, body } of receiver.received) expect(body).toBe(events.get(id));
  });
});
