import { hashPassword, isPasswordCorrect, needsRehash } from "#lib/accounts/password";
import type { Account, SignInInput, SignUpInput } from "#lib/accounts/schema";
import {
  isStillPending,
  type PendingSignIn,
  requireCode,
  SecondFactorRequired,
} from "#lib/accounts/second-factor";
import { createSession, memberContext } from "#lib/accounts/sessions";
import { LAST_USED_FIRST, lockPassword, toAccount } from "#lib/accounts/store";
import { countEvent, forgetEvents, type Quota } from "#lib/accounts/throttle";
import type { Caller } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { hashVisitorAddress } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { addressKey } from "#lib/core/text";
import { db, lockInTransaction, transaction } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";
import { hasAuthenticator } from "#lib/factors/authenticator";

export type SignedIn = { account: Account; sessionId: string };

/**
 * Creates a user and their workspace, and signs them in.
 *
 * @throws {AppError} email_taken; rate_limited beyond SIGN_UP_RATE_LIMIT per hour and address
 */
export async function signUp(input: SignUpInput, caller: Caller): Promise<SignedIn> {
  const bucket = `sign-up:${hashVisitorAddress(caller.network)}`;
  await countEvent(
    { bucket, max: settings().signUpRateLimit, windowSeconds: 3600 },
    caller.now,
    "Too many sign-ups from your network. Try again later.",
  );
  const passwordHash = await hashPassword(input.password);
  const emailKey = addressKey(input.email);
  return transaction(async (tx) => {
    await lockInTransaction(tx, `sign-up-email:${emailKey}`);
    if (await tx.user.findUnique({ where: { emailKey }, select: { id: true } }))
      throw new AppError(
        "email_taken",
        "An account with this email address already exists. Sign in instead.",
      );
    const user = await tx.user.create({
      data: { id: newId(), email: input.email, emailKey, passwordHash, createdAt: caller.now },
    });
    const workspace = await tx.workspace.create({
      data: {
        id: newId(),
        name: input.workspaceName,
        plan: settings().defaultPlan,
        createdAt: caller.now,
      },
    });
    const owner = { userId: user.id, workspaceId: workspace.id };
    await tx.membership.create({ data: { ...owner, role: "owner", createdAt: caller.now } });
    const sessionId = await createSession(tx, owner, caller.userAgent, caller.now);
    return { account: toAccount(user, workspace), sessionId };
  });
}

/** 10 failures in 15 minutes per account, 50 per network address. */
function quotas(emailKey: string, network: string): Quota[] {
  const windowSeconds = 15 * 60;
  return [
    { bucket: `sign-in:address:${hashVisitorAddress(network)}`, max: 50, windowSeconds },
    { bucket: `sign-in:account:${hashVisitorAddress(emailKey)}`, max: 10, windowSeconds },
  ];
}

/** Counts the attempt as a failure until it succeeds, so that a burst can't slip through. */
async function countAttempt(emailKey: string, caller: Caller): Promise<string[]> {
  const message = "Too many failed sign-in attempts. Try again later.";
  const eventIds: string[] = [];
  for (const quota of quotas(emailKey, caller.network))
    eventIds.push(await countEvent(quota, caller.now, message));
  return eventIds;
}

const WITH_WORKSPACES = {
  memberships: { include: { workspace: true }, orderBy: LAST_USED_FIRST },
} satisfies Prisma.UserInclude;
type UserRow = Prisma.UserGetPayload<{ include: typeof WITH_WORKSPACES }>;

function wrongCredentials(): AppError {
  return new AppError("credentials_invalid", "The email address or password is incorrect.");
}

/**
 * Signs in. Unknown accounts and wrong passwords get the same error after the same time.
 *
 * @throws {SecondFactorRequired} if two-step verification is on and no code is given
 * @throws {AppError} credentials_invalid, rate_limited
 */
export async function signIn(input: SignInInput, caller: Caller): Promise<SignedIn> {
  const emailKey = addressKey(input.email);
  const eventIds = await countAttempt(emailKey, caller);
  const user = await db().user.findUnique({ where: { emailKey }, include: WITH_WORKSPACES });
  const isCorrect = await isPasswordCorrect(user?.passwordHash ?? null, input.password);
  const [membership] = user?.memberships ?? [];
  if (!user || !membership || !isCorrect) throw wrongCredentials();
  if (await hasAuthenticator(db(), user.id)) {
    if (input.code === undefined) {
      await forgetEvents(eventIds);
      throw new SecondFactorRequired(user, caller.now);
    }
    await requireCode(memberContext(membership, caller), input.code);
  }
  await forgetEvents(eventIds);
  const passwordHash = needsRehash(user.passwordHash)
    ? await hashPassword(input.password)
    : user.passwordHash;
  return enter(user, caller, passwordHash);
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
): Promise<SignedIn> {
  const user = await db().user.findUnique({
    where: { id: pending.userId },
    include: WITH_WORKSPACES,
  });
  const [membership] = user?.memberships ?? [];
  if (!user || !membership || !isStillPending(pending, user, caller.now))
    throw new AppError("second_factor_required", "This took too long. Sign in again.");
  const eventIds = await countAttempt(user.emailKey, caller);
  await requireCode(memberContext(membership, caller), code);
  await forgetEvents(eventIds);
  return enter(user, caller, user.passwordHash);
}

/** @throws {AppError} credentials_invalid if the password was changed since it was checked */
async function enter(user: UserRow, caller: Caller, passwordHash: string): Promise<SignedIn> {
  const [membership] = user.memberships;
  if (!membership) throw wrongCredentials();
  const { workspaceId, workspace } = membership;
  const sessionId = await transaction(async (tx) => {
    await lockPassword(tx, user.id);
    const where = { id: user.id, passwordHash: user.passwordHash };
    const { count } = await tx.user.updateMany({ where, data: { passwordHash } });
    if (count === 0) throw wrongCredentials();
    return createSession(tx, { userId: user.id, workspaceId }, caller.userAgent, caller.now);
  });
  return { account: toAccount(user, workspace), sessionId };
}
