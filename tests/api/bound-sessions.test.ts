import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { changeName } from "#lib/domain/accounts/change-name";
import { changeTimeZone } from "#lib/domain/accounts/change-time-zone";
import {
  confirmAuthenticator,
  createRecoveryCodes,
  getTwoStep,
  removeAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import { listPasskeys, removePasskey, startPasskey } from "#lib/domain/accounts/factors/passkeys";
import { acceptInvitation } from "#lib/domain/accounts/members/accept-invitation";
import { changePassword } from "#lib/domain/accounts/password";
import { proveIdentity, startProof } from "#lib/domain/accounts/prove-identity";
import { disconnectProvider, listConnections } from "#lib/domain/accounts/providers/identities";
import { requestPasswordReset } from "#lib/domain/accounts/reset-password";
import {
  authenticateSession,
  createSession,
  endOtherSessions,
  endOwnSession,
  listSessions,
} from "#lib/domain/accounts/sessions";
import { createWorkspace as createAnother } from "#lib/domain/accounts/switch-workspace";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { listCapturedEmails } from "#lib/domain/emails/captured-emails";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { sendTestEmail } from "#lib/entry/operations/send-test-email";
import { createAccount, PASSWORD, sessionOf } from "#tests/support/factories/account-factories";
import { callerAt, createWorkspace } from "#tests/support/factories/factories";
import { invite } from "#tests/support/factories/member-factories";
import { storeProvider } from "#tests/support/factories/provider-factories";
import { changeSettings } from "#tests/support/setup/change-settings";

/** An owner in a session that the workspace's provider opened, whoever the provider said they are. */
async function createBound() {
  const workspace = await createAccount();
  const { id: workspaceId, user } = workspace;
  await storeProvider(workspace);
  const owner = { userId: user.id, workspaceId };
  const id = await createSession(db(), owner, null, new Date(), { method: "workspace_provider" });
  const session = await authenticateSession(id, callerAt(new Date()));
  if (!session) throw new Error("the session is open");
  return { workspace, session };
}

type Bound = Awaited<ReturnType<typeof createBound>>;

/** Everything about the account itself, which no workspace's provider may reach. */
const ACCOUNT_VERBS: Readonly<Record<string, (ctx: Context, bound: Bound) => Promise<unknown>>> = {
  changeName: (ctx) => changeName(ctx, "Eve"),
  changeTimeZone: (ctx) => changeTimeZone(ctx, "Asia/Tokyo"),
  changeEmail: (ctx) =>
    requestEmailChange(ctx, { email: "eve@example.com", currentPassword: PASSWORD }),
  changePassword: (ctx) =>
    changePassword(ctx, { currentPassword: PASSWORD, newPassword: "another long password" }, null),
  listPasskeys: (ctx) => listPasskeys(ctx),
  startPasskey: (ctx) => startPasskey(ctx),
  removePasskey: (ctx) => removePasskey(ctx, newId()),
  getTwoStep: (ctx) => getTwoStep(ctx),
  startAuthenticator: (ctx) => startAuthenticator(ctx),
  confirmAuthenticator: (ctx) => confirmAuthenticator(ctx, "000000"),
  removeAuthenticator: (ctx) => removeAuthenticator(ctx),
  createRecoveryCodes: (ctx) => createRecoveryCodes(ctx),
  listSessions: (ctx) => listSessions(ctx),
  endOwnSession: (ctx) => endOwnSession(ctx, newId()),
  endOtherSessions: (ctx) => endOtherSessions(ctx, newId()),
  listConnections: (ctx) => listConnections(ctx),
  disconnectProvider: (ctx) => disconnectProvider(ctx, null),
  proveByPassword: (_, { session }) => proveIdentity(session, { password: PASSWORD }),
  startProof: (ctx) => startProof(ctx),
  createWorkspace: (_, { session }) =>
    createAnother(
      session,
      { name: "Another" },
      IdempotencyKey.parse(newId()),
      callerAt(new Date()),
    ),
  deleteWorkspace: (ctx) => deleteWorkspace(ctx, { currentPassword: PASSWORD }),
  sendTestEmail: (ctx) => sendTestEmail(ctx),
  acceptInvitation: async (_, { session, workspace }) => {
    const other = await createWorkspace();
    const { secret } = await invite(other, { email: workspace.user.email });
    return acceptInvitation(secret, session, callerAt(new Date()));
  },
};

test.each(Object.entries(ACCOUNT_VERBS))(
  "%s isn't for a session that a workspace's provider opened",
  async (_, run) => {
    const bound = await createBound();
    const before = await db().user.findUniqueOrThrow({ where: { id: bound.workspace.user.id } });
    const ran = run(bound.session.ctx, bound);
    await expect(ran).rejects.toMatchObject({ code: "own_sign_in_required" });
    expect(await db().user.findUniqueOrThrow({ where: { id: before.id } })).toEqual(before);
    expect(await db().membership.count({ where: { userId: before.id } })).toBe(1);
  },
);

test("it reads no captured email that opens the account", async () => {
  const { workspace, session } = await createBound();
  await requestPasswordReset(workspace.user.email, callerAt(new Date(), "192.0.2.77"));
  await drainOutbox();
  const query = { limit: 50, kind: "account" } as const;
  expect((await listCapturedEmails(session.ctx, query)).data).toEqual([]);
  const own = await sessionOf(workspace);
  expect((await listCapturedEmails(own.ctx, query)).data).toHaveLength(1);
});

test("it's no operator's, even with an operator's address", async () => {
  const { workspace, session } = await createBound();
  changeSettings({ operatorEmails: [workspace.user.email] });
  expect((await sessionOf(workspace)).isOperator).toBe(true);
  const again = await authenticateSession(session.sessionId, callerAt(new Date()));
  expect(again?.isOperator).toBe(false);
});

test("it ends with its provider, and makes no browser known to the account", async () => {
  const { workspace, session } = await createBound();
  expect(await db().knownBrowser.count({ where: { userId: workspace.user.id } })).toBe(0);
  await db().signInProvider.deleteMany({ where: { workspaceId: workspace.id } });
  expect(await authenticateSession(session.sessionId, callerAt(new Date()))).toBeNull();
});
