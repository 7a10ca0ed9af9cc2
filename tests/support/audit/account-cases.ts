import { confirmEmail, requestEmailChange } from "#lib/accounts/change-email";
import { changeName } from "#lib/accounts/change-name";
import { changePassword } from "#lib/accounts/password";
import { requestPasswordReset, resetPassword } from "#lib/accounts/reset-password";
import { SecondFactorRequired } from "#lib/accounts/second-factor";
import { createSession, endOtherSessions, endOwnSession } from "#lib/accounts/sessions";
import { finishSignIn, signIn } from "#lib/accounts/sign-in";
import { signUp } from "#lib/accounts/sign-up";
import { deleteWorkspace, updateWorkspace } from "#lib/accounts/workspace";
import type { AuditAction } from "#lib/audit/schema";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { resetDemo } from "#lib/demo/seed-demo";
import { tryDemo } from "#lib/demo/try-demo";
import { PASSWORD } from "#tests/support/factories/account-factories";
import { codeAt } from "#tests/support/factories/factor-codes";
import { turnOnTwoStep } from "#tests/support/factories/factor-factories";
import { callerAt, type Workspace } from "#tests/support/factories/factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";
import { changeSettings } from "#tests/support/setup/change-settings";

export type AccountCase = {
  action: AuditAction;
  prepare: (account: Workspace) => Promise<() => Promise<unknown>> | (() => Promise<unknown>);
};

const caller = () => callerAt(new Date());
const newEmail = () => `other-${newId()}@example.com`;
const NEW_PASSWORD = "never-logged battery staple";

/** Verbs of lib/accounts, called with an account that has a password. */
export const ACCOUNT_CASES: Readonly<Record<string, AccountCase>> = {
  signUp: {
    action: "account.created",
    prepare: () => () =>
      signUp(
        { email: `new-${newId()}@example.com`, password: NEW_PASSWORD, workspaceName: "Acme" },
        caller(),
      ),
  },
  tryDemo: {
    action: "account.signed_in",
    prepare: async () => {
      changeSettings({ demo: "reset" });
      await resetDemo(new Date());
      return () => tryDemo(caller(), null);
    },
  },
  signIn: {
    action: "account.signed_in",
    prepare:
      ({ user }) =>
      () =>
        signIn({ email: user.email, password: PASSWORD }, caller()),
  },
  finishSignIn: {
    action: "account.signed_in",
    prepare: async (account) => {
      const { secret } = await turnOnTwoStep(account);
      const input = { email: account.user.email, password: PASSWORD };
      const failure: unknown = await signIn(input, caller()).catch((cause: unknown) => cause);
      if (!(failure instanceof SecondFactorRequired)) throw failure;
      return () => finishSignIn(failure.pending, codeAt(secret, new Date()), caller());
    },
  },
  changePassword: {
    action: "account.password_changed",
    prepare:
      ({ ctx }) =>
      () =>
        changePassword(ctx, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, null),
  },
  resetPassword: {
    action: "account.password_reset",
    prepare: async (account) => {
      await requestPasswordReset(account.user.email, caller());
      const [secret = ""] = await linkSecrets(account, account.user.email);
      return () => resetPassword(secret, NEW_PASSWORD, caller());
    },
  },
  confirmEmail: {
    action: "account.email_changed",
    prepare: async (account) => {
      const email = newEmail();
      await requestEmailChange(account.ctx, { email, currentPassword: PASSWORD });
      const [secret = ""] = await linkSecrets(account, email);
      return () => confirmEmail(secret, caller());
    },
  },
  changeName: {
    action: "account.name_changed",
    prepare:
      ({ ctx }) =>
      () =>
        changeName(ctx, "Grace Hopper"),
  },
  endOtherSessions: {
    action: "account.signed_out_everywhere",
    prepare: async ({ id, ctx, user }) => {
      const owner = { userId: user.id, workspaceId: id };
      const kept = await createSession(db(), owner, null, ctx.now);
      await createSession(db(), owner, null, ctx.now);
      return () => endOtherSessions(ctx, kept);
    },
  },
  endOwnSession: {
    action: "account.signed_out_everywhere",
    prepare: async ({ id, ctx, user }) => {
      const owner = { userId: user.id, workspaceId: id };
      const sessionId = await createSession(db(), owner, null, ctx.now);
      return () => endOwnSession(ctx, sessionId);
    },
  },
  updateWorkspace: {
    action: "workspace.updated",
    prepare:
      ({ ctx }) =>
      () =>
        updateWorkspace(ctx, { name: "Other name", plan: "team" }),
  },
  deleteWorkspace: {
    action: "workspace.deleted",
    prepare:
      ({ ctx }) =>
      () =>
        deleteWorkspace(ctx, { currentPassword: PASSWORD }),
  },
};
