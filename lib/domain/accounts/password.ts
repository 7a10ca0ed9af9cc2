import { hash, type Options, verify } from "@node-rs/argon2";
import { db, transaction } from "#lib/adapters/db/database";
import type { User } from "#lib/adapters/db/generated/client";
import { type Context, requireRecentProof, requireUserId } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { lockPassword } from "#lib/domain/access/access-locks";
import { requireProofBesidePassword } from "#lib/domain/accounts/factors/authenticator";
import { isProviderRequired, requireOtherWaysIn } from "#lib/domain/accounts/providers/required";
import { countProof } from "#lib/domain/accounts/second-factor";
import { createSession } from "#lib/domain/accounts/sessions";
import { endAccess } from "#lib/domain/accounts/store";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueSecurityEmail } from "#lib/domain/emails/security-email";
import { refundQuota } from "#lib/domain/usage/quota";

const PARAMETERS = {
  algorithm: 2, // argon2id; the enum itself can't be imported under isolated modules
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options;
const CURRENT_PREFIX = "$argon2id$v=19$m=19456,t=2,p=1$";

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let decoy: Promise<string> | undefined;

/** The hash that is verified for unknown accounts, so that the response takes the same time. */
function decoyHash(): Promise<string> {
  decoy ??= hashPassword("no account has this password");
  return decoy;
}

/** @param stored - null for an unknown account: takes the same time and never matches */
export async function isPasswordCorrect(stored: string | null, password: string): Promise<boolean> {
  const isCorrect = await verify(stored ?? (await decoyHash()), password);
  return isCorrect && stored !== null;
}

/** Returns whether a stored hash uses outdated parameters. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT_PREFIX);
}

export function wrongPassword(): AppError {
  return new AppError("credentials_invalid", "The current password is incorrect.");
}

/**
 * Checks the password of the signed-in user. Everything that asks for it shares one quota, so that a stolen
 * session can't guess: 10 failures in 15 minutes.
 *
 * Where only the provider opens sessions, people have no password. A recent proof there replaces it.
 *
 * @returns the user whose password was checked; compare the hash again where it may change in between
 * @throws {AppError} session_required, credentials_invalid, rate_limited; reauthentication_required or
 *   provider_sign_in_required where the provider is required
 */
export async function requirePassword(ctx: Context, password: string): Promise<User> {
  const userId = requireUserId(ctx);
  if (isProviderRequired()) return requireProofAtProvider(ctx);
  // Counts as a failure until it succeeds, so that a burst can't slip through.
  const eventIds = await countProof(ctx);
  const user = await db().user.findUnique({ where: { id: userId } });
  const isCorrect = await isPasswordCorrect(user?.passwordHash ?? null, password);
  if (!user || !isCorrect) throw wrongPassword();
  await refundQuota(eventIds);
  return user;
}

function requireProofAtProvider(ctx: Context): Promise<User> {
  // The context of an emailed link has no session, and its proof wasn't given at the provider.
  if (ctx.actor.kind !== "user" || ctx.actor.sessionId === null) requireOtherWaysIn();
  return db().user.findUniqueOrThrow({ where: { id: requireRecentProof(ctx) } });
}

/**
 * Changes the password of the signed-in user, ends all their sessions, including this one, and emails them
 * that it happened.
 *
 * @returns the id of a new session for the caller
 * @throws {AppError} session_required; reauthentication_required with two-step verification;
 *   credentials_invalid when the current password is wrong; rate_limited; validation_failed for a password
 *   that can be read off the account; provider_sign_in_required
 */
export async function changePassword(
  ctx: Context,
  input: { currentPassword: string; newPassword: string },
  userAgent: string | null,
): Promise<string> {
  await requireProofBesidePassword(ctx);
  requireOtherWaysIn();
  const {
    id: userId,
    email,
    passwordHash: checked,
  } = await requirePassword(ctx, input.currentPassword);
  const workspace = await db().workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
  requireUnguessable(input.newPassword, [email, workspace.name], "newPassword");
  const passwordHash = await hashPassword(input.newPassword);
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    // Of two concurrent changes one wins; the other proved a password that is no longer current.
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: checked },
      data: { passwordHash },
    });
    if (count === 0) throw wrongPassword();
    await endAccess(tx, userId, ctx.now);
    await recordAudit(tx, ctx, { action: "account.password_changed" });
    await queueSecurityEmail(tx, ctx, userId, { purpose: "password_changed" });
    const owner = { userId, workspaceId: ctx.workspaceId };
    return createSession(tx, owner, userAgent, ctx.now, { method: "password" });
  });
}

/**
 * Rejects a password that can be read off the account.
 *
 * @param names - the user's address and the names of their workspaces
 * @param path - of the field, for the error
 * @throws {AppError} validation_failed
 */
export function requireUnguessable(password: string, names: readonly string[], path: string): void {
  const fold = (text: string) => text.trim().toLowerCase();
  if (!names.some((name) => fold(name) === fold(password))) return;
  const message = "must not be your email address or the name of your workspace";
  throw new AppError("validation_failed", `The password ${message}.`, {
    details: [{ path, message }],
  });
}
