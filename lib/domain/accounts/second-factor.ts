import { type Context, requireOwnSession } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { isSameSecret, sha256 } from "#lib/core/secrets";
import { acceptCode } from "#lib/domain/accounts/factors/authenticator";
import { refundQuota, spendQuota } from "#lib/domain/usage/quota";

const PENDING_MS = 5 * 60_000;

/** A sign-in with the right password, but no code yet. It gives no access. */
export type PendingSignIn = { userId: string; passwordKey: string; startedAt: number };

type PasswordOwner = { id: string; passwordHash: string };

/** Identifies a password without revealing its hash. */
function passwordKey({ passwordHash }: PasswordOwner): string {
  return Buffer.from(sha256(passwordHash)).toString("base64url");
}

/** Thrown when the password is right, but a code is missing. */
export class SecondFactorRequired extends AppError {
  readonly pending: PendingSignIn;

  constructor(user: PasswordOwner, now: Date) {
    super(
      "second_factor_required",
      "This account has two-step verification. Enter a code from your authenticator app.",
    );
    this.pending = { userId: user.id, passwordKey: passwordKey(user), startedAt: now.getTime() };
  }
}

/**
 * Returns whether a first step is still valid: at most 5 minutes old, and for the user's current
 * password.
 */
export function isStillPending(pending: PendingSignIn, user: PasswordOwner, now: Date): boolean {
  const isInTime = now.getTime() - pending.startedAt < PENDING_MS;
  return isInTime && isSameSecret(pending.passwordKey, passwordKey(user));
}

/**
 * Counts a password or code of a known user as a failure: one quota for everything that asks for either.
 *
 * @throws {AppError} own_sign_in_required: otherwise the owners of a workspace could use up a member's quota
 */
export async function countProof(ctx: Context): Promise<string[]> {
  const bucket = `password:${requireOwnSession(ctx)}`;
  const message = "Too many failed attempts. Try again later.";
  return spendQuota([{ bucket, max: 10, windowSeconds: 15 * 60 }], ctx.now, message);
}

/**
 * Uses up a code of the user.
 *
 * @throws {AppError} credentials_invalid; rate_limited beyond 10 failures in 15 minutes
 */
export async function requireCode(ctx: Context, code: string): Promise<void> {
  const eventIds = await countProof(ctx);
  if (!(await acceptCode(ctx, code)))
    throw new AppError(
      "credentials_invalid",
      "This code is incorrect, expired, or already used. Enter the one your app shows now.",
    );
  await refundQuota(eventIds);
}
