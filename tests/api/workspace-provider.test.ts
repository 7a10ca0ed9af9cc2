import { afterAll, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import {
  changeRole,
  leaveWorkspace,
  removeMember,
} from "#lib/domain/accounts/members/change-members";
import { disconnectProvider } from "#lib/domain/accounts/providers/identities";
import {
  getSignInProvider,
  removeSignInProvider,
} from "#lib/domain/accounts/providers/workspace-provider";
import { authenticateSession } from "#lib/domain/accounts/sessions";
import { findLostSession, switchWorkspace } from "#lib/domain/accounts/switch-workspace";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { cookieName, sealSession, unsealSession } from "#lib/entry/account/cookie";
import {
  createAccount,
  PASSWORD,
  sessionOf,
  startSession,
} from "#tests/support/factories/account-factories";
import { callerAt, createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { addMember, invite, joinWorkspace } from "#tests/support/factories/member-factories";
import { Browser, giveProvider, reasonOf } from "#tests/support/factories/provider-factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { type Person, startOidcProvider } from "#tests/support/twins/oidc-provider";

const people = new Map<string, Person>();
const twin = await startOidcProvider(people);
afterAll(twin.stop);
process.env.WEBHOOK_ALLOWED_HOSTS = `localhost:${twin.port}`;

function addPerson(email = `person-${newId()}@example.com`): { login: string; email: string } {
  const login = `login-${newId()}`;
  people.set(login, { email, email_verified: true });
  return { login, email };
}

async function signIn(browser: Browser, login: string, query: Record<string, string>) {
  return browser.comeBack(await twin.signIn(await browser.start(query), login));
}

const provided =
  (changes = {}) =>
  async (workspace: Workspace) => ({
    workspace,
    code: await giveProvider(workspace, twin.issuer, changes),
  });
const createProvided = async (changes = {}) => provided(changes)(await createWorkspace());

/** A browser with a session of a user by their own means. */
async function browserOf(workspace: Workspace, at = new Date()): Promise<Browser> {
  const browser = new Browser();
  browser.jar.set(cookieName(), await sealSession(await startSession(workspace, at)));
  return browser;
}

/** A member who is connected to the workspace's provider, signed in by it. */
async function createBound(role: "owner" | "member" = "member") {
  const { workspace, code } = await createProvided();
  const { login, email } = addPerson();
  const member = await addMember(workspace, role, email);
  await signIn(await browserOf(member), login, { code, connect: "stay" });
  const browser = new Browser();
  expect(await signIn(browser, login, { code })).toBe("/inbox");
  const session = await browser.session();
  if (!session) throw new Error("the provider opens a session");
  return { workspace, code, member, login, browser, session };
}

test("an invited person signs in by the workspace's provider, without a password, as their invitation says", async () => {
  const { workspace, code } = await createProvided();
  const { login, email } = addPerson();
  expect(reasonOf(await signIn(new Browser(), login, { code }))).toBe("not_invited");
  await invite(workspace, { email, role: "owner" });
  const browser = new Browser();
  expect(await signIn(browser, login, { code })).toBe("/inbox");
  const session = await browser.session();
  expect(session?.account).toMatchObject({ user: { email }, workspace: { id: workspace.id } });
  // The workspace's provider alone verifies no address.
  expect(session).toMatchObject({ role: "owner", isBound: true, isVerified: false });
  expect(await db().recipient.count({ where: { workspaceId: workspace.id } })).toBe(0);
  const actions = await db().auditEntry.findMany({ where: { workspaceId: workspace.id } });
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["workspace.sign_in_saved", "member.joined", "account.signed_in"]),
  );
});

test("people without an invitation become members where the owner turned that on", async () => {
  const { workspace, code } = await createProvided({ admitsNew: true });
  const { login } = addPerson();
  const browser = new Browser();
  expect(await signIn(browser, login, { code })).toBe("/inbox");
  expect(await browser.session()).toMatchObject({ role: "member" });
  changeSettings({ signUp: "closed" });
  expect(reasonOf(await signIn(new Browser(), addPerson().login, { code }))).toBe("sign_up_closed");
  expect(await db().membership.count({ where: { workspaceId: workspace.id } })).toBe(2);
});

test("a workspace's provider opens no account that exists, whoever it says someone is", async () => {
  const victim = await createAccount();
  for (const admitsNew of [false, true]) {
    const { code } = await createProvided({ admitsNew });
    const { login } = addPerson(victim.user.email);
    const browser = new Browser();
    expect(reasonOf(await signIn(browser, login, { code }))).toBe("sign_in_first");
    expect(await browser.session()).toBeNull();
    // Nor from the victim's own browser: they don't belong to that workspace.
    const own = await browserOf(victim);
    expect(reasonOf(await signIn(own, login, { code, connect: "1" }))).toBe("not_invited");
    expect(await own.session()).toMatchObject({ isBound: false });
  }
  const { id: userId } = victim.user;
  expect(await db().workspaceIdentity.count({ where: { userId } })).toBe(0);
});

test("what one workspace's provider says counts in no other, even with the same issuer", async () => {
  const { member, login } = await createBound();
  const other = await createProvided();
  await joinWorkspace(member, other.workspace);
  const browser = new Browser();
  expect(reasonOf(await signIn(browser, login, { code: other.code }))).toBe("sign_in_first");
  expect(await browser.session()).toBeNull();
});

test("a flow of one provider ends at no other one's address", async () => {
  const { code, login } = await createBound();
  const other = await createProvided();
  const browser = new Browser();
  const back = await twin.signIn(await browser.start({ code }), login);
  const elsewhere = back.replace(/callback\/[^?]+/, `callback/${other.workspace.id}`);
  expect(reasonOf(await browser.comeBack(elsewhere))).toBe("expired");
  const installation = back.replace(/callback\/[^?]+/, "callback");
  expect(reasonOf(await browser.comeBack(installation))).toBe("expired");
  expect(await browser.session()).toBeNull();
});

test("a session by a workspace's provider sees no other workspace, and can't be moved to one", async () => {
  const { member, session } = await createBound();
  const other = await createWorkspace();
  await joinWorkspace(member, other);
  const again = await authenticateSession(session.sessionId, callerAt(new Date()));
  expect(again?.workspaces.map(({ id }) => id)).toEqual([session.account.workspace.id]);
  const moved = switchWorkspace(session.sessionId, other.id, callerAt(new Date()));
  await expect(moved).rejects.toMatchObject({ code: "own_sign_in_required" });
  await db().membership.deleteMany({
    where: { userId: member.user.id, workspaceId: session.account.workspace.id },
  });
  const lost = await findLostSession(session.sessionId, callerAt(new Date()));
  expect(lost).toMatchObject({ workspaces: [], provider: null });
});

test("leaving the workspace ends what its provider opened, and moves the user's own sessions", async () => {
  const { member, session, browser } = await createBound();
  const own = await browserOf(member);
  await leaveWorkspace(session.ctx, { revokeTokens: false });
  expect(await browser.session()).toBeNull();
  expect(await own.session()).toMatchObject({ isBound: false });
  expect(await db().workspaceIdentity.count({ where: { userId: member.user.id } })).toBe(0);
});

test("a removed member doesn't come back by the provider", async () => {
  const { workspace, member, login, code, browser } = await createBound();
  await removeMember(workspace.ctx, member.user.id, { revokeTokens: false });
  expect(await browser.session()).toBeNull();
  expect(reasonOf(await signIn(new Browser(), login, { code }))).toBe("sign_in_first");
});

test("members of a workspace that requires its provider sign in by it; owners need not", async () => {
  const { workspace, code } = await createProvided();
  const early = giveProvider(workspace, twin.issuer, { isRequired: true });
  await expect(early).rejects.toMatchObject({ details: [{ path: "isRequired" }] });
  const owner = addPerson(workspace.user.email);
  await signIn(await browserOf(workspace), owner.login, { code, connect: "stay" });
  await giveProvider(workspace, twin.issuer, { isRequired: true });
  expect(await (await browserOf(workspace)).session()).toMatchObject({ role: "owner" });

  const { login, email } = addPerson();
  const member = await addMember(workspace, "member", email);
  const browser = await browserOf(member);
  expect(await browser.session()).toBeNull();
  const sessionId = (await unsealSession(browser.jar.get(cookieName()))) ?? "";
  const lost = await findLostSession(sessionId, callerAt(new Date()));
  expect(lost?.provider).toEqual({ code, name: "Mill ID" });
  // They signed in here a moment ago, so that the provider is connected on the way.
  expect(await signIn(browser, login, { code, connect: "1" })).toBe("/inbox");
  expect(await browser.session()).toMatchObject({ isBound: true, role: "member" });

  await changeRole(workspace.ctx, member.user.id, { role: "owner", revokeTokens: false });
  expect(await (await browserOf(member)).session()).toMatchObject({ role: "owner" });
});

test("another issuer, or none, ends what the earlier one opened", async () => {
  const { workspace, member, browser } = await createBound();
  await removeSignInProvider(workspace.ctx);
  expect(await browser.session()).toBeNull();
  expect(await db().workspaceIdentity.count({ where: { userId: member.user.id } })).toBe(0);
  expect(await getSignInProvider(workspace.ctx)).toMatchObject({ saved: null, signInUrl: null });
});

test("a disconnected provider no longer opens the workspace", async () => {
  const { workspace, member, browser, login, code } = await createBound();
  const { ctx } = await sessionOf(member);
  await disconnectProvider(ctx, workspace.id);
  expect(await browser.session()).toBeNull();
  expect(reasonOf(await signIn(new Browser(), login, { code }))).toBe("sign_in_first");
});

test("a deleted workspace leaves nothing of its provider", async () => {
  const workspace = await createAccount();
  const code = await giveProvider(workspace, twin.issuer, { admitsNew: true });
  const { login, email } = addPerson();
  await signIn(new Browser(), login, { code });
  await deleteWorkspace(workspace.ctx, { currentPassword: PASSWORD });
  const where = { workspaceId: workspace.id };
  expect(await db().signInProvider.count({ where })).toBe(0);
  expect(await db().workspaceIdentity.count({ where: { email } })).toBe(0);
  expect(reasonOf(await new Browser().start({ code }))).toBe("unknown");
});
