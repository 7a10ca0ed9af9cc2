import { type Db, db, transaction } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Caller, Context } from "#lib/core/context";
import { countOf } from "#lib/core/count";
import { addressKey } from "#lib/core/email-address";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { lockMembers } from "#lib/domain/access/access-locks";
import { MEMBER_LIMITS } from "#lib/domain/accounts/members/schema";
import { openSession, type SignedIn } from "#lib/domain/accounts/open-session";
import { hashPassword, requireUnguessable } from "#lib/domain/accounts/password";
import { isProviderRequired, requireOtherWaysIn } from "#lib/domain/accounts/providers/required";
import type { PersonName } from "#lib/domain/accounts/schema";
import type { ActiveSession } from "#lib/domain/accounts/sessions";
import { countSignUp, requireInvitedSignUp } from "#lib/domain/accounts/sign-up";
import { lockAddress, memberContext, roleOf, toAccount } from "#lib/domain/accounts/store";
import { moveSession, requireFewWorkspaces } from "#lib/domain/accounts/switch-workspace";
import { markVerified } from "#lib/domain/accounts/verify-email";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { wasReallySent } from "#lib/domain/emails/captured-emails";
import { addProvenRecipient } from "#lib/domain/recipients/add-recipient";

/** What the page of an invitation link shows. */
export type FoundInvitation = Awaited<ReturnType<typeof findInvitation>>;

/** Finds an invitation by the secret in its link. Changes nothing. */
export async function findInvitation(secret: string, now: Date) {
  const row = await db().invitation.findUnique({
    where: { tokenHash: sha256(secret) },
    include: { workspace: { include: { signInProvider: true } } },
  });
  if (!row || row.workspace.deletedAt) return { state: "unknown" } as const;
  if (row.acceptedAt) return { state: "accepted" } as const;
  if (row.revokedAt) return { state: "revoked" } as const;
  if (row.expiresAt <= now) return { state: "expired" } as const;
  const [inviter, invited] = await Promise.all([
    db().user.findUnique({ where: { id: row.invitedBy }, select: { email: true, name: true } }),
    db().user.findUnique({ where: { emailKey: row.emailKey }, select: { id: true } }),
  ]);
  const { signInProvider: provider } = row.workspace;
  return {
    state: "open",
    email: row.email,
    role: roleOf(row),
    workspaceName: row.workspace.name,
    /** The owner who sent the invitation; null if their account was deleted. */
    inviter,
    /** True if the invited address has an account. */
    hasAccount: invited !== null,
    /** The workspace's own provider, if it can be used. `isRequired`: for the role of the invitation. */
    provider:
      provider && !isProviderRequired()
        ? {
            code: provider.code,
            name: provider.name,
            isRequired: provider.isRequired && row.role !== "owner",
          }
        : null,
  } as const;
}

function noLongerOpen(): AppError {
  return new AppError(
    "not_found",
    "This invitation was already used, was revoked, or has expired. Ask an owner to invite you again.",
  );
}

type InvitationRow = Prisma.InvitationGetPayload<{ include: { workspace: true } }>;

/** Marks an invitation as accepted: of concurrent requests, one succeeds. @throws {AppError} not_found */
export async function markAccepted(tx: Db, secret: string, now: Date): Promise<InvitationRow> {
  const tokenHash = sha256(secret);
  const row = await tx.invitation.findUnique({
    where: { tokenHash },
    include: { workspace: true },
  });
  if (!row) throw noLongerOpen();
  await lockMembers(tx, row.workspaceId);
  const { count } = await tx.invitation.updateMany({
    where: {
      tokenHash,
      workspaceId: row.workspaceId,
      acceptedAt: null,
      revokedAt: null,
      expiresAt: { gt: now },
      workspace: { deletedAt: null },
    },
    data: { acceptedAt: now },
  });
  if (count === 0) throw noLongerOpen();
  return row;
}

/** A user in the workspace they joined. `isRecipient`: false if the workspace had no room for their address. */
type Joined = { ctx: Context; isRecipient: boolean };

/** Joins the workspace of an invitation, as it says. @throws {AppError} member_limit_reached */
export async function join(
  tx: Db,
  row: InvitationRow,
  userId: string,
  caller: Caller,
): Promise<Joined> {
  const { workspaceId } = row;
  const where = { workspaceId };
  const present = await tx.membership.findFirst({ where: { ...where, userId } });
  const role = present?.role ?? row.role;
  const ctx = memberContext({ userId, workspaceId, role }, caller);
  if (present) return { ctx, isRecipient: true };
  if ((await tx.membership.count({ where })) >= MEMBER_LIMITS.members)
    throw new AppError(
      "member_limit_reached",
      `This workspace already has ${countOf(MEMBER_LIMITS.members, "member")}. Ask an owner to make room.`,
    );
  await requireFewWorkspaces(tx, userId);
  const { now } = caller;
  await tx.membership.create({ data: { userId, workspaceId, role, createdAt: now } });
  await recordAudit(tx, ctx, {
    action: "member.joined",
    subject: { id: userId, name: row.email },
    details: { role },
  });
  // The link proves the address, like the one that verifies the address of a new account.
  return { ctx, isRecipient: await addProvenRecipient(tx, ctx, row.email) };
}

/**
 * Joins the workspace as the signed-in user and switches the session to it. The link proves that the
 * address is theirs, so it becomes a verified recipient.
 *
 * @returns whether the workspace had room for the recipient
 * @throws {AppError} not_found if the link is used, revoked, or expired, or for another address;
 *   member_limit_reached
 */
export async function acceptInvitation(
  secret: string,
  { sessionId, account }: Pick<ActiveSession, "sessionId" | "account">,
  caller: Caller,
): Promise<boolean> {
  const { id: userId, email } = account.user;
  return transaction(async (tx) => {
    const row = await markAccepted(tx, secret, caller.now);
    if (row.emailKey !== addressKey(email))
      throw new AppError(
        "not_found",
        `This invitation is for ${row.email}. Sign out, then open the link again.`,
      );
    const { ctx, isRecipient } = await join(tx, row, userId, caller);
    await markVerified(tx, ctx, { id: userId, email }, row.emailSeriesKey);
    await moveSession(tx, { id: sessionId, userId }, row.workspaceId, caller.now);
    return isRecipient;
  });
}

/**
 * Creates an account for the invited address, joins the workspace, and signs in. The link proves the
 * address, so it's already verified, and a verified recipient.
 *
 * @param device - the secret in the browser's long-lived cookie, or null
 * @throws {AppError} sign_up_closed with SIGN_UP=closed; not_found if the link is used, revoked or expired;
 *   email_taken if the address has an account by now; rate_limited beyond SIGN_UP_RATE_LIMIT per hour and address; member_limit_reached;
 *   validation_failed for a password that can be read off the account; provider_sign_in_required
 */
export async function signUpInvited(
  secret: string,
  { name = null, password }: { name?: PersonName; password: string },
  caller: Caller,
  device: string | null = null,
): Promise<SignedIn & Pick<Joined, "isRecipient">> {
  const { now } = caller;
  requireOtherWaysIn();
  requireInvitedSignUp();
  if ((await findInvitation(secret, now)).state !== "open") throw noLongerOpen();
  await countSignUp(caller);
  const passwordHash = await hashPassword(password);
  return transaction(async (tx) => {
    const row = await markAccepted(tx, secret, now);
    const { email, emailKey, workspace } = row;
    requireUnguessable(password, [email, workspace.name], "password");
    if (await lockAddress(tx, emailKey))
      throw new AppError(
        "email_taken",
        "An account with this email address already exists. Sign in, then open the link again.",
      );
    const isProven = await wasReallySent(tx, row.emailSeriesKey);
    const confirmed = { createdAt: now, verifiedAt: now, isProven };
    const user = await tx.user.create({
      data: { id: newId(), email, emailKey, name, passwordHash, ...confirmed },
    });
    const { ctx, isRecipient } = await join(tx, row, user.id, caller);
    await recordAudit(tx, ctx, { action: "account.created" });
    const account = toAccount(user, workspace);
    const signedIn = await openSession(tx, ctx, account, device, {
      isExpected: true,
      method: "password",
    });
    return { ...signedIn, isRecipient };
  });
}
