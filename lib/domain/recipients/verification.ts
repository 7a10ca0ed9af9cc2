import { type Db, db, transaction } from "#lib/adapters/db/database";
import { type Caller, mintContext } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { hashVisitorAddress, sha256 } from "#lib/core/secrets";
import { addressKey } from "#lib/core/text";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { type Quota, tryConsume } from "#lib/domain/usage/quota";

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

/** The state of a link. Changes nothing, because email scanners follow links. */
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

const HOUR_SECONDS = 3_600;

/** Over all workspaces: no one can have a stranger's mailbox filled with confirmation emails. */
function quotasOf(email: string): Quota[] {
  const bucket = `verification:${hashVisitorAddress(addressKey(email))}`;
  return [
    { bucket: `${bucket}:hour`, max: 5, windowSeconds: HOUR_SECONDS },
    { bucket: `${bucket}:day`, max: 20, windowSeconds: 24 * HOUR_SECONDS },
  ];
}

/**
 * Counts a confirmation email to an address: 5 an hour and 20 a day.
 *
 * @returns seconds until one may be sent, or null if one may be sent now
 */
export async function tryCountVerification(
  tx: Db,
  email: string,
  now: Date,
): Promise<number | null> {
  const counted = await tryConsume(tx, quotasOf(email), now);
  return "eventIds" in counted ? null : counted.retryAfterSeconds;
}

/** @throws {AppError} verification_cooldown */
export async function countVerification(tx: Db, email: string, now: Date): Promise<void> {
  const retryAfterSeconds = await tryCountVerification(tx, email, now);
  if (retryAfterSeconds !== null)
    throw new AppError(
      "verification_cooldown",
      "Too many confirmation emails were sent to this address. Try again later.",
      { retryAfterSeconds },
    );
}
