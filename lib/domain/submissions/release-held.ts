import { db, transaction } from "#lib/adapters/db/database";
import { mintContext } from "#lib/core/context";
import { monthOf } from "#lib/core/dates";
import { idsOf } from "#lib/core/ids";
import { type Clock, databaseClock } from "#lib/domain/deliveries/clock";
import { WITH_EVENT_DATA } from "#lib/domain/endpoints/events";
import { loadOutgoing, type Outgoing, queueOutgoing } from "#lib/domain/submissions/queue-outgoing";
import { WAITING } from "#lib/domain/submissions/schema";
import { reachableWhere } from "#lib/domain/submissions/store";
import { lockSubmissions } from "#lib/domain/submissions/update-submissions";
import { planAllowances } from "#lib/domain/usage/get-usage";

/** The maximum number of submissions that one transaction releases. */
const BATCH_SIZE = 200;
/** The maximum number of workspaces that take turns in one run. */
const MAX_WORKSPACES = 1_000;
const BUDGET_MS = 10_000;

/** A workspace with held submissions to release, those received before `until`. */
type Release = { workspaceId: string; until: Date };

/**
 * Sends what was held: queues the notifications and events of submissions that were accepted beyond the
 * allowance, oldest first, once their month is over or this month's submissions are within the
 * allowance. Auto-replies aren't sent, because too much time has passed. Workspaces take turns. It can
 * be stopped at any point and run any number of times concurrently: each submission is released by one
 * transaction.
 *
 * @param given - by default the database's clock
 * @param options.signal - aborted to begin no more batches
 * @returns how many were released
 */
export async function releaseHeld(
  given: Clock | null = null,
  { budgetMs = BUDGET_MS, signal }: { budgetMs?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const clock = given ?? (await databaseClock());
  const endsAt = clock.now().getTime() + budgetMs;
  let releases = await findReleases(clock.now());
  let count = 0;
  while (releases.length > 0) {
    const unfinished: Release[] = [];
    for (const release of releases) {
      if (clock.now().getTime() >= endsAt || signal?.aborted) return count;
      const released = await releaseBatch(release, clock.now());
      count += released;
      if (released > 0) unfinished.push(release);
    }
    releases = unfinished;
  }
  return count;
}

function findReleases(now: Date): Promise<Release[]> {
  const month = monthOf(now);
  return db().$queryRaw<Release[]>`
    SELECT w.id AS "workspaceId",
      CASE WHEN u.fits THEN ${month.end}::timestamptz ELSE ${month.start}::timestamptz END AS until
    FROM (
      SELECT workspace_id FROM message_counts WHERE held <> 0 GROUP BY 1 HAVING sum(held) > 0
    ) c
    JOIN workspaces w ON w.id = c.workspace_id AND w.deleted_at IS NULL,
    LATERAL (
      SELECT coalesce(coalesce(sum(accepted), 0) <= (${planAllowances()}::jsonb ->> w.plan)::int, true) AS fits
      FROM usage_slots WHERE workspace_id = w.id
        AND day >= ${month.firstDay}::date AND day < ${month.nextFirstDay}::date
    ) u
    WHERE EXISTS (
      SELECT FROM submissions s WHERE s.workspace_id = w.id AND s.held_reason IS NOT NULL
        AND s.folder <> 'waiting'
        AND (u.fits OR s.received_at < ${month.start}::timestamptz)
    )
    LIMIT ${MAX_WORKSPACES}`;
}

/** Releases the oldest held submissions of a workspace. */
async function releaseBatch({ workspaceId, until }: Release, now: Date): Promise<number> {
  const ctx = mintContext(workspaceId, { kind: "system" }, now);
  return transaction(async (tx) => {
    const oldest = await tx.submission.findMany({
      where: {
        ...reachableWhere(ctx),
        heldReason: { not: null },
        folder: { not: WAITING },
        receivedAt: { lt: until },
      },
      orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
      take: BATCH_SIZE,
      select: { id: true, formId: true },
    });
    if (oldest.length === 0) return 0;
    const formIds = [...new Set(oldest.map(({ formId }) => formId))].toSorted();
    const forms = new Map<string, Outgoing>();
    // Locks webhooks before submissions, in one order, as everywhere.
    for (const formId of formIds) forms.set(formId, await loadOutgoing(tx, ctx, formId));
    await lockSubmissions(tx, ctx, idsOf(oldest));
    const rows = await tx.submission.findMany({
      where: { workspaceId, id: { in: idsOf(oldest) }, heldReason: { not: null } },
      orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
      include: WITH_EVENT_DATA,
    });
    const planned = await queueOutgoing(tx, ctx, rows, forms);
    await tx.$executeRaw`
      UPDATE submissions s SET held_reason = NULL, plan = p.plan, search_indexed = false
      FROM json_to_recordset(${JSON.stringify(planned)}::json) AS p(id uuid, plan jsonb)
      WHERE s.workspace_id = ${workspaceId}::uuid AND s.id = p.id`;
    return planned.length;
  });
}
