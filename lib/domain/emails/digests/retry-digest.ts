import { byId, type Db, transaction } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { decryptSecret } from "#lib/core/secrets";
import { lockForRetry, requireCooldownOver } from "#lib/domain/deliveries/retry";
import { DigestDraft } from "#lib/domain/emails/digests/choice-schema";
import { findRecipient, requireRetryable } from "#lib/domain/emails/retry-email";
import { manualSeries } from "#lib/domain/emails/store";

/**
 * Sends a digest again under a new key, with those of its messages that still exist. Newer messages are in the next
 * digest.
 *
 * @throws {AppError} not_found; delivery_not_retryable when it's neither failed nor uncertain, its reader is no longer a
 *   member, or their address was removed or is blocked; duplicate_not_acknowledged; retry_cooldown
 */
export async function retryDigest(
  ctx: Context,
  deliveryId: string,
  input: { acknowledgePossibleDuplicate: boolean },
): Promise<{ message: string }> {
  if (!isId(deliveryId)) throw notFound();
  return transaction(async (tx) => {
    await lockForRetry(tx, ctx, deliveryId, null);
    const where = { workspaceId: ctx.workspaceId, id: deliveryId, kind: "digest" };
    const row = await tx.delivery.findFirst({ where });
    if (!row) throw notFound();
    requireRetryable(row, await findRecipient(tx, ctx, row), input.acknowledgePossibleDuplicate);
    await requireReader(tx, ctx, row);
    requireCooldownOver(row, ctx.now, "email");
    await tx.delivery.update({ where: byId(ctx, row.id), data: await manualSeries(tx, ctx) });
    return { message: "The digest is queued and will be sent in a moment." };
  });
}

type Sealed = { id: string; email: string | null; sealedData: Uint8Array | null };

async function requireReader(tx: Db, { workspaceId }: Context, row: Sealed): Promise<void> {
  const owner = { workspaceId, id: row.id };
  const draft = row.sealedData && decryptSecret("email_data", owner, row.sealedData);
  const userId = draft && DigestDraft.parse(JSON.parse(draft)).userId;
  if (!userId || (await tx.membership.count({ where: { workspaceId, userId } })) === 0)
    throw new AppError(
      "delivery_not_retryable",
      `${row.email ?? "The address"} is no longer a member of this workspace.`,
    );
}
