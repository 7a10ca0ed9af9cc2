import { type Db, db, transaction } from "#lib/adapters/db/database";
import { type Context, requireOwnSession, requireRecentProof } from "#lib/core/context";
import { AppError, notFound } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { requireConfirmedAddress, requireOpenSession } from "#lib/domain/access/access-locks";
import {
  MAX_PASSKEYS,
  type NewPasskeyResponse,
  type PasskeyResponse,
} from "#lib/domain/accounts/factors/schema";
import {
  type ChallengePurpose,
  consumeChallenge,
  newPasskeyOptions,
  passkeyRejected,
  verifyNewPasskey,
  verifyPasskey,
} from "#lib/domain/accounts/factors/webauthn";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";

/** The passkeys of the signed-in user, oldest first. */
export async function listPasskeys(ctx: Context) {
  const rows = await db().passkey.findMany({
    where: { userId: requireOwnSession(ctx) },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
  }));
}

export type PasskeyListItem = Awaited<ReturnType<typeof listPasskeys>>[number];

/** @throws {AppError} passkey_limit_reached */
async function requireRoom(tx: Db, userId: string): Promise<void> {
  if ((await tx.passkey.count({ where: { userId } })) >= MAX_PASSKEYS)
    throw new AppError(
      "passkey_limit_reached",
      `An account can have up to ${MAX_PASSKEYS} passkeys. Remove one you no longer use.`,
    );
}

/**
 * Creates the options with which the signed-in user's browser makes a passkey.
 *
 * @throws {AppError} session_required, address_unconfirmed, reauthentication_required,
 *   passkey_limit_reached
 */
export async function startPasskey(ctx: Context) {
  await requireConfirmedAddress(db(), requireOwnSession(ctx));
  const userId = requireRecentProof(ctx);
  await requireRoom(db(), userId);
  const user = await db().user.findUniqueOrThrow({
    where: { id: userId },
    include: { passkeys: true },
  });
  return newPasskeyOptions(user, user.passkeys, ctx.now);
}

/**
 * Adds a passkey that the browser has just created, and emails the user.
 *
 * @throws {AppError} session_required, address_unconfirmed, reauthentication_required, credentials_invalid,
 *   passkey_limit_reached
 */
export async function addPasskey(
  ctx: Context,
  { name, credential }: { name: string; credential: NewPasskeyResponse },
): Promise<void> {
  await requireConfirmedAddress(db(), requireOwnSession(ctx));
  const userId = requireRecentProof(ctx);
  const purpose = { purpose: "add", userId } as const;
  const challenge = await consumeChallenge(purpose, credential.response.clientDataJSON, ctx.now);
  const { id: credentialId, publicKey, counter } = await verifyNewPasskey(credential, challenge);
  await transaction(async (tx) => {
    await requireOpenSession(tx, ctx);
    await requireRoom(tx, userId);
    // Real authenticators never repeat an ID.
    if (await tx.passkey.findUnique({ where: { credentialId } })) throw passkeyRejected();
    const { transports } = credential.response;
    const id = newId();
    const stored = { id, userId, credentialId, publicKey, counter, transports, name };
    await tx.passkey.create({ data: { ...stored, createdAt: ctx.now } });
    await recordAudit(tx, ctx, { action: "account.passkey_added", subject: { id, name } });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "passkey_added", name });
  });
}

/**
 * Removes a passkey of the signed-in user.
 *
 * @throws {AppError} session_required, reauthentication_required, not_found
 */
export async function removePasskey(ctx: Context, id: string): Promise<void> {
  requireOwnSession(ctx);
  const userId = requireRecentProof(ctx);
  await transaction(async (tx) => {
    const passkey = await tx.passkey.findFirst({ where: { id, userId } });
    if (!passkey) throw notFound();
    await tx.passkey.deleteMany({ where: { id, userId } });
    const { name } = passkey;
    await recordAudit(tx, ctx, { action: "account.passkey_removed", subject: { id, name } });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "passkey_removed", name });
  });
}

/**
 * Checks a passkey's response to a challenge and counts its use.
 *
 * @returns the id of the user whose passkey it is
 * @throws {AppError} credentials_invalid
 */
export async function acceptPasskey(
  purpose: ChallengePurpose,
  credential: PasskeyResponse,
  now: Date,
): Promise<string> {
  const challenge = await consumeChallenge(purpose, credential.response.clientDataJSON, now);
  const passkey = await db().passkey.findUnique({ where: { credentialId: credential.id } });
  const handle = Buffer.from(credential.response.userHandle ?? "", "base64url").toString("utf8");
  if (!passkey || passkey.userId !== (purpose.userId ?? handle)) throw passkeyRejected();
  const counter = await verifyPasskey(credential, challenge, {
    id: passkey.credentialId,
    publicKey: passkey.publicKey,
    counter: Number(passkey.counter),
  });
  // A passkey and its copy that are used at the same time work once.
  const { count } = await db().passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter, lastUsedAt: now },
  });
  if (count === 0) throw passkeyRejected();
  return passkey.userId;
}
