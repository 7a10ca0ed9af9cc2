import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { confirmEmail } from "#lib/domain/accounts/confirm-email";
import { signUpInvited } from "#lib/domain/accounts/members/accept-invitation";
import { changePassword } from "#lib/domain/accounts/password";
import { getProofMethods, proveIdentity } from "#lib/domain/accounts/prove-identity";
import { disconnectProvider, listConnections } from "#lib/domain/accounts/providers/identities";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { authenticateSession } from "#lib/domain/accounts/sessions";
import { findLostSession } from "#lib/domain/accounts/switch-workspace";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { createAccount, PASSWORD, startSession } from "#tests/support/factories/account-factories";
import { callerAt, createWorkspace } from "#tests/support/factories/factories";
import { invite } from "#tests/support/factories/member-factories";
import { Browser, reasonOf, storeProvider } from "#tests/support/factories/provider-factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";
import { changeSettings } from "#tests/support/setup/change-settings";
import { OIDC_CLIENT, type Person, startOidcProvider } from "#tests/support/twins/oidc-provider";

const people = new Map<string, Person>();
const twin = await startOidcProvider(people);
afterAll(twin.stop);

const require = (isRequired: boolean) =>
  changeSettings({ oidc: { issuer: twin.issuer, ...OIDC_CLIENT, name: "Mill ID", isRequired } });

beforeEach(() => require(true));

const caller = () => callerAt(new Date(), new Browser().address);

/** Someone new who has signed up by the provider. */
async function createPerson() {
  const login = `person-${newId()}`;
  const email = `${login}@example.com`;
  people.set(login, { email, email_verified: true });
  const browser = new Browser();
  expect(await browser.comeBack(await twin.signIn(await browser.start(), login))).toBe("/inbox");
  const session = await browser.session();
  if (!session) throw new Error("the provider opens a session");
  return { login, email, browser, session };
}

/** A while after someone signed in. */
async function later(sessionId: string) {
  const createdAt = new Date(Date.now() - 20 * 60_000);
  await db().session.update({ where: { id: sessionId }, data: { createdAt, provenAt: null } });
  const session = await authenticateSession(sessionId, caller());
  if (!session) throw new Error("the session is open");
  return session;
}

test("nothing but the provider signs anyone in, up, or sets a password", async () => {
  const { user } = await createAccount();
  const attempts: [path: string, body: object][] = [
    ["sign-in", { email: user.email, password: PASSWORD }],
    ["sign-in", { email: user.email, password: "wrong" }],
    ["sign-up", { email: `new-${newId()}@example.com`, password: PASSWORD, workspaceName: "W" }],
    ["sign-in/passkey-options", {}],
  ];
  for (const [path, body] of attempts)
    errorOf(
      await callAccount("POST", `/api/account/${path}`, { body }),
      "provider_sign_in_required",
    );
  const rejection = { code: "provider_sign_in_required" };
  await expect(requestPasswordReset(user.email, caller())).rejects.toMatchObject(rejection);
  const { secret } = await invite(await createWorkspace());
  await expect(signUpInvited(secret, { password: PASSWORD }, caller())).rejects.toMatchObject(
    rejection,
  );
});

test("a reset link from before the switch sets no password", async () => {
  require(false);
  const account = await createAccount();
  await requestPasswordReset(account.user.email, caller());
  const secret = (await linkSecrets(account, account.user.email)).at(-1) ?? "";
  require(true);
  const reset = resetPassword(secret, "a new password of mine", caller());
  await expect(reset).rejects.toMatchObject({ code: "provider_sign_in_required" });
});

test("sessions that something else opened are closed, and open again without the switch", async () => {
  const account = await createAccount();
  const sessionId = await startSession(account);
  expect(await authenticateSession(sessionId, caller())).toBeNull();
  expect(await findLostSession(sessionId, caller())).toBeNull();
  require(false);
  expect(await authenticateSession(sessionId, caller())).not.toBeNull();
});

test("an account that isn't connected isn't joined by its address", async () => {
  const { user } = await createAccount();
  const login = `person-${newId()}`;
  people.set(login, { email: user.email, email_verified: true });
  const browser = new Browser();
  const location = await browser.comeBack(await twin.signIn(await browser.start(), login));
  expect(reasonOf(location)).toBe("sign_in_first");
  expect(await browser.session()).toBeNull();
});

test("a workspace's own provider opens nothing, and its members aren't held to it", async () => {
  const { session, browser } = await createPerson();
  const workspace = await createWorkspace();
  await storeProvider(workspace);
  const { code } = await db().signInProvider.update({
    where: { workspaceId: workspace.id },
    data: { isRequired: true },
  });
  expect(reasonOf(await new Browser().start({ code }))).toBe("provider_required");
  const { id: userId } = session.account.user;
  const data = { userId, workspaceId: workspace.id, role: "member", createdAt: new Date() };
  await db().membership.create({ data });
  const where = { id: session.sessionId };
  await db().session.update({ where, data: { workspaceId: workspace.id } });
  expect(await browser.session()).toMatchObject({ role: "member" });
});

test("the provider alone proves who someone is, and stays connected", async () => {
  const { session } = await createPerson();
  expect(await getProofMethods(session.ctx)).toMatchObject({
    asks: null,
    hasPasskey: false,
    provider: { name: "Mill ID" },
  });
  const rejection = { code: "provider_sign_in_required" };
  await expect(proveIdentity(session, { password: PASSWORD })).rejects.toMatchObject(rejection);
  await expect(disconnectProvider(session.ctx, null)).rejects.toMatchObject(rejection);
  const passwords = { currentPassword: PASSWORD, newPassword: "another long password" };
  await expect(changePassword(session.ctx, passwords, null)).rejects.toMatchObject(rejection);
  expect(await listConnections(session.ctx)).toEqual([]);
});

test("a recent sign-in replaces the password, to change the address and to delete the workspace", async () => {
  const { session } = await createPerson();
  const { ctx } = await later(session.sessionId);
  const email = `moved-${newId()}@example.com`;
  const rejection = { code: "reauthentication_required" };
  const given = { currentPassword: "" };
  await expect(requestEmailChange(ctx, { email, ...given })).rejects.toMatchObject(rejection);
  await expect(deleteWorkspace(ctx, given)).rejects.toMatchObject(rejection);
  await requestEmailChange(session.ctx, { email, ...given });
  // Someone who only has the link isn't the account's owner.
  const [secret = ""] = await linkSecrets({ id: ctx.workspaceId }, email);
  const confirmed = confirmEmail(secret, caller(), { password: PASSWORD });
  await expect(confirmed).rejects.toMatchObject({ code: "provider_sign_in_required" });
  await deleteWorkspace(session.ctx, given);
  expect(await db().user.count({ where: { id: session.account.user.id } })).toBe(0);
});
