import { byId, type Db, db, transaction } from "#lib/adapters/db/database";
import type { Invitation as InvitationRow } from "#lib/adapters/db/generated/client";
import { type Context, requireOwner, requireRecentProof, requireUserId } from "#lib/core/context";
import { countOf } from "#lib/core/count";
import { DAY_MS } from "#lib/core/durations";
import { addressKey } from "#lib/core/email-address";
import { AppError, notFound } from "#lib/core/errors";
import { isId, newId, randomBase62 } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { settings } from "#lib/core/settings/settings";
import {
  lockMembers,
  requireConfirmedAddress,
  requireStillOwner,
} from "#lib/domain/access/access-locks";
import {
  INVITE_AGAIN_AFTER_SECONDS,
  type InviteInput,
  MEMBER_LIMITS,
} from "#lib/domain/accounts/members/schema";
import { recordAudit } from "#lib/domain/audit/record-audit";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { mailboxQuotas, senderQuotas } from "#lib/domain/usage/email-quotas";
import { spendQuota } from "#lib/domain/usage/quota";

const LINK_LIFETIME_MS = 7 * DAY_MS;
/** Invitations to one mailbox: from all workspaces, and from one of them. */
const PER_MAILBOX = { inAll: { perHour: 5, perDay: 5 }, inOne: { perHour: 3, perDay: 3 } };

/**
 * Emails an invitation to join the workspace: a link that works once, for 7 days. Inviting an address
 * again sends a new link with the role given now, and the earlier one stops working.
 *
 * @throws {AppError} owner_required; address_unconfirmed; reauthentication_required; validation_failed for a
 *   member's address; member_limit_reached at 50 members or open invitations; rate_limited within a minute, beyond 20
 *   an hour and 60 a day from a workspace or network, or beyond 3 a day to this address, 5 from all workspaces
 */
export async function inviteMember(ctx: Context, input: InviteInput): Promise<void> {
  requireOwner(ctx);
  await requireConfirmedAddress(db(), requireUserId(ctx));
  const userId = requireRecentProof(ctx);
  // Runs before the quotas, which also count an invitation that is then rejected.
  await findOpen(db(), ctx, input.email);
  await countInvitation(ctx, input.email);
  const secret = randomBase62(43);
  await transaction(async (tx) => {
    await lockMembers(tx, ctx.workspaceId);
    await requireStillOwner(tx, ctx);
    const open = await findOpen(tx, ctx, input.email);
    const sent = {
      email: input.email,
      role: input.role,
      tokenHash: sha256(secret),
      emailSeriesKey: newId(),
      invitedBy: userId,
      sentAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + LINK_LIFETIME_MS),
    };
    const emailKey = addressKey(input.email);
    const { workspaceId } = ctx;
    const created = { ...sent, id: newId(), workspaceId, emailKey, createdAt: ctx.now };
    const row = open
      ? await tx.invitation.update({ where: byId(ctx, open.id), data: sent })
      : await tx.invitation.create({ data: created });
    await sendInvitation(tx, ctx, row, { secret, role: input.role });
    const subject = { id: row.id, name: row.email };
    const details = { role: input.role };
    await recordAudit(tx, ctx, { action: "member.invited", subject, details });
  });
}

/**
 * Returns the open or expired invitation of an address if it can be sent again now; null if there's
 * none.
 *
 * @throws {AppError} validation_failed, member_limit_reached, rate_limited
 */
async function findOpen(tx: Db, ctx: Context, email: string): Promise<InvitationRow | null> {
  const { workspaceId } = ctx;
  const emailKey = addressKey(email);
  if (await tx.membership.count({ where: { workspaceId, user: { emailKey } } }))
    throw new AppError("validation_failed", "This person is already a member.", {
      details: [{ path: "email", message: "already belongs to a member of this workspace" }],
    });
  const where = { workspaceId, acceptedAt: null, revokedAt: null };
  const open = await tx.invitation.findFirst({ where: { ...where, emailKey } });
  if (open) {
    const waitMs = open.sentAt.getTime() + INVITE_AGAIN_AFTER_SECONDS * 1000 - ctx.now.getTime();
    if (waitMs <= 0) return open;
    throw new AppError(
      "rate_limited",
      "An invitation was sent to this address less than a minute ago. Try again shortly.",
      { retryAfterSeconds: waitMs / 1000 },
    );
  }
  const { members, invitations } = MEMBER_LIMITS;
  if ((await tx.membership.count({ where: { workspaceId } })) >= members)
    throw new AppError(
      "member_limit_reached",
      `A workspace can have up to ${countOf(members, "member")}. Remove one first.`,
    );
  if ((await tx.invitation.count({ where })) >= invitations)
    throw new AppError(
      "member_limit_reached",
      `A workspace can have up to ${invitations} open invitations. Revoke one first.`,
    );
  return null;
}

/** @throws {AppError} rate_limited */
async function countInvitation(ctx: Context, email: string): Promise<void> {
  await spendQuota(
    senderQuotas("invitation", ctx),
    ctx.now,
    "A workspace can send 20 invitations an hour and 60 a day, and so can a network. Try again later.",
  );
  await spendQuota(
    mailboxQuotas("invitation", ctx, email, PER_MAILBOX),
    ctx.now,
    "This address has been sent too many invitations today. Try again tomorrow.",
  );
}

async function sendInvitation(
  tx: Db,
  ctx: Context,
  invitation: InvitationRow,
  { secret, role }: Pick<InviteInput, "role"> & { secret: string },
): Promise<void> {
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
  const inviter = await tx.user.findUniqueOrThrow({ where: { id: invitation.invitedBy } });
  await queueEmail(tx, ctx, {
    to: invitation.email,
    seriesKey: invitation.emailSeriesKey,
    data: {
      kind: "account",
      purpose: "invitation",
      link: `${settings().baseUrl}/invitation?token=${secret}`,
      workspaceName: workspace.name,
      inviter: inviter.email,
      inviterName: inviter.name,
      role,
    },
  });
}

/**
 * Makes the link of an invitation stop working. Revoking twice changes nothing.
 *
 * @throws {AppError} owner_required, not_found
 */
export async function revokeInvitation(ctx: Context, invitationId: string): Promise<void> {
  requireOwner(ctx);
  if (!isId(invitationId)) throw notFound();
  await transaction(async (tx) => {
    await lockMembers(tx, ctx.workspaceId);
    const row = await tx.invitation.findUnique({ where: byId(ctx, invitationId) });
    if (!row) throw notFound();
    if (row.acceptedAt || row.revokedAt) return;
    await tx.invitation.update({ where: byId(ctx, row.id), data: { revokedAt: ctx.now } });
    const subject = { id: row.id, name: row.email };
    await recordAudit(tx, ctx, { action: "member.invitation_revoked", subject });
  });
}
