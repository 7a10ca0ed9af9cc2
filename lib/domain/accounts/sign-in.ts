import { db, transaction } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Caller } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { hashVisitorAddress } from "#lib/core/secrets";
import { lockPassword } from "#lib/domain/access/access-locks";
import { hasAuthenticator } from "#lib/domain/accounts/factors/authenticator";
import { acceptPasskey } from "#lib/domain/accounts/factors/passkeys";
import type { PasskeyResponse } from "#lib/domain/accounts/factors/schema";
import { passkeyOptions, passkeyRejected } from "#lib/domain/accounts/factors/webauthn";
import { isKnownBrowser, openSession, type SignedIn } from "#lib/domain/accounts/open-session";
import { hashPassword, isPasswordCorrect, needsRehash } from "#lib/domain/accounts/password";
import { requireOtherWaysIn } from "#lib/domain/accounts/providers/required";
import type { SignInInput } from "#lib/domain/accounts/schema";
import {
  isStillPending,
  type PendingSignIn,
  requireCode,
  SecondFactorRequired,
} from "#lib/domain/accounts/second-factor";
import { memberContext, toAccount, WITH_WORKSPACES } from "#lib/domain/accounts/store";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { type Quota, refundQuota, spendQuota } from "#lib/domain/usage/quota";

/**
 * Failures in 15 minutes. Strangers can't lock an owner out: their failures count for the account only
 * together with their network, up to a high total, and a browser that the account is known in has a quota
 * of its own (OWASP, "device cookies").
 *
 * @param device - the secret of that browser, or null for any other
 */
function quotas(emailKey: string, network: string, device: string | null): Quota[] {
  const windowSeconds = 15 * 60;
  const quota = (kind: string, subject: string, max: number) => {
    const bucket = `sign-in:${kind}:${hashVisitorAddress(subject)}`;
    return { bucket, max, windowSeconds };
  };
  const ofNetwork = quota("network", network, 50);
  if (device !== null) return [ofNetwork, quota("browser", `${emailKey} ${device}`, 10)];
  return [
    ofNetwork,
    quota("account-network", `${emailKey} ${network}`, 10),
    quota("account", emailKey, 100),
  ];
}

/** Counts the attempt as a failure until it succeeds, so that a burst can't slip through. */
async function countAttempt(
  emailKey: string,
  caller: Caller,
  device: string | null,
): Promise<string[]> {
  const known = (await isKnownBrowser(emailKey, device)) ? device : null;
  const message = "Too many failed sign-in attempts. Try again later.";
  return spendQuota(quotas(emailKey, caller.network, known), caller.now, message);
}

type UserRow = Prisma.UserGetPayload<{ include: typeof WITH_WORKSPACES }>;

function wrongCredentials(): AppError {
  return new AppError("credentials_invalid", "The email address or password is incorrect.");
}

/**
 * Signs in. Unknown accounts and wrong passwords get the same error after the same time.
 *
 * @param device - the secret in the browser's long-lived cookie, or null
 * @throws {SecondFactorRequired} if two-step verification is on and no code is given
 * @throws {AppError} credentials_invalid, rate_limited; provider_sign_in_required
 */
export async function signIn(
  input: SignInInput,
  caller: Caller,
  device: string | null = null,
): Promise<SignedIn> {
  requireOtherWaysIn();
  const emailKey = addressKey(input.email);
  const eventIds = await countAttempt(emailKey, caller, device);
  const user = await db().user.findUnique({ where: { emailKey }, include: WITH_WORKSPACES });
  const isCorrect = await isPasswordCorrect(user?.passwordHash ?? null, input.password);
  const [membership] = user?.memberships ?? [];
  if (!user || !membership || !isCorrect) throw wrongCredentials();
  if (await hasAuthenticator(db(), user.id)) {
    if (input.code === undefined) {
      await refundQuota(eventIds);
      throw new SecondFactorRequired(user, caller.now);
    }
    await requireCode(memberContext(membership, caller), input.code);
  }
  await refundQuota(eventIds);
  const passwordHash = needsRehash(user.passwordHash)
    ? await hashPassword(input.password)
    : user.passwordHash;
  return enter(user, caller, passwordHash, device);
}

/**
 * The second step of signing in: a code, after the right password.
 *
 * @throws {AppError} credentials_invalid, rate_limited; second_factor_required if the first step is over
 *   5 minutes ago or the password has changed since
 */
export async function finishSignIn(
  pending: PendingSignIn,
  code: string,
  caller: Caller,
  device: string | null = null,
): Promise<SignedIn> {
  requireOtherWaysIn();
  const user = await db().user.findUnique({
    where: { id: pending.userId },
    include: WITH_WORKSPACES,
  });
  const [membership] = user?.memberships ?? [];
  if (!user || !membership || !isStillPending(pending, user, caller.now))
    throw new AppError("second_factor_required", "Your sign-in timed out. Sign in again.");
  const eventIds = await countAttempt(user.emailKey, caller, device);
  await requireCode(memberContext(membership, caller), code);
  await refundQuota(eventIds);
  return enter(user, caller, user.passwordHash, device);
}

/** @throws {AppError} credentials_invalid if the password was changed since it was checked */
async function enter(
  user: UserRow,
  caller: Caller,
  passwordHash: string,
  device: string | null,
): Promise<SignedIn> {
  const [membership] = user.memberships;
  if (!membership) throw wrongCredentials();
  const ctx = memberContext(membership, caller);
  return transaction(async (tx) => {
    await lockPassword(tx, user.id);
    const where = { id: user.id, passwordHash: user.passwordHash };
    const { count } = await tx.user.updateMany({ where, data: { passwordHash } });
    if (count === 0) throw wrongCredentials();
    await recordAudit(tx, ctx, { action: "account.signed_in" });
    return openSession(tx, ctx, toAccount(user, membership.workspace), device, {
      method: "password",
    });
  });
}

const SIGN_IN = { purpose: "sign_in", userId: null } as const;

/**
 * Creates the options with which a browser signs in with any passkey that it has for this service.
 *
 * @throws {AppError} rate_limited beyond 50 in 15 minutes per network, which also bounds the attempts;
 *   provider_sign_in_required
 */
export async function startPasskeySignIn(caller: Caller) {
  requireOtherWaysIn();
  const bucket = `passkey:address:${hashVisitorAddress(caller.network)}`;
  await spendQuota(
    [{ bucket, max: 50, windowSeconds: 15 * 60 }],
    caller.now,
    "Too many sign-in attempts from your network. Try again later.",
  );
  return passkeyOptions(SIGN_IN, [], caller.now);
}

/**
 * Signs in with a passkey, which has verified its user: neither password nor code is needed.
 *
 * @param device - the secret in the browser's long-lived cookie, or null
 * @throws {AppError} credentials_invalid, provider_sign_in_required
 */
export async function signInWithPasskey(
  credential: PasskeyResponse,
  caller: Caller,
  device: string | null = null,
): Promise<SignedIn> {
  requireOtherWaysIn();
  const userId = await acceptPasskey(SIGN_IN, credential, caller.now);
  return transaction(async (tx) => {
    await lockPassword(tx, userId);
    const user = await tx.user.findUnique({
      where: { id: userId },
      include: WITH_WORKSPACES,
    });
    const [membership] = user?.memberships ?? [];
    if (!user || !membership) throw passkeyRejected();
    // The passkey was removed in the meantime, such as by a password reset that recovers the
    // account.
    if ((await tx.passkey.count({ where: { credentialId: credential.id, userId } })) === 0)
      throw passkeyRejected();
    const ctx = memberContext(membership, caller);
    const details = { method: "passkey" };
    await recordAudit(tx, ctx, { action: "account.signed_in", details });
    return openSession(tx, ctx, toAccount(user, membership.workspace), device, {
      method: "passkey",
    });
  });
}
