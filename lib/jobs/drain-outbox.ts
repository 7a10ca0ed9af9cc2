import { newId } from "#lib/core/ids";
import { log } from "#lib/core/log";
import { untilIntakeRests } from "#lib/intake/intake-load";
import { outboxHandlers } from "#lib/jobs/outbox-handlers";
import { type Claim, claimDue, TURN_START } from "#lib/outbox/claim-due";
import { type Clock, systemClock } from "#lib/outbox/clock";
import { getOutboxLagSeconds } from "#lib/outbox/outbox-lag";
import { WORK_RESULTS, type WorkResult } from "#lib/outbox/work-result";

/** After this nothing more is claimed. With the last entry's own limits a drain stays below a minute. */
const BUDGET_MS = 40_000;

/** What one drain did. `broken`: handlers that threw; their entries are free again after the lease. */
export type DrainCounts = Record<WorkResult | "claimed" | "broken", number>;
export type DrainReport = DrainCounts & {
  /** How long the oldest due entry had waited when the drain began, in seconds. */
  lagSeconds: number;
};

/**
 * Works off what is due in the outbox, until nothing is or the time is up. Any number of drains may
 * run at once, in any number of processes: an entry is claimed by one of them.
 */
export async function drainOutbox(
  clock: Clock = systemClock,
  budgetMs: number = BUDGET_MS,
): Promise<DrainReport> {
  const startedAt = clock.now();
  const counts = noCounts();
  const lag = await getOutboxLagSeconds(startedAt);
  if (lag === null) return { ...counts, lagSeconds: 0 };
  const endsAt = new Date(startedAt.getTime() + budgetMs);
  await Promise.all(
    Object.keys(outboxHandlers).map((kind) => drainKind(kind, clock, endsAt, counts)),
  );
  const report = { ...counts, lagSeconds: Math.round(lag) };
  if (counts.claimed > 0) log().info({ job: "outbox", ...report }, "outbox drained");
  return report;
}

function noCounts(): DrainCounts {
  const names = [...WORK_RESULTS, "claimed", "broken"] as const;
  return Object.fromEntries(names.map((name) => [name, 0])) as DrainCounts;
}

/** Keeps up to `parallelism` entries in work, taken from the workspaces in turn. */
async function drainKind(
  kind: string,
  clock: Clock,
  endsAt: Date,
  counts: DrainCounts,
): Promise<void> {
  const parallelism = outboxHandlers[kind]?.parallelism ?? 0;
  const underWay = new Set<Promise<void>>();
  const start = (claim: Claim) => {
    counts.claimed += 1;
    const work = workOn(kind, claim, clock, counts).finally(() => underWay.delete(work));
    underWay.add(work);
  };
  let turn = TURN_START;
  let isTurnEmpty = true;
  try {
    for (;;) {
      const free = parallelism - underWay.size;
      const limit = (await untilIntakeRests()) ? free : Math.min(free, 1);
      const now = clock.now();
      if (now >= endsAt) break;
      const { claims, nextTurn } = await claimDue({ kind, now, turn, limit, token: newId() });
      for (const claim of claims) start(claim);
      if (claims.length > 0) isTurnEmpty = false;
      if (underWay.size >= parallelism) await Promise.race(underWay);
      if (nextTurn === null && isTurnEmpty) {
        if (underWay.size === 0) break;
        await Promise.race(underWay);
      }
      if (nextTurn === null) isTurnEmpty = true;
      turn = nextTurn ?? TURN_START;
    }
  } finally {
    await Promise.all(underWay);
  }
}

/** Never rejects: one entry's trouble is not the others'. */
async function workOn(
  kind: string,
  claim: Claim,
  clock: Clock,
  counts: DrainCounts,
): Promise<void> {
  try {
    const result = await outboxHandlers[kind]?.work(claim, clock);
    if (result) counts[result] += 1;
  } catch (err) {
    counts.broken += 1;
    log().error({ job: "outbox", kind, entryId: claim.entryId, err }, "outbox entry not worked on");
  }
}
