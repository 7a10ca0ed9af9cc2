import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields";
import type { Db } from "#lib/db/database";
import { db } from "#lib/db/database";
import { planAsOfNow } from "#lib/notifications/plan-notification";
import { NotificationPlan } from "#lib/notifications/schema";
import { toEmailDelivery } from "#lib/notifications/store";
import { judgeWithheldEvent, judgeWithheldMail, type WithheldEvent } from "#lib/submissions/rules";
import { requireSubmission, type SubmissionRow } from "#lib/submissions/store";
import { findWebhook, type WebhookRow } from "#lib/webhooks/store";

export type SuppressedState = {
  plan: NotificationPlan;
  /** Who has not been told, with the cancelled mail that can be sent after all, if there is one. */
  mails: { id: string; email: string; cancelledDeliveryId: string | null }[];
  webhook: WebhookRow | null;
  event: WithheldEvent | null;
};

/** What spam kept back of a message, from its deliveries and the form as it is now. */
export async function readSuppressed(
  tx: Db,
  ctx: Context,
  row: SubmissionRow,
): Promise<SuppressedState> {
  const stored = NotificationPlan.parse(row.plan);
  const asOfNow = await planAsOfNow(tx, ctx, row.formId, FieldPairs.parse(row.fields));
  const mails = await tx.emailDelivery.findMany({
    where: { workspaceId: ctx.workspaceId, submissionId: row.id, kind: "notification" },
    include: { attempts: { orderBy: { number: "asc" } } },
  });
  const { plan, recipients } = judgeWithheldMail(stored, asOfNow, mails.map(toEmailDelivery));
  const cancelledOf = new Map(mails.map(({ recipientId, id }) => [recipientId, id]));
  const webhook = await findWebhook(tx, ctx, row.formId);
  const latest = await tx.webhookDelivery.findFirst({
    where: { workspaceId: ctx.workspaceId, submissionId: row.id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return {
    plan,
    mails: recipients.map(({ id, email }) => ({
      id,
      email,
      cancelledDeliveryId: cancelledOf.get(id) ?? null,
    })),
    webhook,
    event: judgeWithheldEvent(stored, webhook, latest),
  };
}

/** What can be sent after all when a message leaves spam. */
export type Withheld = {
  /** Who would get the notification mail, and why these (`plan.recipients` may hold more: those were told). */
  mail: { recipients: NotificationPlan["recipients"]; plan: NotificationPlan } | null;
  /** Where the event would go; `isSuspended`: it would be stored as failed, to be retried by hand. */
  event: { url: string; isSuspended: boolean } | null;
};

/**
 * What a message's being spam kept back and {@link markNotSpam} would send, as the form is now.
 * Both null: there is nothing to offer.
 *
 * @throws {AppError} not_found
 */
export async function findSuppressedDeliveries(
  ctx: Context,
  submissionId: string,
): Promise<Withheld> {
  const row = await requireSubmission(db(), ctx, submissionId);
  const { plan, mails, webhook, event } = await readSuppressed(db(), ctx, row);
  const recipients = mails.map(({ id, email }) => ({ id, email }));
  return {
    mail: recipients.length > 0 ? { recipients, plan } : null,
    event:
      event && webhook ? { url: webhook.url, isSuspended: webhook.health === "suspended" } : null,
  };
}
