import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields";
import { idsOf } from "#lib/core/ids";
import type { Db } from "#lib/db/database";
import { findVerifiedRecipients, loadPlanner } from "#lib/notifications/plan-notification";
import { NotificationPlan } from "#lib/notifications/schema";
import { toEmailDelivery } from "#lib/notifications/store";
import { listBlockedRecipients } from "#lib/recipients/store";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { findSuppressedEvent, findUnnotified, type SuppressedEvent } from "#lib/submissions/rules";
import { WAITING } from "#lib/submissions/schema";
import { requireSubmission, type SubmissionRow } from "#lib/submissions/store";
import { isWanted } from "#lib/webhooks/plan-events";
import { findEndpoints, toEndpoint, type WebhookRow } from "#lib/webhooks/store";

export type SuppressedState = Awaited<ReturnType<typeof readSuppressed>>;

/** The reason notifications of a blocked recipient were cancelled. Spam has nothing to do with it. */
function isCancelledByBlock({ failureReason }: { failureReason: string | null }): boolean {
  return failureReason === "recipient_bounced" || failureReason === "recipient_complained";
}

/** The deliveries that spam suppressed, judged by the form as it is now. None while it's held or waits. */
export async function readSuppressed(tx: Db, ctx: Context, row: SubmissionRow) {
  const stored = NotificationPlan.parse(row.plan);
  const plan = await loadPlanner(tx, ctx, row.formId);
  const current = plan(FieldPairs.parse(row.fields));
  const emails = await tx.delivery.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId: row.id, kind: "notification" },
    include: { attempts: { orderBy: { number: "asc" } } },
  });
  const verified = await findVerifiedRecipients(tx, ctx);
  const unnotified = findUnnotified(
    stored,
    current,
    emails.map(toEmailDelivery),
    new Set(idsOf(verified)),
  );
  const blocked = await listBlockedRecipients(tx, ctx);
  const leftOut = new Set<string | null>([
    ...idsOf(blocked),
    ...emails.filter(isCancelledByBlock).map(({ recipientId }) => recipientId),
  ]);
  const cancelledOf = new Map(emails.map(({ recipientId, id }) => [recipientId, id]));
  const isHeld = row.heldReason !== null || row.folder === WAITING;
  const { recipients, removed } = isHeld ? { recipients: [], removed: [] } : unnotified;
  const unblocked = recipients.filter(({ id }) => !leftOut.has(id));
  return {
    plan: unnotified.plan,
    /** Recipients not notified yet, each with the cancelled email that can be resumed, if any. */
    recipients: unblocked.map(({ id, email }) => ({
      id,
      email,
      cancelledDeliveryId: cancelledOf.get(id) ?? null,
    })),
    /** Addresses that would be notified if they hadn't been removed from the workspace. */
    removed: removed.map(({ email }) => email),
    events: isHeld ? [] : await readSuppressedEvents(tx, ctx, row, stored),
  };
}

/** The events that spam suppressed: the form's webhook and destinations each have their own. */
async function readSuppressedEvents(
  tx: Db,
  ctx: Context,
  row: SubmissionRow,
  plan: NotificationPlan,
): Promise<{ endpoint: WebhookRow; event: SuppressedEvent }[]> {
  const endpoints = await findEndpoints(tx, ctx, row.formId);
  if (endpoints.length === 0) return [];
  const deliveries = await tx.delivery.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId: row.id, kind: "submission.created" },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const fields = FieldPairs.parse(row.fields);
  return endpoints.flatMap((endpoint) => {
    const latest = deliveries.find(({ webhookId }) => webhookId === endpoint.id) ?? null;
    const event = findSuppressedEvent(plan, endpoint, latest);
    if (!event || (event.kind === "new" && !isWanted(toEndpoint(endpoint), { fields }))) return [];
    return [{ endpoint, event }];
  });
}

/**
 * The deliveries that {@link markNotSpam} would send now; both null when there is nothing to send. `removed` are the
 * addresses that it leaves out because they're no longer recipients.
 *
 * @throws {AppError} not_found
 */
export async function findSuppressedDeliveries(
  tx: Db,
  ctx: Context,
  submissionId: string,
): Promise<NonNullable<InboxMessage["suppressed"]> & { removed: string[] }> {
  const row = await requireSubmission(tx, ctx, submissionId);
  const { plan, removed, events, ...suppressed } = await readSuppressed(tx, ctx, row);
  const recipients = suppressed.recipients.map(({ id, email }) => ({ id, email }));
  return {
    removed,
    email: recipients.length > 0 ? { recipients, plan } : null,
    event:
      events.length > 0
        ? {
            url: events.map(({ endpoint }) => endpoint.url).join(", "),
            isSuspended: events.every(({ endpoint }) => endpoint.health === "suspended"),
          }
        : null,
  };
}
