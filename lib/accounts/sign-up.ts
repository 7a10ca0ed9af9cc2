import { openSession, type SignedIn } from "#lib/accounts/open-session";
import { hashPassword, requireUnguessable } from "#lib/accounts/password";
import type { SignUpInput } from "#lib/accounts/schema";
import { requireSignUp } from "#lib/accounts/sign-up-state";
import { memberContext, toAccount } from "#lib/accounts/store";
import { sendFirstVerification } from "#lib/accounts/verify-email";
import { recordAudit } from "#lib/audit/record-audit";
import type { Caller } from "#lib/core/context";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { hashVisitorAddress } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { addressKey } from "#lib/core/text";
import { type Db, db, lockInTransaction, transaction } from "#lib/db/database";
import { consume } from "#lib/usage/quota";

/**
 * Creates a user and their workspace, signs them in, and queues an email with which they confirm their
 * address.
 *
 * @param device - the secret in the browser's long-lived cookie, or null
 * @param options - `isSeed`: for the demo account, whatever SIGN_UP says
 * @throws {AppError} sign_up_closed unless SIGN_UP allows it; email_taken; rate_limited beyond
 *   SIGN_UP_RATE_LIMIT per hour and address; validation_failed for a password that can be read off the account
 */
export async function signUp(
  input: SignUpInput,
  caller: Caller,
  device: string | null = null,
  { isSeed = false }: { isSeed?: boolean } = {},
): Promise<SignedIn> {
  requireUnguessable(input.password, [input.email, input.workspaceName], "password");
  const bucket = `sign-up:${hashVisitorAddress(caller.network)}`;
  await consume(
    [{ bucket, max: settings().signUpRateLimit, windowSeconds: 3600 }],
    caller.now,
    "Too many sign-ups from your network. Try again later.",
  );
  const emailKey = addressKey(input.email);
  const admit = async (tx: Db) => (isSeed ? undefined : requireSignUp(tx, emailKey, caller.now));
  // Before the costly hash, and again when no one else can become the first in between.
  await admit(db());
  const passwordHash = await hashPassword(input.password);
  return transaction(async (tx) => {
    await admit(tx);
    await lockInTransaction(tx, `sign-up-email:${emailKey}`);
    if (await tx.user.findUnique({ where: { emailKey }, select: { id: true } }))
      throw new AppError(
        "email_taken",
        "An account with this email address already exists. Sign in instead.",
      );
    const createdAt = caller.now;
    const user = await tx.user.create({
      data: { id: newId(), email: input.email, emailKey, passwordHash, createdAt },
    });
    const { defaultPlan: plan } = settings();
    const workspace = await tx.workspace.create({
      data: { id: newId(), name: input.workspaceName, plan, createdAt },
    });
    const membership = { userId: user.id, workspaceId: workspace.id, role: "owner" };
    await tx.membership.create({ data: { ...membership, createdAt } });
    const ctx = memberContext(membership, caller);
    await recordAudit(tx, ctx, { action: "account.created" });
    await sendFirstVerification(tx, ctx, user);
    const opened = await openSession(tx, ctx, device, { isExpected: true });
    return { account: toAccount(user, workspace), ...opened };
  });
}
