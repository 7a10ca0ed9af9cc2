import { type Context, mintContext } from "#lib/core/context";
import { monthOf } from "#lib/core/dates";
import { FieldPairs } from "#lib/core/fields";
import { type Db, db, transaction } from "#lib/db/database";
import { type Clock, databaseClock } from "#lib/deliveries/clock";
import { dueNow } from "#lib/deliveries/queue";
import { loadPlanner } from "#lib/notifications/plan-notification";
import type { NotificationPlan } from "#lib/notifications/schema";
import { newNotification } from "#lib/notifications/store";
import { lockSubmissions } from "#lib/submissions/update-submissions";
import { planAllowances } from "#lib/usage/allowances";
import { newEvents } from "#lib/webhooks/emit-events";
import { toEventSubmission, WITH_EVENT_DATA } from "#lib/webhooks/events";
import { lockEndpoints } from "#lib/webhooks/store";

/** Submissions that one transaction releases. */
const BATCH_SIZE = 200;
/** Workspaces that take turns in one run. */
const MAX_WORKSPACES = 1_000;
const BUDGET_MS = 10_000;

/** A workspace whose submissions received before `until` go out. */
type Release = { workspaceId: string; until: Date };

/**
 * Sends what was held: queues the notifications and events of submissions that were accepted beyond the
 * allowance, oldest first, once their month is over or this month's submissions fit it. No
 * auto-replies: too much time has passed. Workspaces take turns. May be stopped anywhere and run any
 * number of times at once: each submission is released by one transaction.
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
        workspaceId,
        heldReason: { not: null },
        receivedAt: { lt: until },
        form: { deletedAt: null },
        OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
      },
      orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
      take: BATCH_SIZE,
      select: { id: true, formId: true },
    });
    if (oldest.length === 0) return 0;
    const formIds = [...new Set(oldest.map(({ formId }) => formId))].toSorted();
    const forms = new Map<string, Awaited<ReturnType<typeof loadForm>>>();
    // Webhooks before submissions, in one order, as everywhere.
    for (const formId of formIds) forms.set(formId, await loadForm(tx, ctx, formId));
    await lockSubmissions(
      tx,
      ctx,
      oldest.map(({ id }) => id),
    );
    const rows = await tx.submission.findMany({
      where: { workspaceId, id: { in: oldest.map(({ id }) => id) }, heldReason: { not: null } },
      orderBy: [{ receivedAt: "asc" }, { id: "asc" }],
      include: WITH_EVENT_DATA,
    });
    const due = await dueNow(tx, ctx);
    const planned = rows.flatMap((row) => {
      const form = forms.get(row.formId);
      if (!form) return [];
      const plan = form.plan(FieldPairs.parse(row.fields));
      const emails = plan.recipients.map((to) => ({ ...newNotification(ctx, row.id, to), ...due }));
      const events = newEvents(ctx, form.endpoints, toEventSubmission(row), due);
      return [{ id: row.id, plan, deliveries: [...emails, ...events] }];
    });
    await queueDeliveries(
      tx,
      planned.flatMap(({ deliveries }) => deliveries),
    );
    await endHold(tx, ctx, planned);
    return planned.length;
  });
}

/** Loads how a form's submissions are sent now. Holds the rows of its webhook and destinations. */
async function loadForm(tx: Db, ctx: Context, formId: string) {
  const endpoints = await lockEndpoints(tx, ctx, formId);
  return { endpoints, plan: await loadPlanner(tx, ctx, formId) };
}

type QueuedDelivery = ReturnType<typeof newNotification> | ReturnType<typeof newEvents>[number];

/** Queues deliveries as JSON: thousands of parameters would take most of the time. */
async function queueDeliveries(tx: Db, deliveries: readonly QueuedDelivery[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO deliveries (workspace_id, id, channel, kind, submission_id, recipient_id, email, webhook_id,
      revision, body, status, failure_reason, dedupe_key, concurrency_key, created_at, next_attempt_at, due_at)
    SELECT d."workspaceId", d.id, d.channel, d.kind, d."submissionId", d."recipientId", d.email, d."webhookId",
      d.revision, d.body, d.status, d."failureReason", d."dedupeKey", d."concurrencyKey", d."createdAt",
      d."nextAttemptAt", d."dueAt"
    FROM json_to_recordset(${JSON.stringify(deliveries)}::json) AS d("workspaceId" uuid, id uuid, channel text,
      kind text, "submissionId" uuid, "recipientId" uuid, email text, "webhookId" uuid, revision uuid, body text,
      status text, "failureReason" text, "dedupeKey" uuid, "concurrencyKey" uuid, "createdAt" timestamptz,
      "nextAttemptAt" timestamptz, "dueAt" timestamptz)`;
}

async function endHold(
  tx: Db,
  ctx: Context,
  planned: readonly { id: string; plan: NotificationPlan }[],
): Promise<void> {
  const plans = JSON.stringify(planned.map(({ id, plan }) => ({ id, plan })));
  await tx.$executeRaw`
    UPDATE submissions s SET held_reason = NULL, plan = p.plan, search_indexed = false
    FROM json_to_recordset(${plans}::json) AS p(id uuid, plan jsonb)
    WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.id = p.id`;
}
