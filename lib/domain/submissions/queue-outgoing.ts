import type { Db } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { dueNow } from "#lib/domain/deliveries/queue";
import { loadPlanner, ruleFields } from "#lib/domain/emails/plan-notification";
import type { NotificationPlan } from "#lib/domain/emails/schema";
import { newNotification } from "#lib/domain/emails/store";
import { newEvents } from "#lib/domain/endpoints/emit-events";
import { toEventSubmission, type WITH_EVENT_DATA } from "#lib/domain/endpoints/events";
import { lockEndpoints } from "#lib/domain/endpoints/store";

/** The current configuration of a form's emails and events. */
export type Outgoing = Awaited<ReturnType<typeof loadOutgoing>>;

/**
 * Loads the current configuration of a form's emails and events. Locks the rows of its webhook and
 * destinations.
 *
 * @throws {AppError} not_found
 */
export async function loadOutgoing(tx: Db, ctx: Context, formId: string) {
  const endpoints = await lockEndpoints(tx, ctx, formId);
  return { endpoints, plan: await loadPlanner(tx, ctx, formId) };
}

type Row = Prisma.SubmissionGetPayload<{ include: typeof WITH_EVENT_DATA }>;

/**
 * Queues the notifications and events that stored submissions would have if they arrived now. Call it
 * while their rows are locked, and store the plans.
 *
 * @param forms - by ID; submissions of other forms are left out
 */
export async function queueOutgoing(
  tx: Db,
  ctx: Context,
  rows: readonly Row[],
  forms: ReadonlyMap<string, Outgoing>,
): Promise<{ id: string; plan: NotificationPlan }[]> {
  const due = await dueNow(tx, ctx);
  const planned = rows.flatMap((row) => {
    const form = forms.get(row.formId);
    if (!form) return [];
    const plan = form.plan(ruleFields(row));
    const emails = plan.recipients.map((to) => ({ ...newNotification(ctx, row.id, to), ...due }));
    const events = newEvents(ctx, form.endpoints, toEventSubmission(row), due);
    return [{ id: row.id, plan, deliveries: [...emails, ...events] }];
  });
  await queueDeliveries(
    tx,
    planned.flatMap(({ deliveries }) => deliveries),
  );
  return planned.map(({ id, plan }) => ({ id, plan }));
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
