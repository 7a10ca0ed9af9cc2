import { type Db, db, transaction } from "#lib/adapters/db/database";
import { type Caller, type Context, mintContext } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { sha256 } from "#lib/core/secrets";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { mailboxQuotas, senderQuotas } from "#lib/domain/usage/email-quotas";
import { trySpendQuota } from "#lib/domain/usage/quota";

export type VerificationState = Awaited<ReturnType<typeof readState>>["state"];

async function readState(tokenHash: Uint8Array<ArrayBuffer>, now: Date) {
  const row = await db().recipientVerification.findUnique({
    where: { tokenHash },
    include: { recipient: { include: { workspace: true } } },
  });
  if (!row) return { row: null, state: { state: "invalid" } as const };
  const { email, workspace, verifiedAt, blockedReason } = row.recipient;
  if (row.usedAt || (verifiedAt && blockedReason === null))
    return { row, state: { state: "already_confirmed", email } as const };
  if (row.expiresAt <= now) return { row, state: { state: "invalid" } as const };
  return { row, state: { state: "open", email, workspaceName: workspace.name } as const };
}

/** Returns the state of a link. Changes nothing, because email scanners follow links. */
export async function findVerification(secret: string, now: Date): Promise<VerificationState> {
  return (await readState(sha256(secret), now)).state;
}

/**
 * Confirms the address of a link, which lifts a block. The link itself is the proof, so no context is needed.
 *
 * @returns the state before the call: `open` means that the address is confirmed now
 */
export async function verifyRecipient(secret: string, caller: Caller): Promise<VerificationState> {
  const { now } = caller;
  const { row, state } = await readState(sha256(secret), now);
  if (!row || state.state !== "open") return state;
  const ctx = mintContext(row.workspaceId, { kind: "visitor" }, now, caller);
  const isConfirmed = await transaction(async (tx) => {
    await tx.recipientVerification.update({
      where: { tokenHash: row.tokenHash },
      data: { usedAt: now },
    });
    const { count } = await tx.recipient.updateMany({
      where: {
        workspaceId: row.workspaceId,
        id: row.recipientId,
        OR: [{ verifiedAt: null }, { blockedReason: { not: null } }],
      },
      data: { verifiedAt: now, blockedReason: null },
    });
    if (count === 0) return false;
    const subject = { id: row.recipientId, name: state.email };
    await recordAudit(tx, ctx, { action: "recipient.verified", subject });
    return true;
  });
  return isConfirmed ? state : { state: "already_confirmed", email: state.email };
}

/** The quotas of a mailbox: over all workspaces, and from one of them. */
const PER_MAILBOX = {
  inAll: { perHour: 5, perDay: 20 },
  inOne: { perHour: 3, perDay: 10 },
};

/**
 * Counts a confirmation email: against the mailbox (5 an hour and 20 a day, of which a workspace can send 3 and 10),
 * and against the workspace and the network that requested it.
 *
 * @param options - `isOwnAccount`: see {@link senderQuotas}
 * @returns seconds until one may be sent, or null if one may be sent now
 */
export async function tryCountVerification(
  tx: Db,
  ctx: Context,
  email: string,
  options: { isOwnAccount?: boolean } = {},
): Promise<number | null> {
  const quotas = [
    ...mailboxQuotas("verification", ctx, email, PER_MAILBOX),
    ...senderQuotas("verification", ctx, options),
  ];
  const counted = await trySpendQuota(tx, quotas, ctx.now);
  return "eventIds" in counted ? null : counted.retryAfterSeconds;
}

/** @throws {AppError} verification_cooldown */
export async function countVerification(tx: Db, ctx: Context, email: string): Promise<void> {
  const retryAfterSeconds = await tryCountVerification(tx, ctx, email);
  if (retryAfterSeconds !== null)
    throw new AppError(
      "verification_cooldown",
      "Too many confirmation emails were sent to this address, from this workspace, or from your network. Try again later.",
      { retryAfterSeconds },
    );
}
