import { byId, type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { lockForRetry, requireCooldownOver } from "#lib/domain/deliveries/retry";
import type { EmailDelivery } from "#lib/domain/emails/schema";
import { manualSeries, toEmailDelivery, toEmailStatus } from "#lib/domain/emails/store";

/**
 * Sends a notification or a reply again under a new key, so that the provider treats it as a new email.
 *
 * @throws {AppError} not_found; delivery_not_retryable when it is an auto-reply or a confirmation, is neither
 *   failed nor uncertain, its submission is in spam, or its recipient was removed or is blocked; duplicate_not_acknowledged; retry_cooldown
 */
export async function retryEmail(
  ctx: Context,
  submissionId: string,
  deliveryId: string,
  input: { acknowledgePossibleDuplicate: boolean },
): Promise<{ message: string; delivery: EmailDelivery }> {
  if (!isId(submissionId) || !isId(deliveryId)) throw notFound();
  return transaction(async (tx) => {
    await lockForRetry(tx, ctx, deliveryId, submissionId);
    const row = await requireDelivery(tx, ctx, submissionId, deliveryId);
    requireAboutMessage(row);
    requireRetryable(row, await findRecipient(tx, ctx, row), input.acknowledgePossibleDuplicate);
    requireCooldownOver(row, ctx.now, "email");
    const queued = await tx.delivery.update({
      where: byId(ctx, row.id),
      data: await manualSeries(tx, ctx),
      include: { attempts: { orderBy: { number: "asc" } } },
    });
    return {
      message: "The email is queued and will be sent in a moment.",
      delivery: toEmailDelivery(queued),
    };
  });
}

/** @throws {AppError} not_found */
async function requireDelivery(tx: Db, ctx: Context, submissionId: string, deliveryId: string) {
  const row = await tx.delivery.findFirst({
    where: {
      channel: "email",
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

type EmailRow = Awaited<ReturnType<typeof requireDelivery>>;

/** Returns the recipient of an email; null if it was removed. If it changes later, the worker cancels the email. */
export async function findRecipient(
  tx: Db,
  ctx: Context,
  { recipientId }: { recipientId: string | null },
) {
  if (recipientId === null) return { blockedReason: null };
  return tx.recipient.findUnique({
    where: byId(ctx, recipientId),
    select: { blockedReason: true },
  });
}

const notRetryable = (reason: string) => new AppError("delivery_not_retryable", reason);

function requireAboutMessage({ kind, submission, status }: EmailRow): void {
  if (kind === "confirmation") throw notRetryable("Confirmation emails can't be retried.");
  if (kind === "visitor_reply") throw notRetryable("Auto-replies can't be retried.");
  requireEnded(status);
  if (submission?.folder === "spam" && kind !== "reply")
    throw notRetryable("This message is in spam. Move it out of spam first.");
}

function requireEnded(status: string): void {
  if (status !== "failed" && status !== "uncertain")
    throw notRetryable(
      `Only failed or uncertain emails can be retried. This one is ${toEmailStatus(status)}.`,
    );
}

/** @throws {AppError} delivery_not_retryable, duplicate_not_acknowledged */
export function requireRetryable(
  row: { status: string; email: string | null },
  recipient: Awaited<ReturnType<typeof findRecipient>>,
  isDuplicateAcknowledged: boolean,
): void {
  requireEnded(row.status);
  const address = row.email ?? "The address";
  if (!recipient) throw notRetryable(`${address} is no longer a recipient of this workspace.`);
  if (recipient.blockedReason !== null)
    throw notRetryable(`${address} gets no notifications until it's confirmed again.`);
  if (row.status === "uncertain" && !isDuplicateAcknowledged)
    throw new AppError(
      "duplicate_not_acknowledged",
      "This email may already have arrived. Set acknowledgePossibleDuplicate to true to send it again.",
    );
}
