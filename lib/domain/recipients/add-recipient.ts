import { byId, type Db, transaction } from "#lib/adapters/db/database";
import type { Recipient as RecipientRow } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { DAY_MS } from "#lib/core/durations";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { newId, randomBase62 } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { requireConfirmedSender } from "#lib/domain/access/access-locks";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueEmail } from "#lib/domain/deliveries/queue";
import {
  type AddRecipientInput,
  MAX_RECIPIENTS,
  RESEND_AFTER_SECONDS,
  type Recipient,
  type RecipientPending,
} from "#lib/domain/recipients/schema";
import { lockRecipients, toRecipient } from "#lib/domain/recipients/store";
import { countVerification } from "#lib/domain/recipients/verification";

const LINK_LIFETIME_MS = DAY_MS;

/**
 * Adds an address and emails it a verification link, or resends the link. For a verified address
 * that isn't blocked, nothing is sent.
 *
 * @throws {AppError} address_unconfirmed; recipient_limit_reached beyond 20 addresses; verification_cooldown within a
 *   minute, or beyond what {@link countVerification} allows
 */
export async function addRecipient(
  ctx: Context,
  input: AddRecipientInput,
): Promise<Recipient | RecipientPending> {
  return transaction(async (tx) => {
    await requireConfirmedSender(tx, ctx);
    await lockRecipients(tx, ctx);
    const known = await tx.recipient.findUnique({
      where: {
        workspaceId_emailKey: { workspaceId: ctx.workspaceId, emailKey: addressKey(input.email) },
      },
    });
    if (known && isUsable(known)) return toRecipient(known);
    if (known) requireResendAllowed(ctx, known);
    const row = known ?? (await createRecipient(tx, ctx, input.email));
    await recordAudit(tx, ctx, {
      action: known ? "recipient.verification_sent" : "recipient.added",
      subject: { id: row.id, name: row.email },
    });
    return sendVerification(tx, ctx, row);
  });
}

/** Returns whether a recipient gets notifications: its address is confirmed and isn't blocked. */
function isUsable({ verifiedAt, blockedReason }: RecipientRow): boolean {
  return verifiedAt !== null && blockedReason === null;
}

/** @throws {AppError} verification_cooldown */
function requireResendAllowed(ctx: Context, row: RecipientRow): void {
  if (!row.verificationSentAt) return;
  const availableAt = row.verificationSentAt.getTime() + RESEND_AFTER_SECONDS * 1000;
  const waitMs = availableAt - ctx.now.getTime();
  if (waitMs > 0)
    throw new AppError(
      "verification_cooldown",
      "A confirmation email was sent less than a minute ago. Check the mailbox, or try again shortly.",
      { retryAfterSeconds: waitMs / 1000 },
    );
}

async function isFull(tx: Db, { workspaceId }: Context): Promise<boolean> {
  return (await tx.recipient.count({ where: { workspaceId } })) >= MAX_RECIPIENTS;
}

/**
 * Adds an address that its owner has proved elsewhere, or marks a pending or blocked one as verified. A
 * full workspace isn't changed.
 *
 * @returns whether the address is a verified recipient now
 */
export async function addProvenRecipient(tx: Db, ctx: Context, email: string): Promise<boolean> {
  const { workspaceId, now } = ctx;
  const emailKey = addressKey(email);
  await lockRecipients(tx, ctx);
  const known = await tx.recipient.findUnique({
    where: { workspaceId_emailKey: { workspaceId, emailKey } },
  });
  if (known && isUsable(known)) return true;
  if (!known && (await isFull(tx, ctx))) return false;
  const { id } = known ?? (await createRecipient(tx, ctx, email));
  await tx.recipient.update({
    where: byId(ctx, id),
    data: { verifiedAt: now, blockedReason: null },
  });
  await recordAudit(tx, ctx, { action: "recipient.verified", subject: { id, name: email } });
  return true;
}

/** @throws {AppError} recipient_limit_reached */
async function createRecipient(tx: Db, ctx: Context, email: string): Promise<RecipientRow> {
  if (await isFull(tx, ctx))
    throw new AppError(
      "recipient_limit_reached",
      `A workspace can have up to ${MAX_RECIPIENTS} recipients.`,
    );
  return tx.recipient.create({
    data: {
      id: newId(),
      workspaceId: ctx.workspaceId,
      email,
      emailKey: addressKey(email),
      createdAt: ctx.now,
    },
  });
}

async function sendVerification(
  tx: Db,
  ctx: Context,
  row: RecipientRow,
): Promise<RecipientPending> {
  await countVerification(tx, ctx, row.email);
  const secret = randomBase62(43);
  await tx.recipientVerification.create({
    data: {
      id: newId(),
      workspaceId: ctx.workspaceId,
      recipientId: row.id,
      tokenHash: sha256(secret),
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + LINK_LIFETIME_MS),
    },
  });
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
  await queueEmail(tx, ctx, {
    to: row.email,
    recipientId: row.id,
    data: {
      kind: "verification",
      workspaceName: workspace.name,
      link: `${settings().baseUrl}/verify-recipient?token=${secret}`,
    },
  });
  const sent = await tx.recipient.update({
    where: byId(ctx, row.id),
    data: { verificationSentAt: ctx.now },
  });
  return {
    // A blocked recipient is also pending until it's confirmed.
    ...toRecipient({ ...sent, verifiedAt: null }),
    verificationSentAt: ctx.now.getTime(),
    resendAvailableAt: ctx.now.getTime() + RESEND_AFTER_SECONDS * 1000,
  };
}
