import { createWorkspace } from "#lib/accounts/switch-workspace";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { acceptInvitation, signUpInvited } from "#lib/members/accept-invitation";
import { changeRole, leaveWorkspace, removeMember } from "#lib/members/change-members";
import { inviteMember, revokeInvitation } from "#lib/members/invite-member";
import { listInvitations } from "#lib/members/list-members";
import type { AccountCase } from "#tests/support/audit/account-cases";
import { createAccount, sessionOf } from "#tests/support/factories/account-factories";
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
      const account = await createAccount();
      const { secret } = await invite(workspace, { email: account.user.email });
      const session = await sessionOf(account);
      return () => acceptInvitation(secret, session, callerAt(account.ctx.now));
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
  createWorkspace: {
    action: "workspace.created",
    prepare: async () => {
      const session = await sessionOf(await createAccount());
      const key = IdempotencyKey.parse(newId());
      return () => createWorkspace(session, { name: "Second" }, key, callerAt(new Date()));
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
