import { z } from "zod";
import { byId, type Db } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { EMAIL_CONCURRENCY_KEY } from "#lib/domain/deliveries/claim";
import { dueNow } from "#lib/domain/deliveries/queue";
import { EmailAttempt, EmailDelivery } from "#lib/domain/emails/schema";

type DeliveryRow = Prisma.DeliveryGetPayload<{ include: { attempts: true } }>;

const StoredDelivery = EmailDelivery.extend({ attempts: z.array(EmailAttempt.strip()) }).strip();

/** @param row - with its attempts, oldest first */
export function toEmailDelivery(row: DeliveryRow): EmailDelivery {
  return StoredDelivery.parse({
    ...row,
    status: toEmailStatus(row.status),
    attempts: row.attempts.map((attempt) => ({
      ...attempt,
      startedAt: attempt.startedAt.getTime(),
      finishedAt: attempt.finishedAt?.getTime() ?? null,
    })),
    createdAt: row.createdAt.getTime(),
    lastAttemptAt: row.lastAttemptAt?.getTime() ?? null,
    nextAttemptAt: row.nextAttemptAt?.getTime() ?? null,
    providerReportedAt: row.providerReportedAt?.getTime() ?? null,
  });
}

/**
 * Returns the status to show: an accepted email is "sent", because no one knows whether it was
 * delivered.
 */
export function toEmailStatus(status: string): string {
  return status === "delivered" ? "sent" : status;
}

/** Values that start a new series of attempts for a manual retry. */
export async function manualSeries(tx: Db, ctx: Context) {
  return {
    ...(await dueNow(tx, ctx)),
    failureReason: null,
    dedupeKey: newId(),
    seriesTrigger: "manual",
    seriesStartedAt: null,
    seriesAttempts: 0,
    sealedPayload: null,
    providerEmailId: null,
    providerStatus: null,
    providerReportedAt: null,
  };
}

/** Returns the delivery of a notification, without its due time. */
export function newNotification(
  ctx: Context,
  submissionId: string,
  recipient: { id: string; email: string },
) {
  return {
    id: newId(),
    workspaceId: ctx.workspaceId,
    channel: "email",
    submissionId,
    recipientId: recipient.id,
    kind: "notification",
    email: recipient.email,
    dedupeKey: newId(),
    concurrencyKey: EMAIL_CONCURRENCY_KEY,
    createdAt: ctx.now,
  };
}

/**
 * Queues the notification of one recipient for a submission that was accepted earlier. If that
 * delivery was cancelled, it's queued again: a recipient has one delivery per submission.
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
  const queued = await manualSeries(tx, ctx);
  if (cancelledDeliveryId !== null) {
    await tx.delivery.update({ where: byId(ctx, cancelledDeliveryId), data: queued });
    return;
  }
  await tx.delivery.create({
    data: { ...newNotification(ctx, submissionId, recipient), ...queued },
  });
}
