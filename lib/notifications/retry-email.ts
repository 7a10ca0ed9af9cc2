import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId } from "#lib/core/ids";
import { type Db, transaction } from "#lib/db/database";
import { queueDelivery } from "#lib/deliveries/queue";
import type { EmailDelivery } from "#lib/notifications/schema";
import { toEmailDelivery } from "#lib/notifications/store";

/** SPEC, Limits: how long after the last attempt a retry is possible. */
const RETRY_AFTER_MS = 60_000;

/**
 * Sends an owner's mail again by hand, under a new key: the provider takes it for a new mail.
 *
 * @throws {AppError} not_found; delivery_not_retryable when it is a visitor's reply, has neither
 *   failed nor ended uncertain, or its message is in spam; duplicate_not_acknowledged; retry_cooldown
 */
export async function retryEmail(
  ctx: Context,
  submissionId: string,
  deliveryId: string,
  input: { acknowledgePossibleDuplicate: boolean },
): Promise<{ message: string; delivery: EmailDelivery }> {
  if (!isId(submissionId) || !isId(deliveryId)) throw notFound();
  return transaction(async (tx) => {
    await holdDelivery(tx, ctx, submissionId, deliveryId);
    const row = await requireDelivery(tx, ctx, submissionId, deliveryId);
    requireRetryable(row, input.acknowledgePossibleDuplicate);
    requireCooldownOver(row.lastAttemptAt ?? row.createdAt, ctx.now);
    const queued = await tx.emailDelivery.update({
      where: { id: row.id },
      data: {
        status: "queued",
        seriesKey: newId(),
        seriesTrigger: "manual",
        seriesStartedAt: null,
        seriesAttempts: 0,
        sealedPayload: null,
        nextAttemptAt: ctx.now,
      },
      include: { attempts: { orderBy: { number: "asc" } } },
    });
    await queueDelivery(tx, ctx, { deliveryId: row.id });
    return {
      message: "The email is queued and will be sent in a moment.",
      delivery: toEmailDelivery(queued),
    };
  });
}

/**
 * Holds the message first, as moving it does: one that goes to spam meanwhile either finds the mail
 * queued and cancels it, or is found in spam here. Of two retries at once the second waits for the
 * delivery, and then finds it queued.
 */
async function holdDelivery(tx: Db, ctx: Context, submissionId: string, id: string): Promise<void> {
  await tx.$executeRaw`SELECT FROM submissions
    WHERE id = ${submissionId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR SHARE`;
  await tx.$executeRaw`SELECT FROM email_deliveries
    WHERE id = ${id}::uuid AND workspace_id = ${ctx.workspaceId}::uuid FOR UPDATE`;
}

/** @throws {AppError} not_found */
async function requireDelivery(tx: Db, ctx: Context, submissionId: string, deliveryId: string) {
  const row = await tx.emailDelivery.findFirst({
    where: {
      id: deliveryId,
      workspaceId: ctx.workspaceId,
      submissionId,
      submission: {
        form: { deletedAt: null },
        OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }],
      },
    },
    include: { submission: { select: { folder: true } } },
  });
  if (!row) throw notFound();
  return row;
}

type Retryable = { kind: string; status: string; submission: { folder: string } | null };

function requireRetryable(row: Retryable, isDuplicateAcknowledged: boolean): void {
  const refuse = (reason: string) => new AppError("delivery_not_retryable", reason);
  if (row.kind !== "notification") throw refuse("Auto-replies can't be retried.");
  if (row.status !== "failed" && row.status !== "uncertain")
    throw refuse(`Only failed or uncertain emails can be retried. This one is ${row.status}.`);
  if (row.submission?.folder === "spam")
    throw refuse("This message is in spam. Move it out of spam first.");
  if (row.status === "uncertain" && !isDuplicateAcknowledged)
    throw new AppError(
      "duplicate_not_acknowledged",
      "This email may already have arrived. Set acknowledgePossibleDuplicate to true to send it again.",
    );
}

function requireCooldownOver(lastAttemptAt: Date, now: Date): void {
  const waitMs = lastAttemptAt.getTime() + RETRY_AFTER_MS - now.getTime();
  if (waitMs > 0)
    throw new AppError(
      "retry_cooldown",
      "Wait a minute after the last attempt before you retry this email.",
      {
        retryAfterSeconds: waitMs / 1000,
      },
    );
}
