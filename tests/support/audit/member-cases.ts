import { createSession } from "#lib/accounts/sessions";
import { toAccount } from "#lib/accounts/store";
import { db } from "#lib/db/database";
import { acceptInvitation, signUpInvited } from "#lib/members/accept-invitation";
import { changeRole, leaveWorkspace, removeMember } from "#lib/members/change-members";
import { inviteMember, revokeInvitation } from "#lib/members/invite-member";
import { listInvitations } from "#lib/members/list-members";
import type { AccountCase } from "#tests/support/audit/account-cases";
import { createAccount } from "#tests/support/factories/account-factories";
import { callerAt } from "#tests/support/factories/factories";
import { addMember, invite, verifyUsers } from "#tests/support/factories/member-factories";

/** Verbs that change who belongs to a workspace, and as what. */
export const MEMBER_CASES: Readonly<Record<string, AccountCase>> = {
  inviteMember: {
    action: "member.invited",
    prepare: async (workspace) => {
      await verifyUsers(workspace);
      return () => inviteMember(workspace.ctx, { email: "bob@example.com", role: "member" });
    },
  },
  revokeInvitation: {
    action: "member.invitation_revoked",
    prepare: async (workspace) => {
      await invite(workspace);
      const [invitation] = await listInvitations(workspace.ctx);
      return () => revokeInvitation(workspace.ctx, invitation?.id ?? "");
    },
  },
  acceptInvitation: {
    action: "member.joined",
    prepare: async (workspace) => {
      const { id, user, ctx } = await createAccount();
      const { secret } = await invite(workspace, { email: user.email });
      const sessionId = await createSession(
        db(),
        { userId: user.id, workspaceId: id },
        null,
        ctx.now,
      );
      const account = toAccount(
        await db().user.findUniqueOrThrow({ where: { id: user.id } }),
        await db().workspace.findUniqueOrThrow({ where: { id } }),
      );
      return () => acceptInvitation(secret, { sessionId, account }, callerAt(ctx.now));
    },
  },
  signUpInvited: {
    action: "member.joined",
    prepare: async (workspace) => {
      const { secret } = await invite(workspace);
      return () =>
        signUpInvited(secret, { password: "never-logged battery staple" }, callerAt(new Date()));
    },
  },
  changeRole: {
    action: "member.role_changed",
    prepare: async (workspace) => {
      const { user } = await addMember(workspace, "owner");
      const choice = { role: "member", revokeTokens: true } as const;
      return () => changeRole(workspace.ctx, user.id, choice);
    },
  },
  removeMember: {
    action: "member.removed",
    prepare: async (workspace) => {
      const { user } = await addMember(workspace, "member");
      return () => removeMember(workspace.ctx, user.id, { revokeTokens: true });
    },
  },
  leaveWorkspace: {
    action: "member.left",
    prepare: async (workspace) => {
      const { ctx } = await addMember(workspace, "member");
      return () => leaveWorkspace(ctx, { revokeTokens: true });
    },
  },
};
