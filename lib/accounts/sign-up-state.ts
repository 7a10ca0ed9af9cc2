import { DEMO_EMAIL, isPublicDemo } from "#lib/core/demo";
import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings";
import { type Db, db, lockInTransaction } from "#lib/db/database";

/** `first`: no one has an account yet, so the next one is the first, whatever SIGN_UP says. */
type SignUpState = "first" | "open" | "invited" | "closed";

/** Returns who can sign up now. The account of a private demo isn't anyone's. */
export async function getSignUpState(tx: Db = db()): Promise<SignUpState> {
  const where = isPublicDemo() ? {} : { emailKey: { not: DEMO_EMAIL } };
  const user = await tx.user.findFirst({ where, select: { id: true } });
  return user ? settings().signUp : "first";
}

/**
 * Lets an address sign up if SIGN_UP allows it: any with `open`, one with an open invitation with
 * `invited`. Of several first accounts at once, one is the first: until its transaction ends, the others
 * wait.
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
