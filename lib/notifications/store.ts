import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";
import { queueDelivery } from "#lib/deliveries/queue";
import { EmailAttempt, EmailDelivery } from "#lib/notifications/schema";

type DeliveryRow = Prisma.EmailDeliveryGetPayload<{ include: { attempts: true } }>;

/** @param row - with its attempts, oldest first */
export function toEmailDelivery(row: DeliveryRow): EmailDelivery {
  return {
    id: row.id,
    recipientId: row.recipientId,
    email: row.email,
    kind: EmailDelivery.shape.kind.parse(row.kind),
    status: EmailDelivery.shape.status.parse(row.status),
    attempts: row.attempts.map((attempt) => ({
      id: attempt.id,
      number: attempt.number,
      trigger: EmailAttempt.shape.trigger.parse(attempt.trigger),
      startedAt: attempt.startedAt.getTime(),
      finishedAt: attempt.finishedAt?.getTime() ?? null,
      outcome: EmailAttempt.shape.outcome.parse(attempt.outcome),
      error: attempt.error,
    })),
    createdAt: row.createdAt.getTime(),
    lastAttemptAt: row.lastAttemptAt?.getTime() ?? null,
    nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
  };
}

/** What starts a new series of attempts that a person asked for. */
export function manualSeries(ctx: Context) {
  return {
    status: "queued",
    seriesKey: newId(),
    seriesTrigger: "manual",
    seriesStartedAt: null,
    seriesAttempts: 0,
    sealedPayload: null,
    nextAttemptAt: ctx.now,
  };
}

/**
 * Queues the notification of one recipient for a submission that was accepted earlier. A cancelled
 * delivery is queued again: a recipient has one delivery per submission.
 */
export async function queueNotification(
  tx: Db,
  ctx: Context,
  email: {
    submissionId: string;
    recipient: { id: string; email: string };
    cancelledDeliveryId: string | null;
  },
): Promise<void> {
  const { submissionId, recipient, cancelledDeliveryId } = email;
  const subjectId = cancelledDeliveryId ?? newId();
  // Workers lock the entry before the delivery.
  await queueDelivery(tx, ctx, { deliveryId: subjectId });
  const queued = manualSeries(ctx);
  await tx.emailDelivery.upsert({
    where: { id: subjectId },
    create: {
      id: subjectId,
      workspaceId: ctx.workspaceId,
      submissionId,
      recipientId: recipient.id,
      kind: "notification",
      email: recipient.email,
      createdAt: ctx.now,
      ...queued,
    },
    update: queued,
  });
}
