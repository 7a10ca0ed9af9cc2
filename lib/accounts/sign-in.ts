import { countEvent, forgetEvents, type Quota } from "#lib/accounts/count-event";
import { hashPassword, isPasswordRight, needsRehash } from "#lib/accounts/password";
import type { SignInInput } from "#lib/accounts/schema";
import { createSession } from "#lib/accounts/sessions";
import type { Caller, SignedIn } from "#lib/accounts/sign-up";
import { lockPassword, toAccount } from "#lib/accounts/store";
import { AppError } from "#lib/core/errors";
import { hashVisitorAddress } from "#lib/core/secrets";
import { addressKey } from "#lib/core/text";
import { db, transaction } from "#lib/db/database";

const WINDOW_SECONDS = 15 * 60;

/** CONTRACT section 6: 10 failures in 15 minutes per account, 50 per address. */
function quotas(emailKey: string, address: string): Quota[] {
  return [
    {
      bucket: `sign-in:address:${hashVisitorAddress(address)}`,
      max: 50,
      windowSeconds: WINDOW_SECONDS,
    },
    {
      bucket: `sign-in:account:${hashVisitorAddress(emailKey)}`,
      max: 10,
      windowSeconds: WINDOW_SECONDS,
    },
  ];
}

/** Counts the attempt as a failure until it has proved to be none; so that no burst slips through. */
async function countAttempt(emailKey: string, caller: Caller): Promise<string[]> {
  const eventIds: string[] = [];
  for (const quota of quotas(emailKey, caller.address)) {
    const counted = await countEvent(quota, caller.now);
    if ("waitSeconds" in counted)
      throw new AppError("rate_limited", "Too many failed sign-in attempts. Try again later.", {
        retryAfterSeconds: counted.waitSeconds,
      });
    eventIds.push(counted.eventId);
  }
  return eventIds;
}

/**
 * Signs in. Unknown accounts and wrong passwords get the same answer after the same time.
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
  const isRight = await isPasswordRight(user?.passwordHash ?? null, input.password);
  const workspace = user?.memberships[0]?.workspace;
  const wrong = new AppError("credentials_invalid", "The email address or password is incorrect.");
  if (!user || !workspace || !isRight) throw wrong;
  await forgetEvents(eventIds);
  const owner = { userId: user.id, workspaceId: workspace.id };
  const passwordHash = needsRehash(user.passwordHash)
    ? await hashPassword(input.password)
    : user.passwordHash;
  const sessionId = await transaction(async (tx) => {
    await lockPassword(tx, user.id);
    // A password that was changed since it was checked opens no session any more.
    const where = { id: user.id, passwordHash: user.passwordHash };
    const { count } = await tx.user.updateMany({ where, data: { passwordHash } });
    if (count === 0) throw wrong;
    return createSession(tx, owner, caller.userAgent, caller.now);
  });
  return { account: toAccount(user, workspace), sessionId };
}
