import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields";
import type { Db } from "#lib/db/database";
import { planAsOfNow } from "#lib/notifications/plan-as-of-now";
import { NotificationPlan } from "#lib/notifications/schema";
import { toEmailDelivery } from "#lib/notifications/store";
import type { SubmissionRow } from "#lib/submissions/store";
import {
  judgeWithheldEvent,
  judgeWithheldMail,
  type WithheldEvent,
} from "#lib/submissions/suppressed-delivery-rules";
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
