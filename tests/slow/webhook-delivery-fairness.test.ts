import { describe, expect, it } from "vitest";
import { db, pool } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { claimDue, MAX_IN_FLIGHT, TURN_START } from "#lib/domain/deliveries/claim";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { noteFigures } from "#tests/support/drills/figures";
import { createWorkspace } from "#tests/support/factories/factories";
import {
  createEndpoint,
  type Endpoint,
  HOOK_URL,
  queueEvent,
  readEvent,
} from "#tests/support/factories/webhook-state";
import { answer, type hang } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { OTHER_HOST, setUpWebhookReceiver } from "#tests/support/twins/webhook-receiver";

const receiver = await setUpWebhookReceiver();

const HANGING_URL = `https://${OTHER_HOST}/hang`;

/** Creates thousands of test events in one statement. */
async function queueMany({ workspace, webhook }: Endpoint, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await pool().query(
    `INSERT INTO deliveries (id, workspace_id, channel, webhook_id, revision, dedupe_key, kind, status,
       body, created_at, next_attempt_at, concurrency_key, due_at)
     SELECT id, $2, 'webhook', $3, $4, gen_random_uuid(), 'webhook.test', 'queued',
       json_build_object('id', id), $5, $5, $3, $5 FROM unnest($1::uuid[]) AS id`,
    [ids, workspace.id, webhook.id, webhook.revision, START],
  );
  return ids;
}

/** Makes events to the other host hang; all others are accepted. */
const hangThere: typeof hang = (event, response, socket) => {
  if (!event.headers.host?.startsWith(OTHER_HOST)) answer(204)(event, response, socket);
};

/** Delays every response; returns the maximum number of concurrent events per path. */
function watchConcurrency(): () => number {
  const underWay = new Map<string, number>();
  let most = 0;
  receiver.reply((event, response, socket) => {
    const count = (underWay.get(event.path) ?? 0) + 1;
    underWay.set(event.path, count);
    most = Math.max(most, count);
    setTimeout(() => {
      underWay.set(event.path, (underWay.get(event.path) ?? 0) - 1);
      answer(204)(event, response, socket);
    }, 3);
  });
  return () => most;
}

describe("five concurrent drains of 1,000 due webhook events", () => {
  it("attempt each event once, at most two per endpoint at a time", async ({ task }) => {
    const clock = createTestClock(START);
    const endpoints = await Promise.all(
      Array.from({ length: 20 }, (_, path) =>
        createEndpoint(START, { url: `${HOOK_URL}/${path}` }),
      ),
    );
    const busiest = watchConcurrency();
    const ids = (await Promise.all(endpoints.map((endpoint) => queueMany(endpoint, 50)))).flat();
    const drains = await Promise.all(Array.from({ length: 5 }, () => drainOutbox(clock)));
    expect(drains.reduce((sum, { sent }) => sum + sent, 0)).toBe(1000);
    expect(drains.reduce((sum, { claimed }) => sum + claimed, 0)).toBe(1000);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1000);
    expect(receiver.received).toHaveLength(1000);
    const where = { id: { in: ids }, status: "delivered", attemptCount: 1 };
    expect(await db().delivery.count({ where: { ...where, channel: "webhook" } })).toBe(1000);
    expect(busiest()).toBe(2);
    noteFigures(task, {
      drill: "Five drains at once",
      tried: "1000 events due at 20 endpoints, five drains",
      came: `${receiver.received.length} attempts, ${new Set(receiver.received.map(({ id }) => id)).size} events; at most ${busiest()} at a time at one endpoint`,
    });
  });
});

describe("an endpoint with more due events than it may get at once", () => {
  it("gets the next one when one has ended, however long the gap between claims is", async () => {
    const clock = createTestClock(START);
    await queueMany(await createEndpoint(START), 20);
    clock.advance(3_600_001);
    const counts = await drainOutbox(clock, undefined, { claimGapMs: 3_600_000 });
    expect(counts).toMatchObject({ claimed: 20, sent: 20 });
  });
});

/** Lets the drain and its calls time out; events that it claims at that moment don't hang. */
async function endDrain(drain: Promise<unknown>, clock: ReturnType<typeof createTestClock>) {
  receiver.reply(answer(500));
  clock.advance(41_000);
  clock.timeOutCalls();
  await drain;
}

describe("a webhook endpoint that hangs", () => {
  it("doesn't delay other workspaces, even with many queued events", async ({ task }) => {
    const clock = createTestClock(START);
    await queueMany(await createEndpoint(START, { url: HANGING_URL }), 10_000);
    receiver.reply(hangThere);
    const drain = drainOutbox(clock);
    await receiver.receivedCount(2);
    const other = await queueEvent(await createEndpoint(START), START);
    const startedAt = performance.now();
    await receiver.receivedCount(3);
    const delayMs = Math.round(performance.now() - startedAt);
    expect(receiver.received.at(-1)?.id).toBe(other.eventId);
    await expect.poll(async () => (await readEvent(other.id)).status).toBe("delivered");
    expect(receiver.received).toHaveLength(3);

    const third = await queueEvent(await createEndpoint(START), START);
    expect(await drainOutbox(clock)).toMatchObject({ claimed: 1, sent: 1 });
    expect(await readEvent(third.id)).toMatchObject({ status: "delivered", attemptCount: 1 });
    noteFigures(task, {
      drill: "A workspace with 10,000 events for an endpoint that hangs",
      tried: "another workspace's event during the hanging drain, and one more at the next tick",
      came: `the first was sent by the same drain after ${delayMs} ms, the second by the next tick`,
    });
    await endDrain(drain, clock);
  });

  it("doesn't delay other endpoints of the same workspace", async () => {
    const clock = createTestClock(START);
    const workspace = await createWorkspace({ now: START });
    await queueMany(await createEndpoint(START, { url: HANGING_URL, workspace }), 500);
    const good = await createEndpoint(START, { workspace });
    await queueMany(good, 20);
    receiver.reply(hangThere);
    const drain = drainOutbox(clock);
    await receiver.receivedCount(22);
    const where = { webhookId: good.webhook.id, status: "delivered" };
    await expect
      .poll(() => db().delivery.count({ where: { ...where, channel: "webhook" } }))
      .toBe(20);
    await endDrain(drain, clock);
  });
});

describe("claiming webhook events", () => {
  const claim = (limit: number) =>
    claimDue({
      channel: "webhook",
      now: START,
      turn: TURN_START,
      limit,
      token: newId(),
      perConcurrencyKey: 2,
    });

  async function countByWebhook(claims: readonly { deliveryId: string }[]) {
    const ids = claims.map(({ deliveryId }) => deliveryId);
    const rows = await db().delivery.findMany({ where: { id: { in: ids } } });
    const counts = new Map<string, number>();
    for (const { concurrencyKey } of rows)
      counts.set(concurrencyKey, (counts.get(concurrencyKey) ?? 0) + 1);
    return [...counts.values()].sort();
  }

  it("is limited to two events per endpoint and five per workspace, even concurrently", async () => {
    const workspace = await createWorkspace({ now: START });
    for (let count = 0; count < 4; count++)
      await queueMany(await createEndpoint(START, { workspace }), 50);
    const single = await createEndpoint(START);
    await queueMany(single, 50);
    const all = await Promise.all(Array.from({ length: 8 }, () => claim(100)));
    const claims = all.flatMap((claimed) => claimed.claims);
    const own = claims.filter(({ workspaceId }) => workspaceId === workspace.id);
    expect(own).toHaveLength(MAX_IN_FLIGHT);
    expect(await countByWebhook(own)).toEqual([1, 1, 1, 2]);
    expect(claims.filter(({ workspaceId }) => workspaceId === single.workspace.id)).toHaveLength(2);
    expect((await claim(100)).claims).toHaveLength(0);
  });

  it("starts with the endpoints that have the fewest events in progress", async () => {
    const workspace = await createWorkspace({ now: START });
    const endpoints: Endpoint[] = [];
    for (let count = 0; count < 7; count++) {
      const endpoint = await createEndpoint(START, { workspace, url: `${HOOK_URL}/${count}` });
      await queueMany(endpoint, 200);
      endpoints.push(endpoint);
    }
    const served = new Set<string>();
    for (let round = 0; round < 60 && served.size < endpoints.length; round++) {
      const { claims } = await claim(100);
      const ids = claims.map(({ deliveryId }) => deliveryId);
      const rows = await db().delivery.findMany({ where: { id: { in: ids } } });
      for (const { concurrencyKey } of rows) served.add(concurrencyKey);
      await db().delivery.deleteMany({ where: { id: { in: ids.slice(0, 1) } } });
    }
    expect(served.size).toBe(endpoints.length);
  });
});
