import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { log } from "#lib/core/telemetry/log";
import { metrics } from "#lib/core/telemetry/metrics";
import { getOutboxLag } from "#lib/domain/deliveries/backlog";
import { type Claim, claimDue, TURN_START } from "#lib/domain/deliveries/claim";
import { type Clock, databaseClock } from "#lib/domain/deliveries/clock";
import { type Channel, WORK_RESULTS, type WorkResult } from "#lib/domain/deliveries/schema";
import { deliverEmail } from "#lib/domain/emails/deliver-email";
import { deliverWebhook } from "#lib/domain/endpoints/deliver-webhook";
import { InFlightTasks, QuiescenceBarrier } from "#lib/entry/jobs/in-flight-tasks";

/** A drain stops claiming after this time, so that it ends within a minute. */
export const DRAIN_BUDGET_MS = 40_000;
/** How often a waiting drain checks for deliveries that are due, unless it has a gap. */
const RECHECK_MS = 500;
/** After a claim of at least this many, the next claim follows immediately. */
const LARGE_CLAIM = 32;

type OutboxHandler = {
  /** How many deliveries of this channel one drain processes concurrently. */
  parallelism: number;
  /** How many deliveries of one workspace all drains together process concurrently. */
  perWorkspace?: number;
  /** The maximum number of concurrent deliveries per concurrency key, across all drains. */
  perConcurrencyKey?: number;
  /**
   * How long finished deliveries are gathered before the next claim, so that many short tasks need few
   * claims.
   */
  gatherMs: number;
  /** Processes a claimed delivery and settles its claim. */
  deliver: (claim: Claim, clock: Clock) => Promise<WorkResult>;
};

const LIVE_EMAIL: OutboxHandler = { parallelism: 10, gatherMs: 0, deliver: deliverEmail };
/** Captured emails make no calls, so a workspace doesn't have to wait for their end. */
const CAPTURED_EMAIL: OutboxHandler = {
  parallelism: 256,
  perWorkspace: 64,
  gatherMs: 5,
  deliver: deliverEmail,
};
const WEBHOOK: OutboxHandler = {
  parallelism: 256,
  perConcurrencyKey: 2,
  gatherMs: 5,
  deliver: deliverWebhook,
};

function handlerOf(channel: Channel): OutboxHandler {
  if (channel === "webhook") return WEBHOOK;
  return settings().email.mode === "capture" ? CAPTURED_EMAIL : LIVE_EMAIL;
}

/** The results of one drain. `errored`: handlers that threw; their deliveries are due again after the lease. */
type DrainCounts = Record<WorkResult | "claimed" | "errored", number>;

/**
 * Sends due deliveries, until nothing is left or the time is up. Any number of drains may run concurrently, in any
 * number of processes: each delivery is claimed by one of them.
 *
 * @param given - by default the database's clock
 * @param options.signal - aborted to claim nothing more
 * @param options.claimGapMs - the least time between two small claims, so that while submissions keep
 *   coming in, one claim takes what many of them have queued
 * @returns counts; `dueCount`: deliveries that were due when it began, at most 10,000, of which the oldest had waited
 *   for `lagSeconds`
 */
export async function drainOutbox(
  given: Clock | null = null,
  budgetMs: number = DRAIN_BUDGET_MS,
  { signal, claimGapMs = 0 }: { signal?: AbortSignal; claimGapMs?: number } = {},
) {
  const clock = given ?? (await databaseClock());
  const startedAt = clock.now();
  const counts = noCounts();
  const { dueCount, oldestDueSeconds } = await getOutboxLag(startedAt);
  if (oldestDueSeconds === null) return { ...counts, dueCount, lagSeconds: 0 };
  const endsAt = new Date(startedAt.getTime() + budgetMs);
  const channels = new QuiescenceBarrier(["email", "webhook"]);
  const drain = (channel: Channel) => {
    const handler = handlerOf(channel);
    return drainChannel({ channel, handler, channels, clock, endsAt, signal, claimGapMs, counts });
  };
  await Promise.all([drain("email"), drain("webhook")]);
  const report = { ...counts, dueCount, lagSeconds: oldestDueSeconds };
  if (counts.claimed > 0) log().info({ job: "outbox", ...report }, "outbox drained");
  return report;
}

function noCounts(): DrainCounts {
  const names = [...WORK_RESULTS, "claimed", "errored"] as const;
  return Object.fromEntries(names.map((name) => [name, 0])) as DrainCounts;
}

type Drain = {
  channel: Channel;
  handler: OutboxHandler;
  channels: QuiescenceBarrier;
  clock: Clock;
  endsAt: Date;
  signal: AbortSignal | undefined;
  claimGapMs: number;
  counts: DrainCounts;
};

/**
 * Keeps up to `parallelism` deliveries in flight, claimed from the workspaces in turn. While any of them
 * hangs, in this channel or the other, it keeps looking for new ones.
 */
async function drainChannel(drain: Drain): Promise<void> {
  const { channel, handler, channels, clock, endsAt, signal, claimGapMs, counts } = drain;
  const { parallelism, perWorkspace, perConcurrencyKey, gatherMs } = handler;
  const recheckMs = claimGapMs || RECHECK_MS;
  const inFlight = new InFlightTasks();
  let turn = TURN_START;
  let isTurnEmpty = true;
  try {
    for (;;) {
      const free = parallelism - inFlight.size;
      const now = clock.now();
      if (now >= endsAt || signal?.aborted) break;
      // Deliveries that end during the claim may be due again. Then this claim isn't the last one.
      const wasIdle = inFlight.size === 0;
      const { claims, nextTurn } = await claimDue({
        channel,
        now,
        turn,
        limit: free,
        token: newId(),
        perWorkspace,
        perConcurrencyKey,
      });
      counts.claimed += claims.length;
      if (claims.length > 0) {
        isTurnEmpty = false;
        channels.markBusy(channel);
      }
      for (const claim of claims) inFlight.add(deliver(drain, claim));
      if (claimGapMs > 0 && claims.length > 0 && claims.length < LARGE_CLAIM) {
        // Behind what waited longer than the gap, more waits for room, which the next end makes.
        const isQueue = claims.some(({ dueAt }) => now.getTime() - dueAt.getTime() > claimGapMs);
        await (isQueue ? inFlight.nextEnd(gatherMs, claimGapMs) : sleep(claimGapMs));
      }
      while (inFlight.size >= parallelism) await inFlight.nextEnd(gatherMs);
      // A whole turn that ended with room left took all that was due.
      const isAllTaken = claimGapMs === 0 && turn === TURN_START && claims.length < free;
      if (nextTurn === null && (isTurnEmpty || isAllTaken)) {
        const isIdle = wasIdle && claims.length === 0;
        if (isIdle) channels.markQuiet(channel);
        if (!isIdle) await inFlight.nextEnd(gatherMs, recheckMs);
        else if (await channels.untilAllQuiet(recheckMs)) break;
      }
      if (nextTurn === null) isTurnEmpty = true;
      turn = nextTurn ?? TURN_START;
    }
  } finally {
    while (inFlight.size > 0) await inFlight.nextEnd();
    channels.markQuiet(channel);
  }
}

/** Never rejects: a failure of one delivery must not affect the others. */
async function deliver({ channel, handler, clock, counts }: Drain, claim: Claim): Promise<void> {
  let result: WorkResult | "errored" = "errored";
  try {
    result = await handler.deliver(claim, clock);
  } catch (err) {
    log().error({ job: "outbox", channel, deliveryId: claim.deliveryId, err }, "delivery failed");
  }
  counts[result] += 1;
  metrics().deliveries.inc({ channel, result });
}
