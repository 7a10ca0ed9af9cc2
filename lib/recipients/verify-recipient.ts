import { recordAudit } from "#lib/audit/record-audit";
import { type Caller, mintContext } from "#lib/core/context";
import { sha256 } from "#lib/core/secrets";
import { db, transaction } from "#lib/db/database";

export type VerificationState =
  | { state: "open"; email: string; workspaceName: string }
  | { state: "already_confirmed"; email: string }
  | { state: "invalid" };

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
