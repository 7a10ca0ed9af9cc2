import type { Prisma } from "#lib/db/generated/client";
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
