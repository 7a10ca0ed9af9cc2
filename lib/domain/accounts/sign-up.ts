import { type Db, db, lockInTransaction, transaction } from "#lib/adapters/db/database";
import type { Caller } from "#lib/core/context";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { hashVisitorAddress } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import { guessTimeZone } from "#lib/core/time-zones";
import { DEMO_EMAIL } from "#lib/domain/accounts/demo-account";
import { openSession, type SignedIn } from "#lib/domain/accounts/open-session";
import { hashPassword, requireUnguessable } from "#lib/domain/accounts/password";
import { requireOtherWaysIn } from "#lib/domain/accounts/providers/required";
import type { SignUpInput } from "#lib/domain/accounts/schema";
import { createOwned, lockAddress, memberContext, toAccount } from "#lib/domain/accounts/store";
import { sendFirstVerification } from "#lib/domain/accounts/verify-email";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { spendQuota } from "#lib/domain/usage/quota";

/**
 * Creates a user and their workspace, signs them in, and queues an email with which they confirm their
 * address.
 *
 * @param device - the secret in the browser's long-lived cookie, or null
 * @throws {AppError} sign_up_closed unless SIGN_UP allows it; email_taken; rate_limited beyond
 *   SIGN_UP_RATE_LIMIT per hour and address; validation_failed for a password that can be read off the account;
 *   provider_sign_in_required
 */
export async function signUp(
  input: SignUpInput,
  caller: Caller,
  device: string | null = null,
): Promise<SignedIn> {
  requireOtherWaysIn();
  requireUnguessable(input.password, [input.email, input.workspaceName], "password");
  await countSignUp(caller);
  const emailKey = addressKey(input.email);
  // Checked before the costly hash, and again when no one else can become the first in between.
  await requireSignUp(db(), emailKey, caller.now);
  const passwordHash = await hashPassword(input.password);
  return transaction(async (tx) => {
    await requireSignUp(tx, emailKey, caller.now);
    if (await lockAddress(tx, emailKey))
      throw new AppError(
        "email_taken",
        "An account with this email address already exists. Sign in instead.",
      );
    const createdAt = caller.now;
    const user = await tx.user.create({
      data: { id: newId(), email: input.email, emailKey, passwordHash, createdAt },
    });
    const { id: userId } = user;
    const { workspaceName: name } = input;
    const timeZone = guessTimeZone(input.timeZone ?? "");
    const workspace = await createOwned(tx, { userId, name, timeZone }, createdAt);
    const ctx = memberContext({ userId, workspaceId: workspace.id, role: "owner" }, caller);
    await recordAudit(tx, ctx, { action: "account.created" });
    await sendFirstVerification(tx, ctx, user);
    return openSession(tx, ctx, toAccount(user, workspace), device, {
      isExpected: true,
      method: "password",
    });
  });
}

/** @throws {AppError} rate_limited beyond SIGN_UP_RATE_LIMIT per hour and network */
export async function countSignUp({ network, now }: Caller): Promise<void> {
  const bucket = `sign-up:${hashVisitorAddress(network)}`;
  await spendQuota(
    [{ bucket, max: settings().signUpRateLimit, windowSeconds: 3600 }],
    now,
    "Too many sign-ups from your network. Try again later.",
  );
}

/**
 * Who can sign up. `first`: no one has an account yet, so anyone can create one, even if SIGN_UP is
 * closed.
 */
type SignUpState = "first" | "open" | "invited" | "closed";

/** Returns who can sign up now. The account of the demo isn't anyone's. */
export async function getSignUpState(tx: Db = db()): Promise<SignUpState> {
  const where = { emailKey: { not: DEMO_EMAIL } };
  const user = await tx.user.findFirst({ where, select: { id: true } });
  return user ? settings().signUp : "first";
}

/**
 * Requires that an address may sign up: any with SIGN_UP `open`, one with an open invitation with
 * `invited`. Of several concurrent first sign-ups, one is the first: until its transaction ends, the
 * others wait.
 *
 * @throws {AppError} sign_up_closed
 */
export async function requireSignUp(tx: Db, emailKey: string, now: Date): Promise<void> {
  if (settings().signUp === "open") return;
  await lockInTransaction(tx, "first-account");
  const state = await getSignUpState(tx);
  if (state === "first") return;
  if (state === "invited" && (await isInvited(tx, emailKey, now))) return;
  throw signUpClosed();
}

/** @throws {AppError} sign_up_closed if even invited people can't create an account */
export function requireInvitedSignUp(): void {
  if (settings().signUp === "closed") throw signUpClosed();
}

async function isInvited(tx: Db, emailKey: string, now: Date): Promise<boolean> {
  const open = { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
  const where = { emailKey, ...open, workspace: { deletedAt: null } };
  return (await tx.invitation.findFirst({ where, select: { id: true } })) !== null;
}

function signUpClosed(): AppError {
  return new AppError(
    "sign_up_closed",
    settings().signUp === "invited"
      ? "Accounts on this service are by invitation. Ask an owner of the workspace to invite you."
      : "This service doesn't accept new accounts. Ask the people who run it for one.",
  );
}
