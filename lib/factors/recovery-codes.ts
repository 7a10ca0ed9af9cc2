import { randomBytes } from "node:crypto";
import { recordAudit } from "#lib/audit/record-audit";
import { type Context, requireRecentProof, requireUserId } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { sha256 } from "#lib/core/secrets";
import { requireOpenSession } from "#lib/db/access-locks";
import { type Db, db, transaction } from "#lib/db/database";
import { queueSecurityEmail } from "#lib/deliveries/queue";

const CODES = 10;
/** Without letters that look like digits; 32 of them, so that a byte's last five bits pick one. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits: nothing that can be guessed from a hash. */
const LENGTH = 16;

function makeCode(): string {
  const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join("").replace(/.{4}(?!$)/g, "$&-");
}

/** A hash of a code as people type it. */
function hashCode(code: string): Uint8Array<ArrayBuffer> {
  const letters = code.toLowerCase().replace(/[\s-]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  return sha256(letters);
}

/** Replaces a user's recovery codes. @returns the new ones, which are stored only as hashes */
export async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, makeCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ userId, codeHash: hashCode(code) })),
  });
  return codes;
}

/**
 * Replaces the recovery codes of the signed-in user.
 *
 * @throws {AppError} session_required, reauthentication_required; validation_failed if two-step
 *   verification is off
 */
export async function createRecoveryCodes(ctx: Context): Promise<string[]> {
  const userId = requireRecentProof(ctx);
  return transaction(async (tx) => {
    await requireOpenSession(tx, ctx);
    const isOn = await tx.authenticator.count({ where: { userId, confirmedAt: { not: null } } });
    if (!isOn) throw new AppError("validation_failed", "Two-step verification is off.");
    await recordAudit(tx, ctx, { action: "account.recovery_codes_created" });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "recovery_codes_created" });
    return replaceRecoveryCodes(tx, userId);
  });
}

/** Counts the recovery codes that the signed-in user has left. */
export function countRecoveryCodes(ctx: Context): Promise<number> {
  return db().recoveryCode.count({ where: { userId: requireUserId(ctx), usedAt: null } });
}

/** Uses up a recovery code of the user and emails them. @returns whether it was one */
export async function acceptRecoveryCode(ctx: Context, code: string): Promise<boolean> {
  const userId = requireUserId(ctx);
  return transaction(async (tx) => {
    const { count } = await tx.recoveryCode.updateMany({
      where: { userId, codeHash: hashCode(code), usedAt: null },
      data: { usedAt: ctx.now },
    });
    if (count === 0) return false;
    await recordAudit(tx, ctx, { action: "account.recovery_code_used" });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "recovery_code_used" });
    return true;
  });
}
