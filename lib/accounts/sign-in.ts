import { hashPassword, isPasswordCorrect, needsRehash } from "#lib/accounts/password";
import type { SignInInput } from "#lib/accounts/schema";
import { createSession } from "#lib/accounts/sessions";
import type { Caller, SignedIn } from "#lib/accounts/sign-up";
import { lockPassword, toAccount } from "#lib/accounts/store";
import { countEvent, forgetEvents, type Quota } from "#lib/accounts/throttle";
import { AppError } from "#lib/core/errors";
import { hashVisitorAddress } from "#lib/core/secrets";
import { addressKey } from "#lib/core/text";
import { db, transaction } from "#lib/db/database";

const WINDOW_SECONDS = 15 * 60;

/** 10 failures in 15 minutes per account, 50 per network address. */
function quotas(emailKey: string, address: string): Quota[] {
  const windowSeconds = WINDOW_SECONDS;
  return [
    { bucket: `sign-in:address:${hashVisitorAddress(address)}`, max: 50, windowSeconds },
    { bucket: `sign-in:account:${hashVisitorAddress(emailKey)}`, max: 10, windowSeconds },
  ];
}

/** Counts the attempt as a failure until it succeeds, so that a burst can't slip through. */
async function countAttempt(emailKey: string, caller: Caller): Promise<string[]> {
  const message = "Too many failed sign-in attempts. Try again later.";
  const eventIds: string[] = [];
  for (const quota of quotas(emailKey, caller.address))
    eventIds.push(await countEvent(quota, caller.now, message));
  return eventIds;
}

/**
 * Signs in. Unknown accounts and wrong passwords get the same error after the same time.
 *
 * @throws {AppError} credentials_invalid, rate_limited
 */
export async function signIn(input: SignInInput, caller: Caller): Promise<SignedIn> {
  const emailKey = addressKey(input.email);
  const eventIds = await countAttempt(emailKey, caller);
  const user = await db().user.findUnique({
    where: { emailKey },
    include: { memberships: { include: { workspace: true }, orderBy: { createdAt: "asc" } } },
  });
  const isCorrect = await isPasswordCorrect(user?.passwordHash ?? null, input.password);
  const workspace = user?.memberships[0]?.workspace;
  const wrong = new AppError("credentials_invalid", "The email address or password is incorrect.");
  if (!user || !workspace || !isCorrect) throw wrong;
  await forgetEvents(eventIds);
  const owner = { userId: user.id, workspaceId: workspace.id };
  const passwordHash = needsRehash(user.passwordHash)
    ? await hashPassword(input.password)
    : user.passwordHash;
  const sessionId = await transaction(async (tx) => {
    await lockPassword(tx, user.id);
    // The password may have been changed since it was checked.
    const where = { id: user.id, passwordHash: user.passwordHash };
    const { count } = await tx.user.updateMany({ where, data: { passwordHash } });
    if (count === 0) throw wrong;
    return createSession(tx, owner, caller.userAgent, caller.now);
  });
  return { account: toAccount(user, workspace), sessionId };
}
