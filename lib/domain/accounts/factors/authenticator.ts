import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { type Db, db, transaction } from "#lib/adapters/db/database";
import { type Context, requireOwnSession, requireRecentProof } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { decryptSecret, encryptSecret, sha256 } from "#lib/core/secrets";
import { requireConfirmedAddress, requireOpenSession } from "#lib/domain/access/access-locks";
import { RELYING_PARTY_NAME } from "#lib/domain/accounts/factors/webauthn";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";

const PERIOD_SECONDS = 30;

function totpOf(secret: Secret, email = ""): TOTP {
  const shape = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS };
  return new TOTP({ ...shape, issuer: RELYING_PARTY_NAME, label: email, secret });
}

const rowOf = (userId: string) => ({ workspaceId: userId, id: userId });

/** Returns whether signing in requires a code as well as the password. */
export async function hasAuthenticator(tx: Db, userId: string): Promise<boolean> {
  return (await tx.authenticator.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}

/** Returns whether the signed-in user has two-step verification, and how many recovery codes are left. */
export async function getTwoStep(ctx: Context): Promise<{ isOn: boolean; codesLeft: number }> {
  const userId = requireOwnSession(ctx);
  const isOn = await hasAuthenticator(db(), userId);
  return { isOn, codesLeft: await db().recoveryCode.count({ where: { userId, usedAt: null } }) };
}

/**
 * A new secret for the authenticator app of the signed-in user. Nothing changes until it's confirmed; an
 * earlier unconfirmed one stops working.
 *
 * @returns the secret in base32, and as the URI for a QR code
 * @throws {AppError} session_required, address_unconfirmed, reauthentication_required; validation_failed if
 *   there is one
 */
export async function startAuthenticator(ctx: Context): Promise<{ secret: string; uri: string }> {
  await requireConfirmedAddress(db(), requireOwnSession(ctx));
  const userId = requireRecentProof(ctx);
  const secret = new Secret({ size: 20 });
  const sealedSecret = encryptSecret("totp", rowOf(userId), secret.base32);
  const { email } = await db().user.findUniqueOrThrow({ where: { id: userId } });
  await transaction(async (tx) => {
    await tx.authenticator.deleteMany({ where: { userId, confirmedAt: null } });
    const { count } = await tx.authenticator.createMany({
      data: { userId, sealedSecret, createdAt: ctx.now },
      skipDuplicates: true,
    });
    if (count === 0)
      throw new AppError("validation_failed", "You've already added an authenticator app.");
  });
  return { secret: secret.base32, uri: totpOf(secret, email).toString() };
}

/**
 * Accepts a code of an app once: its time step, the one before or after.
 *
 * @param confirmedAt - set with the first code
 */
async function acceptTotp(
  tx: Db,
  { userId, code, now }: { userId: string; code: string; now: Date },
  confirmedAt?: Date,
): Promise<boolean> {
  const isConfirmed = confirmedAt ? null : { not: null };
  const row = await tx.authenticator.findFirst({ where: { userId, confirmedAt: isConfirmed } });
  if (!row) return false;
  const secret = decryptSecret("totp", rowOf(userId), row.sealedSecret);
  const totp = totpOf(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null) return false;
  const step = totp.counter({ timestamp: now.getTime() }) + delta;
  // A code that is used twice at the same time works once.
  const { count } = await tx.authenticator.updateMany({
    where: { userId, confirmedAt: isConfirmed, lastStep: { lt: step } },
    data: { lastStep: step, confirmedAt },
  });
  return count === 1;
}

/**
 * Turns on two-step verification with a first code of the app, and emails the user.
 *
 * @returns the recovery codes; they can't be shown again
 * @throws {AppError} session_required, address_unconfirmed, reauthentication_required, credentials_invalid
 */
export async function confirmAuthenticator(ctx: Context, code: string): Promise<string[]> {
  await requireConfirmedAddress(db(), requireOwnSession(ctx));
  const userId = requireRecentProof(ctx);
  return transaction(async (tx) => {
    await requireOpenSession(tx, ctx);
    const given = { userId, code: code.replace(/\s/g, ""), now: ctx.now };
    if (!(await acceptTotp(tx, given, ctx.now)))
      throw new AppError(
        "credentials_invalid",
        "This code is incorrect or expired. Enter the one your app shows now.",
      );
    await recordAudit(tx, ctx, { action: "account.authenticator_added" });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "authenticator_added" });
    return replaceRecoveryCodes(tx, userId);
  });
}

/**
 * Turns off two-step verification and emails the user. Recovery codes stop working.
 *
 * @throws {AppError} session_required, reauthentication_required
 */
export async function removeAuthenticator(ctx: Context): Promise<void> {
  requireOwnSession(ctx);
  const userId = requireRecentProof(ctx);
  await transaction(async (tx) => {
    const { count } = await tx.authenticator.deleteMany({ where: { userId } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    if (count === 0) return;
    await recordAudit(tx, ctx, { action: "account.authenticator_removed" });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "authenticator_removed" });
  });
}

/** Uses up a code of the user's app, or a recovery code. @returns whether it was right */
export async function acceptCode(ctx: Context, code: string): Promise<boolean> {
  const userId = requireOwnSession(ctx);
  const digits = code.replace(/\s/g, "");
  if (/^\d{6}$/.test(digits)) return acceptTotp(db(), { userId, code: digits, now: ctx.now });
  return acceptRecoveryCode(ctx, code);
}

/**
 * Requires proof before the actions that ask for the current password themselves. That password is
 * enough, unless two-step verification is on.
 *
 * @returns the user's id
 * @throws {AppError} session_required, reauthentication_required
 */
export async function requireProofBesidePassword(ctx: Context): Promise<string> {
  const userId = requireOwnSession(ctx);
  return (await hasAuthenticator(db(), userId)) ? requireRecentProof(ctx) : userId;
}

const RECOVERY_CODES = 10;
/** 32 characters, so that a byte's last five bits select one. No two look alike. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** 80 bits, so that a code can't be guessed from its hash. */
const CODE_LENGTH = 16;

function makeCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join("").replace(/.{4}(?!$)/g, "$&-");
}

/** A hash of a code as people type it. */
function hashCode(code: string): Uint8Array<ArrayBuffer> {
  const letters = code.toLowerCase().replace(/[\s-]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  return sha256(letters);
}

/** Replaces a user's recovery codes. @returns the new ones, which are stored only as hashes */
async function replaceRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeCode);
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
  requireOwnSession(ctx);
  const userId = requireRecentProof(ctx);
  return transaction(async (tx) => {
    await requireOpenSession(tx, ctx);
    if (!(await hasAuthenticator(tx, userId)))
      throw new AppError("validation_failed", "Two-step verification is off.");
    await recordAudit(tx, ctx, { action: "account.recovery_codes_created" });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "recovery_codes_created" });
    return replaceRecoveryCodes(tx, userId);
  });
}

/** Uses up one of the user's recovery codes and emails the user. @returns whether the code was valid */
async function acceptRecoveryCode(ctx: Context, code: string): Promise<boolean> {
  const userId = requireOwnSession(ctx);
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
