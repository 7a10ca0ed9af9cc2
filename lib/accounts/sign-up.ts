import { hashPassword } from "#lib/accounts/password";
import type { Account, SignUpInput } from "#lib/accounts/schema";
import { createSession } from "#lib/accounts/sessions";
import { toAccount } from "#lib/accounts/store";
import { countEvent } from "#lib/accounts/throttle";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { hashVisitorAddress } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { addressKey } from "#lib/core/text";
import { lockInTransaction, transaction } from "#lib/db/database";

/** Who is calling before there is a context. */
export type Caller = { address: string; userAgent: string | null; now: Date };
export type SignedIn = { account: Account; sessionId: string };

/**
 * Creates a user and their workspace, and signs them in.
 *
 * @throws {AppError} email_taken; rate_limited beyond SIGN_UP_RATE_LIMIT per hour and address
 */
export async function signUp(input: SignUpInput, caller: Caller): Promise<SignedIn> {
  const bucket = `sign-up:${hashVisitorAddress(caller.address)}`;
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
    await tx.membership.create({ data: { ...owner, createdAt: caller.now } });
    const sessionId = await createSession(tx, owner, caller.userAgent, caller.now);
    return { account: toAccount(user, workspace), sessionId };
  });
}
