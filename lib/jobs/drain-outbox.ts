import { newId } from "#lib/core/ids";
import { log } from "#lib/core/log";
import { type Claim, claimDue, DRAIN_BUDGET_MS, TURN_START } from "#lib/deliveries/claim";
import { type Clock, systemClock } from "#lib/deliveries/clock";
import { getOutboxLag } from "#lib/deliveries/queue";
import { WORK_RESULTS, type WorkResult } from "#lib/deliveries/schema";
import { waitForIntakeIdle } from "#lib/intake/intake-load";
import { InFlightTasks, QuiescenceBarrier } from "#lib/jobs/in-flight-tasks";
import { type OutboxHandler, outboxHandlers } from "#lib/jobs/outbox-handlers";

/** How long a drain that waits for others waits before it looks for what has come due meanwhile. */
const LOOK_AGAIN_MS = 500;

/** What one drain did. `broken`: handlers that threw; their entries are free again after the lease. */
export type DrainCounts = Record<WorkResult | "claimed" | "broken", number>;
export type DrainReport = DrainCounts & {
  /** Entries that were due when the drain began, at most 10,000. */
  dueCount: number;
  /** How long the oldest of them had waited, in seconds. */
  lagSeconds: number;
};

/**
 * Works off what is due in the outbox, until nothing is or the time is up. Any number of drains may
 * run at once, in any number of processes: an entry is claimed by one of them.
 */
export async function drainOutbox(
  clock: Clock = systemClock,
  budgetMs: number = DRAIN_BUDGET_MS,
): Promise<DrainReport> {
  const startedAt = clock.now();
  const counts = noCounts();
  const { dueCount, oldestDueSeconds } = await getOutboxLag(startedAt);
  if (oldestDueSeconds === null) return { ...counts, dueCount, lagSeconds: 0 };
  const endsAt = new Date(startedAt.getTime() + budgetMs);
  const kinds = new QuiescenceBarrier(Object.keys(outboxHandlers));
  await Promise.all(
    Object.entries(outboxHandlers).map(([kind, handler]) =>
      drainKind({ kind, handler, kinds, clock, endsAt, counts }),
    ),
  );
  const report = { ...counts, dueCount, lagSeconds: oldestDueSeconds };
  if (counts.claimed > 0) log().info({ job: "outbox", ...report }, "outbox drained");
  return report;
}

function noCounts(): DrainCounts {
  const names = [...WORK_RESULTS, "claimed", "broken"] as const;
  return Object.fromEntries(names.map((name) => [name, 0])) as DrainCounts;
}

type Drain = {
  kind: string;
  handler: OutboxHandler;
  kinds: QuiescenceBarrier;
  clock: Clock;
  endsAt: Date;
  counts: DrainCounts;
};

/**
 * Keeps up to `parallelism` entries in work, taken from the workspaces in turn. While something hangs,
 * of this kind or another, it goes on looking for what comes meanwhile.
 */
async function drainKind(drain: Drain): Promise<void> {
  const { kind, handler, kinds, clock, endsAt, counts } = drain;
  const { parallelism, perConcurrencyKey, givesWay, gatherMs } = handler;
  const inWork = new InFlightTasks();
  let turn = TURN_START;
  let isTurnEmpty = true;
  try {
    for (;;) {
      const free = parallelism - inWork.size;
      const isBusy = givesWay && !(await waitForIntakeIdle());
      const now = clock.now();
      if (now >= endsAt) break;
      // What ends while the claim is made may have come due again: then this is not the last one.
      const wasIdle = inWork.size === 0;
      const { claims, nextTurn } = await claimDue({
        kind,
        now,
        turn,
        limit: isBusy ? Math.min(free, 1) : free,
        token: newId(),
        ...(perConcurrencyKey === undefined ? {} : { perConcurrencyKey }),
      });
      counts.claimed += claims.length;
      if (claims.length > 0) {
        isTurnEmpty = false;
        kinds.markBusy(kind);
      }
      for (const claim of claims) inWork.add(workOn(drain, claim));
      while (inWork.size >= parallelism) await inWork.nextEnd(gatherMs);
      if (nextTurn === null && isTurnEmpty) {
        if (wasIdle) kinds.markQuiet(kind);
        if (!wasIdle) await inWork.nextEnd(gatherMs, LOOK_AGAIN_MS);
        else if (await kinds.untilAllQuiet(LOOK_AGAIN_MS)) break;
      }
      if (nextTurn === null) isTurnEmpty = true;
      turn = nextTurn ?? TURN_START;
    }
  } finally {
    while (inWork.size > 0) await inWork.nextEnd();
    kinds.markQuiet(kind);
  }
}

/** Never rejects: one entry's trouble is not the others'. */
async function workOn({ kind, handler, clock, counts }: Drain, claim: Claim): Promise<void> {
  try {
    counts[await handler.work(claim, clock)] += 1;
  } catch (err) {
    counts.broken += 1;
    log().error({ job: "outbox", kind, entryId: claim.entryId, err }, "outbox entry failed");
  }
}
