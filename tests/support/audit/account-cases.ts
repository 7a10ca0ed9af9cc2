import { IdempotencyKey, newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { changeName } from "#lib/domain/accounts/change-name";
import { changeTimeZone } from "#lib/domain/accounts/change-time-zone";
import { confirmEmail, disownEmail } from "#lib/domain/accounts/confirm-email";
import { acceptInvitation, signUpInvited } from "#lib/domain/accounts/members/accept-invitation";
import {
  changeRole,
  leaveWorkspace,
  removeMember,
} from "#lib/domain/accounts/members/change-members";
import { inviteMember, revokeInvitation } from "#lib/domain/accounts/members/invite-member";
import { listInvitations } from "#lib/domain/accounts/members/list-members";
import { changePassword } from "#lib/domain/accounts/password";
import { finishProviderSignIn } from "#lib/domain/accounts/providers/finish-sign-in";
import { disconnectProvider } from "#lib/domain/accounts/providers/identities";
import { findInstallationProvider } from "#lib/domain/accounts/providers/provider";
import { startProviderSignIn } from "#lib/domain/accounts/providers/start-sign-in";
import {
  removeSignInProvider,
  saveSignInProvider,
} from "#lib/domain/accounts/providers/workspace-provider";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { SecondFactorRequired } from "#lib/domain/accounts/second-factor";
import { endOtherSessions, endOwnSession } from "#lib/domain/accounts/sessions";
import { finishSignIn, signIn } from "#lib/domain/accounts/sign-in";
import { signUp } from "#lib/domain/accounts/sign-up";
import { createWorkspace } from "#lib/domain/accounts/switch-workspace";
import { deleteWorkspace, updateWorkspace } from "#lib/domain/accounts/workspace";
import { saveBrand } from "#lib/domain/brand/brand";
import { type AccountCase, records, recordsAfter } from "#tests/support/audit/audit-case";
import {
  createAccount,
  PASSWORD,
  sessionOf,
  startSession,
} from "#tests/support/factories/account-factories";
import { BIRCH } from "#tests/support/factories/brand-factories";
import { codeAt } from "#tests/support/factories/factor-codes";
import { turnOnTwoStep } from "#tests/support/factories/factor-factories";
import { callerAt } from "#tests/support/factories/factories";
import { addMember, invite } from "#tests/support/factories/member-factories";
import {
  connectIdentity,
  storeProvider,
  UNREACHABLE_PROVIDER,
} from "#tests/support/factories/provider-factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";
import { PNG } from "#tests/support/factories/sample-files";
import { changeSettings } from "#tests/support/setup/change-settings";
import { startHostileIssuer } from "#tests/support/twins/hostile-issuer";
import { OIDC_CLIENT } from "#tests/support/twins/oidc-provider";

const caller = () => callerAt(new Date());
const newEmail = () => `other-${newId()}@example.com`;
const NEW_PASSWORD = "never-logged battery staple";

/** Verbs of lib/domain/accounts, called with an account that has a password. */
export const ACCOUNT_CASES: Readonly<Record<string, AccountCase>> = {
  signUp: records("account.created", () =>
    signUp(
      { email: `new-${newId()}@example.com`, password: NEW_PASSWORD, workspaceName: "Acme" },
      caller(),
    ),
  ),
  signIn: records("account.signed_in", ({ user }) =>
    signIn({ email: user.email, password: PASSWORD }, caller()),
  ),
  finishSignIn: recordsAfter("account.signed_in", async (account) => {
    const { secret } = await turnOnTwoStep(account);
    const input = { email: account.user.email, password: PASSWORD };
    const failure: unknown = await signIn(input, caller()).catch((cause: unknown) => cause);
    if (!(failure instanceof SecondFactorRequired)) throw failure;
    return () => finishSignIn(failure.pending, codeAt(secret, new Date()), caller());
  }),
  changePassword: records("account.password_changed", ({ ctx }) =>
    changePassword(ctx, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, null),
  ),
  resetPassword: recordsAfter("account.password_reset", async (account) => {
    await requestPasswordReset(account.user.email, caller());
    const [secret = ""] = await linkSecrets(account, account.user.email);
    return () => resetPassword(secret, NEW_PASSWORD, caller());
  }),
  confirmEmail: recordsAfter("account.email_changed", async (account) => {
    const email = newEmail();
    await requestEmailChange(account.ctx, { email, currentPassword: PASSWORD });
    const [secret = ""] = await linkSecrets(account, email);
    return () => confirmEmail(secret, caller(), { password: PASSWORD });
  }),
  disownEmail: recordsAfter("account.email_disowned", async (account) => {
    const email = newEmail();
    await requestEmailChange(account.ctx, { email, currentPassword: PASSWORD });
    const [secret = ""] = await linkSecrets(account, email);
    return () => disownEmail(secret, caller());
  }),
  changeName: records("account.name_changed", ({ ctx }) => changeName(ctx, "Grace Hopper")),
  changeTimeZone: records("account.time_zone_changed", ({ ctx }) =>
    changeTimeZone(ctx, "Asia/Tokyo"),
  ),
  endOtherSessions: recordsAfter("account.signed_out_everywhere", async (account) => {
    const kept = await startSession(account);
    await startSession(account);
    return () => endOtherSessions(account.ctx, kept);
  }),
  endOwnSession: recordsAfter("account.signed_out_everywhere", async (account) => {
    const sessionId = await startSession(account);
    return () => endOwnSession(account.ctx, sessionId);
  }),
  saveBrand: records("workspace.brand_saved", ({ ctx }) =>
    saveBrand(ctx, { ...BIRCH, revision: null }, new Uint8Array(PNG)),
  ),
  finishProviderSignIn: recordsAfter("account.signed_in", async ({ user }) => {
    const { issuer, sendBack, stop } = await startHostileIssuer();
    changeSettings({ oidc: { issuer, ...OIDC_CLIENT, name: "Mill ID", isRequired: false } });
    const provider = findInstallationProvider();
    if (!provider) throw new Error("the settings have a provider");
    await connectIdentity(user, issuer);
    const start = { next: "/", connects: null, invitation: null, isFresh: false };
    const { url, flow } = await startProviderSignIn(provider, start, caller());
    const { search } = new URL(sendBack(url));
    const returned = { workspaceId: null, search, flow, sessionId: null, device: null };
    return () => finishProviderSignIn(returned, caller()).finally(() => stop());
  }),
  saveSignInProvider: recordsAfter("workspace.sign_in_saved", async ({ ctx }) => {
    const { issuer, port, stop } = await startHostileIssuer();
    // The client that calls it has this very set.
    settings().webhookAllowedHosts.add(`localhost:${port}`);
    return () => saveSignInProvider(ctx, { ...UNREACHABLE_PROVIDER, issuer }).finally(() => stop());
  }),
  removeSignInProvider: recordsAfter("workspace.sign_in_removed", async (account) => {
    await storeProvider(account);
    return () => removeSignInProvider(account.ctx);
  }),
  disconnectProvider: recordsAfter("account.identity_removed", async ({ ctx, user }) => {
    await connectIdentity(user, "https://id.example.com");
    return () => disconnectProvider(ctx, null);
  }),
  updateWorkspace: records("workspace.updated", ({ ctx }) =>
    updateWorkspace(ctx, { name: "Other name" }),
  ),
  deleteWorkspace: records("workspace.deleted", ({ ctx }) =>
    deleteWorkspace(ctx, { currentPassword: PASSWORD }),
  ),
};

/** Verbs that change who belongs to a workspace, and in which role. */
export const MEMBER_CASES: Readonly<Record<string, AccountCase>> = {
  inviteMember: records("member.invited", ({ ctx }) =>
    inviteMember(ctx, { email: "bob@example.com", role: "member" }),
  ),
  revokeInvitation: recordsAfter("member.invitation_revoked", async (workspace) => {
    await invite(workspace);
    const [invitation] = await listInvitations(workspace.ctx);
    return () => revokeInvitation(workspace.ctx, invitation?.id ?? "");
  }),
  acceptInvitation: recordsAfter("member.joined", async (workspace) => {
    const account = await createAccount();
    const { secret } = await invite(workspace, { email: account.user.email });
    const session = await sessionOf(account);
    return () => acceptInvitation(secret, session, callerAt(account.ctx.now));
  }),
  signUpInvited: recordsAfter("member.joined", async (workspace) => {
    const { secret } = await invite(workspace);
    return () => signUpInvited(secret, { password: NEW_PASSWORD }, callerAt(new Date()));
  }),
  createWorkspace: recordsAfter("workspace.created", async () => {
    const session = await sessionOf(await createAccount());
    const key = IdempotencyKey.parse(newId());
    return () => createWorkspace(session, { name: "Second" }, key, callerAt(new Date()));
  }),
  changeRole: recordsAfter("member.role_changed", async (workspace) => {
    const { user } = await addMember(workspace, "owner");
    const choice = { role: "member", revokeTokens: true } as const;
    return () => changeRole(workspace.ctx, user.id, choice);
  }),
  removeMember: recordsAfter("member.removed", async (workspace) => {
    const { user } = await addMember(workspace, "member");
    return () => removeMember(workspace.ctx, user.id, { revokeTokens: true });
  }),
  leaveWorkspace: recordsAfter("member.left", async (workspace) => {
    const { ctx } = await addMember(workspace, "member");
    return () => leaveWorkspace(ctx, { revokeTokens: true });
  }),
};
