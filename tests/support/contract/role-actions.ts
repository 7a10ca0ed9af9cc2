import { confirmEmail, requestEmailChange } from "#lib/accounts/change-email";
import { changeName } from "#lib/accounts/change-name";
import { changePassword } from "#lib/accounts/password";
import { requestPasswordReset, resetPassword } from "#lib/accounts/reset-password";
import { endOtherSessions, endOwnSession, endSession } from "#lib/accounts/sessions";
import { finishSignIn, signIn } from "#lib/accounts/sign-in";
import { signUp } from "#lib/accounts/sign-up";
import { createWorkspace } from "#lib/accounts/switch-workspace";
import { resendVerification } from "#lib/accounts/verify-email";
import { deleteWorkspace, updateWorkspace } from "#lib/accounts/workspace";
import { requireRecentProof } from "#lib/core/context";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { tryDemo } from "#lib/demo/try-demo";
import {
  confirmAuthenticator,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/factors/authenticator";
import { removePasskey, startPasskey } from "#lib/factors/passkeys";
import { createRecoveryCodes } from "#lib/factors/recovery-codes";
import { acceptInvitation, signUpInvited } from "#lib/members/accept-invitation";
import { changeRole, leaveWorkspace, removeMember } from "#lib/members/change-members";
import { inviteMember, revokeInvitation } from "#lib/members/invite-member";
import { listInvitations } from "#lib/members/list-members";
import { removeRecipient } from "#lib/notifications/remove-recipient";
import { simulateBounce } from "#lib/notifications/report-email";
import { sendTestEmail } from "#lib/operations/send-test-email";
import { addRecipient } from "#lib/recipients/add-recipient";
import { findPerson } from "#lib/submissions/find-person";
import { erasePerson } from "#lib/submissions/person-data";
import { createToken } from "#lib/tokens/create-token";
import { listTokens, revokeToken } from "#lib/tokens/tokens";
import { DESTINATION_ACTIONS } from "#tests/support/contract/role-destination-actions";
import { FORM_ACTIONS } from "#tests/support/contract/role-form-actions";
import type { ActionRow } from "#tests/support/contract/role-world";
import { PASSWORD } from "#tests/support/factories/account-factories";
import { givePasskey } from "#tests/support/factories/factor-factories";
import { createToken as createOwnersToken } from "#tests/support/factories/factories";
import { invite } from "#tests/support/factories/member-factories";

const newAddress = () => `new-${newId()}@example.com`;
const KEEP = { revokeTokens: false };

const ACCOUNT_ACTIONS: Readonly<Record<string, ActionRow>> = {
  signInAction: {
    access: "anyone",
    endsWith: "credentials_invalid",
    run: ({ caller }) => signIn({ email: newAddress(), password: PASSWORD }, caller),
  },
  signUpAction: {
    access: "anyone",
    run: ({ caller }) =>
      signUp({ email: newAddress(), password: PASSWORD, workspaceName: "New" }, caller),
  },
  // This service is no public demo.
  tryDemoAction: {
    access: "anyone",
    endsWith: "not_found",
    run: ({ caller }) => tryDemo(caller, null),
  },
  createWorkspaceAction: {
    access: "members",
    run: ({ session, caller }) =>
      createWorkspace(session(), { name: "New" }, IdempotencyKey.parse(newId()), caller),
  },
  requestResetAction: {
    access: "anyone",
    run: ({ caller }) => requestPasswordReset(newAddress(), caller),
  },
  resetPasswordAction: {
    access: "anyone",
    endsWith: "not_found",
    run: ({ caller }) => resetPassword("unknown", PASSWORD, caller),
  },
  confirmEmailAction: {
    access: "anyone",
    endsWith: "not_found",
    run: ({ caller }) => confirmEmail("unknown", caller),
  },
  resendVerificationAction: { access: "members", run: ({ ctx }) => resendVerification(ctx()) },
  signOutAction: { access: "anyone", run: () => endSession(newId()) },
  changeAccountAction: { access: "anyone", run: () => endSession(newId()) },
  signUpInvitedAction: {
    access: "anyone",
    run: async ({ workspace, caller }) =>
      signUpInvited((await invite(workspace)).secret, { password: PASSWORD }, caller),
  },
  acceptInvitationAction: {
    access: "members",
    // They belong to the workspace already, and the address of the invitation is another one.
    endsWith: "not_found",
    run: async ({ workspace, session, caller }) =>
      acceptInvitation((await invite(workspace)).secret, session(), caller),
  },
  changePasswordAction: {
    access: "members",
    run: ({ ctx }) =>
      changePassword(ctx(), { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` }, null),
  },
  changeEmailAction: {
    access: "members",
    run: ({ ctx }) => requestEmailChange(ctx(), { email: newAddress(), currentPassword: PASSWORD }),
  },
  changeNameAction: { access: "members", run: ({ ctx }) => changeName(ctx(), "Ada Lovelace") },
  endSessionAction: { access: "members", run: ({ ctx }) => endOwnSession(ctx(), newId()) },
  endOtherSessionsAction: {
    access: "members",
    run: ({ ctx, session }) => endOtherSessions(ctx(), session().sessionId),
  },
};

const WORKSPACE_ACTIONS: Readonly<Record<string, ActionRow>> = {
  renameWorkspaceAction: {
    access: "owners",
    run: ({ ctx }) => updateWorkspace(ctx(), { name: "Renamed" }),
  },
  switchPlanAction: {
    access: "owners",
    run: ({ ctx }) => updateWorkspace(ctx(), { plan: "team" }),
  },
  deleteWorkspaceAction: {
    access: "owners",
    run: ({ ctx }) => deleteWorkspace(ctx(), { currentPassword: PASSWORD }),
  },
  createTokenAction: {
    access: "owners",
    run: ({ ctx }) => createToken(ctx(), { name: "New", scopes: [], expiresInDays: 1 }),
  },
  revokeTokenAction: {
    access: "owners",
    run: async ({ workspace, ctx }) => revokeToken(ctx(), (await createOwnersToken(workspace)).id),
  },
  inviteMemberAction: {
    access: "owners",
    run: ({ ctx }) => inviteMember(ctx(), { email: newAddress(), role: "member" }),
  },
  revokeInvitationAction: {
    access: "owners",
    run: async ({ workspace, ctx }) => {
      await invite(workspace);
      const [open] = await listInvitations(workspace.ctx);
      await revokeInvitation(ctx(), open?.id ?? "");
    },
  },
  changeRoleAction: {
    access: "owners",
    run: ({ other, ctx }) => changeRole(ctx(), other.user.id, { role: "owner", ...KEEP }),
  },
  removeMemberAction: {
    access: "owners",
    run: ({ other, ctx }) => removeMember(ctx(), other.user.id, KEEP),
  },
  leaveWorkspaceAction: { access: "members", run: ({ ctx }) => leaveWorkspace(ctx(), KEEP) },
  addRecipientAction: {
    access: "members",
    run: ({ ctx }) => addRecipient(ctx(), { email: newAddress() }),
  },
  removeRecipientAction: {
    access: "members",
    run: async ({ ctx }) => {
      const { id } = await addRecipient(ctx(), { email: newAddress() });
      await removeRecipient(ctx(), id);
    },
  },
  simulateBounceAction: {
    access: "members",
    endsWith: "not_found",
    run: ({ ctx }) => simulateBounce(ctx(), newId()),
  },
  sendTestEmailAction: {
    access: "members",
    // Members who aren't operators don't learn that it exists.
    endsWith: "not_found",
    run: ({ ctx }) => sendTestEmail(ctx()),
  },
  findPersonAction: {
    access: "members",
    run: ({ ctx }) => findPerson(ctx(), { email: newAddress() }),
  },
  erasePersonAction: {
    access: "members",
    run: ({ ctx }) => erasePerson(ctx(), { email: newAddress() }),
  },
};

const FACTOR_ACTIONS: Readonly<Record<string, ActionRow>> = {
  finishSignInAction: {
    access: "anyone",
    endsWith: "second_factor_required",
    run: ({ caller }) =>
      finishSignIn(
        { userId: newId(), passwordKey: "unknown", startedAt: caller.now.getTime() },
        "000000",
        caller,
      ),
  },
  requireProofAction: { access: "members", run: async ({ ctx }) => requireRecentProof(ctx()) },
  startAuthenticatorAction: { access: "members", run: ({ ctx }) => startAuthenticator(ctx()) },
  confirmAuthenticatorAction: {
    access: "members",
    endsWith: "credentials_invalid",
    run: ({ ctx }) => confirmAuthenticator(ctx(), "000000"),
  },
  removeAuthenticatorAction: { access: "members", run: ({ ctx }) => removeAuthenticator(ctx()) },
  createRecoveryCodesAction: {
    access: "members",
    endsWith: "validation_failed",
    run: ({ ctx }) => createRecoveryCodes(ctx()),
  },
  startPasskeyAction: { access: "members", run: ({ ctx }) => startPasskey(ctx()) },
  addPasskeyAction: { access: "members", run: ({ ctx }) => givePasskey(ctx()) },
  removePasskeyAction: {
    access: "members",
    endsWith: "not_found",
    run: ({ ctx }) => removePasskey(ctx(), newId()),
  },
};

/** Every server action of the app by name. A new one needs a row. */
export const ACTION_ROWS: Readonly<Record<string, ActionRow>> = {
  ...ACCOUNT_ACTIONS,
  ...FACTOR_ACTIONS,
  ...WORKSPACE_ACTIONS,
  ...FORM_ACTIONS,
  ...DESTINATION_ACTIONS,
};

/** Reads of pages that only owners may see. */
export const OWNER_READS: Readonly<Record<string, ActionRow>> = {
  listTokens: { access: "owners", run: ({ ctx }) => listTokens(ctx()) },
  listInvitations: { access: "owners", run: ({ ctx }) => listInvitations(ctx()) },
};
