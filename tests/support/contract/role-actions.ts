import { requireRecentProof } from "#lib/core/context";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { changeName } from "#lib/domain/accounts/change-name";
import { changeTimeZone } from "#lib/domain/accounts/change-time-zone";
import { confirmEmail, disownEmail } from "#lib/domain/accounts/confirm-email";
import {
  confirmAuthenticator,
  createRecoveryCodes,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import { removePasskey, startPasskey } from "#lib/domain/accounts/factors/passkeys";
import { acceptInvitation, signUpInvited } from "#lib/domain/accounts/members/accept-invitation";
import {
  changeRole,
  leaveWorkspace,
  removeMember,
} from "#lib/domain/accounts/members/change-members";
import { inviteMember, revokeInvitation } from "#lib/domain/accounts/members/invite-member";
import { listInvitations } from "#lib/domain/accounts/members/list-members";
import { changePassword } from "#lib/domain/accounts/password";
import { disconnectProvider } from "#lib/domain/accounts/providers/identities";
import {
  removeSignInProvider,
  saveSignInProvider,
} from "#lib/domain/accounts/providers/workspace-provider";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { endOtherSessions, endOwnSession, endSession } from "#lib/domain/accounts/sessions";
import { finishSignIn, signIn } from "#lib/domain/accounts/sign-in";
import { signUp } from "#lib/domain/accounts/sign-up";
import { createWorkspace } from "#lib/domain/accounts/switch-workspace";
import { resendVerification } from "#lib/domain/accounts/verify-email";
import { deleteWorkspace, updateWorkspace } from "#lib/domain/accounts/workspace";
import { saveBrand } from "#lib/domain/brand/brand";
import { simulateBounce } from "#lib/domain/emails/report-email";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { findPerson } from "#lib/domain/submissions/person/find-person";
import { erasePerson } from "#lib/domain/submissions/person/person-data";
import { sendTestEmail } from "#lib/entry/operations/send-test-email";
import { VERB_CASES } from "#tests/support/audit/verb-cases";
import { as, FORM_ACTIONS } from "#tests/support/contract/role-form-actions";
import { type ActionRow, actions, actionsById } from "#tests/support/contract/role-world";
import { PASSWORD } from "#tests/support/factories/account-factories";
import { BIRCH } from "#tests/support/factories/brand-factories";
import { givePasskey } from "#tests/support/factories/factor-factories";
import { invite } from "#tests/support/factories/member-factories";
import { UNREACHABLE_PROVIDER } from "#tests/support/factories/provider-factories";

const newAddress = () => `new-${newId()}@example.com`;
/** Of the message in the world. */
const SENDER = { email: "ada@example.com" };
const KEEP = { revokeTokens: false };

/** Every server action of the app by name. A new one needs a row. */
export const ACTION_ROWS: Readonly<Record<string, ActionRow>> = {
  ...FORM_ACTIONS,
  ...actions("anyone", null, {
    signUpAction: ({ caller }) =>
      signUp({ email: newAddress(), password: PASSWORD, workspaceName: "New" }, caller),
    requestResetAction: ({ caller }) => requestPasswordReset(newAddress(), caller),
    signOutAction: () => endSession(newId()),
    changeAccountAction: () => endSession(newId()),
    signInAgainAction: () => endSession(newId()),
    signUpInvitedAction: async ({ workspace, caller }) =>
      signUpInvited((await invite(workspace)).secret, { password: PASSWORD }, caller),
  }),
  ...actions("anyone", "credentials_invalid", {
    signInAction: ({ caller }) => signIn({ email: newAddress(), password: PASSWORD }, caller),
  }),
  ...actions("anyone", "not_found", {
    resetPasswordAction: ({ caller }) => resetPassword("unknown", PASSWORD, caller),
    confirmEmailAction: ({ caller }) => confirmEmail("unknown", caller, { password: PASSWORD }),
    disownEmailAction: ({ caller }) => disownEmail("unknown", caller),
  }),
  ...actions("anyone", "second_factor_required", {
    finishSignInAction: ({ caller }) =>
      finishSignIn(
        { userId: newId(), passwordKey: "unknown", startedAt: caller.now.getTime() },
        "000000",
        caller,
      ),
  }),
  ...actions("members", null, {
    createWorkspaceAction: ({ session, caller }) =>
      createWorkspace(session(), { name: "New" }, IdempotencyKey.parse(newId()), caller),
    resendVerificationAction: ({ ctx }) => resendVerification(ctx()),
    changePasswordAction: ({ ctx }) =>
      changePassword(ctx(), { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` }, null),
    changeEmailAction: ({ ctx }) =>
      requestEmailChange(ctx(), { email: newAddress(), currentPassword: PASSWORD }),
    changeNameAction: ({ ctx }) => changeName(ctx(), "Ada Lovelace"),
    changeTimeZoneAction: ({ ctx }) => changeTimeZone(ctx(), "Asia/Tokyo"),
    endSessionAction: ({ ctx }) => endOwnSession(ctx(), newId()),
    endOtherSessionsAction: ({ ctx, session }) => endOtherSessions(ctx(), session().sessionId),
    requireProofAction: async ({ ctx }) => requireRecentProof(ctx()),
    startAuthenticatorAction: ({ ctx }) => startAuthenticator(ctx()),
    removeAuthenticatorAction: ({ ctx }) => removeAuthenticator(ctx()),
    startPasskeyAction: ({ ctx }) => startPasskey(ctx()),
    addPasskeyAction: ({ ctx }) => givePasskey(ctx()),
    leaveWorkspaceAction: ({ ctx }) => leaveWorkspace(ctx(), KEEP),
    addRecipientAction: ({ ctx }) => addRecipient(ctx(), { email: newAddress() }),
    findPersonAction: ({ ctx }) => findPerson(ctx(), SENDER),
    erasePersonAction: ({ ctx }) => erasePerson(ctx(), SENDER),
  }),
  ...actions("members", "credentials_invalid", {
    confirmAuthenticatorAction: ({ ctx }) => confirmAuthenticator(ctx(), "000000"),
  }),
  ...actions("owners", "validation_failed", {
    // No one is reached there.
    saveSignInProviderAction: ({ ctx }) => saveSignInProvider(ctx(), UNREACHABLE_PROVIDER),
  }),
  ...actions("members", "not_found", {
    disconnectProviderAction: ({ ctx }) => disconnectProvider(ctx(), null),
    // They belong to the workspace already, and the address of the invitation is another one.
    acceptInvitationAction: async ({ workspace, session, caller }) =>
      acceptInvitation((await invite(workspace)).secret, session(), caller),
    removePasskeyAction: ({ ctx }) => removePasskey(ctx(), newId()),
    simulateBounceAction: ({ ctx }) => simulateBounce(ctx(), newId()),
    // Members who aren't operators don't learn that it exists.
    sendTestEmailAction: ({ ctx }) => sendTestEmail(ctx()),
  }),
  ...actions("members", "validation_failed", {
    createRecoveryCodesAction: ({ ctx }) => createRecoveryCodes(ctx()),
  }),
  ...actions("owners", null, {
    removeSignInProviderAction: ({ ctx }) => removeSignInProvider(ctx()),
    saveBrandAction: ({ ctx }) => saveBrand(ctx(), { ...BIRCH, revision: null }, "keep"),
    renameWorkspaceAction: ({ ctx }) => updateWorkspace(ctx(), { name: "Renamed" }),
    switchPlanAction: ({ ctx }) => updateWorkspace(ctx(), { plan: "team" }),
    deleteWorkspaceAction: ({ ctx }) => deleteWorkspace(ctx(), { currentPassword: PASSWORD }),
    createTokenAction: as(VERB_CASES.createToken),
    decideAction: as(VERB_CASES.connectApp),
    inviteMemberAction: ({ ctx }) => inviteMember(ctx(), { email: newAddress(), role: "member" }),
  }),
  ...actionsById(null, {
    removeRecipientAction: as(VERB_CASES.removeRecipient),
  }),
  ...actionsById(
    null,
    {
      revokeTokenAction: as(VERB_CASES.revokeToken),
      disconnectAppAction: as(VERB_CASES.disconnectApp),
      revokeInvitationAction: async ({ workspace, ctx }) => {
        await invite(workspace);
        const [open] = await listInvitations(workspace.ctx);
        await revokeInvitation(ctx(), open?.id ?? "");
      },
      changeRoleAction: ({ other, ctx }) =>
        changeRole(ctx(), other.user.id, { role: "owner", ...KEEP }),
      removeMemberAction: ({ other, ctx }) => removeMember(ctx(), other.user.id, KEEP),
    },
    "owners",
  ),
};
