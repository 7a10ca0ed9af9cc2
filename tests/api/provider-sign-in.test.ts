import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { disconnectProvider, listConnections } from "#lib/domain/accounts/providers/identities";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { listSessions } from "#lib/domain/accounts/sessions";
import { cookieName, sealSession } from "#lib/entry/account/cookie";
import { createAccount, sessionOf, startSession } from "#tests/support/factories/account-factories";
import { callerAt } from "#tests/support/factories/factories";
import { Browser, reasonOf } from "#tests/support/factories/provider-factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";
import { changeSettings } from "#tests/support/setup/change-settings";
import { OIDC_CLIENT, type Person, startOidcProvider } from "#tests/support/twins/oidc-provider";

const people = new Map<string, Person>();
const twin = await startOidcProvider(people);
afterAll(twin.stop);

beforeEach(() => {
  changeSettings({
    oidc: { issuer: twin.issuer, ...OIDC_CLIENT, name: "Mill ID", isRequired: false },
  });
});

/** Someone whom the provider knows. */
function addPerson(person: Person = {}): { login: string; email: string } {
  const login = `person-${newId()}`;
  const email = `${login}@example.com`;
  people.set(login, { email, email_verified: true, name: "Ada Lovelace", ...person });
  return { login, email };
}

async function signIn(browser: Browser, login: string, query: Record<string, string> = {}) {
  return browser.comeBack(await twin.signIn(await browser.start(query), login));
}

/** A browser in which an account of the service is signed in. */
async function signedInBrowser(email: string) {
  const account = await createAccount();
  await db().user.update({ where: { id: account.user.id }, data: { email, emailKey: email } });
  const browser = new Browser();
  const sessionId = await startSession(account);
  browser.jar.set(cookieName(), await sealSession(sessionId));
  return { account, browser };
}

test("someone new signs up with a verified address, and signs in again as the same person", async () => {
  const { login, email } = addPerson();
  const browser = new Browser();
  expect(await signIn(browser, login)).toBe("/inbox");
  const first = await browser.session();
  expect(first?.account.user.email).toBe(email);
  expect(first).toMatchObject({ isVerified: true, isBound: false, userName: "Ada Lovelace" });
  // Who they are doesn't depend on the address.
  people.set(login, { email: `other-${newId()}@example.com`, email_verified: false });
  const other = new Browser();
  expect(await signIn(other, login)).toBe("/inbox");
  const second = await other.session();
  expect(second?.account.user).toEqual(first?.account.user);
  const methods = second ? (await listSessions(second.ctx)).map(({ method }) => method) : [];
  expect(methods).toEqual(["provider", "provider"]);
});

test.each<[Person, string]>([
  [{ email_verified: false }, "address_unverified"],
  [{ email_verified: undefined } as unknown as Person, "address_unverified"],
  [{ email: "not an address" }, "address_missing"],
])("an address that isn't verified, or none, creates no account: %j", async (person, reason) => {
  const { login, email } = addPerson(person);
  const browser = new Browser();
  expect(reasonOf(await signIn(browser, login))).toBe(reason);
  expect(await browser.session()).toBeNull();
  expect(await db().user.count({ where: { emailKey: email } })).toBe(0);
});

test("an account that exists is connected only after a sign-in here", async () => {
  const { login, email } = addPerson();
  const { account, browser } = await signedInBrowser(email);
  const stranger = new Browser();
  expect(reasonOf(await signIn(stranger, login))).toBe("sign_in_first");
  expect(await stranger.session()).toBeNull();
  // In the account's own browser, but without asking for it.
  expect(reasonOf(await signIn(browser, login))).toBe("sign_in_first");
  expect(await signIn(browser, login, { connect: "stay" })).toBe("/inbox");
  expect(await signIn(stranger, login)).toBe("/inbox");
  expect((await stranger.session())?.account.user.id).toBe(account.user.id);
  const emails = await db().delivery.count({ where: { workspaceId: account.id, kind: "account" } });
  expect(emails).toBeGreaterThan(0);
  const actions = await db().auditEntry.findMany({ where: { workspaceId: account.id } });
  expect(actions.map(({ action }) => action)).toContain("account.identity_linked");
});

test("a provider with another address, or of someone else, isn't connected", async () => {
  const { login } = addPerson();
  const { browser } = await signedInBrowser(`own-${newId()}@example.com`);
  expect(reasonOf(await signIn(browser, login, { connect: "stay" }))).toBe("other_address");
  const taken = addPerson();
  await signIn(new Browser(), taken.login);
  expect(reasonOf(await signIn(browser, taken.login, { connect: "stay" }))).toBe(
    "already_connected",
  );
});

test("a proof that's older than 15 minutes, and a link on another site, connect nothing", async () => {
  const { login, email } = addPerson();
  const { account } = await signedInBrowser(email);
  const stale = new Browser();
  const sessionId = await startSession(account, new Date(Date.now() - 16 * 60_000));
  stale.jar.set(cookieName(), await sealSession(sessionId));
  expect(reasonOf(await signIn(stale, login, { connect: "stay" }))).toBe("sign_in_first");
  const fresh = new Browser();
  fresh.jar.set(cookieName(), await sealSession(await startSession(account)));
  const { serveProviderStart } = await import("#lib/entry/account/provider-sign-in");
  const request = fresh.request("/sign-in/provider/start?connect=stay", {
    "sec-fetch-site": "cross-site",
  });
  await expect(serveProviderStart(request, "/")).rejects.toMatchObject({ code: "csrf_rejected" });
});

test("SIGN_UP decides about new accounts", async () => {
  const closed = addPerson();
  await createAccount();
  for (const signUp of ["closed", "invited"] as const) {
    changeSettings({ signUp });
    expect(reasonOf(await signIn(new Browser(), closed.login))).toBe("sign_up_closed");
  }
});

test("a disconnected provider no longer opens the account", async () => {
  const { login, email } = addPerson();
  const { account, browser } = await signedInBrowser(email);
  await signIn(browser, login, { connect: "stay" });
  const { ctx } = await sessionOf(account);
  expect(await listConnections(ctx)).toMatchObject([{ name: "Mill ID", connected: { email } }]);
  const other = new Browser();
  await signIn(other, login);
  await disconnectProvider(ctx, null);
  expect(await other.session()).toBeNull();
  expect(await listConnections(ctx)).toMatchObject([{ connected: null }]);
  expect(reasonOf(await signIn(other, login))).toBe("sign_in_first");
});

test("a reset of an address that was never verified disconnects what was connected before", async () => {
  const { login, email } = addPerson();
  const { account, browser } = await signedInBrowser(email);
  await db().user.update({ where: { id: account.user.id }, data: { verifiedAt: null } });
  await signIn(browser, login, { connect: "stay" });
  const caller = callerAt(new Date(), browser.address);
  await requestPasswordReset(email, caller);
  const secret = (await linkSecrets(account, email)).at(-1) ?? "";
  await resetPassword(secret, "a new password of mine", caller);
  expect(await db().userIdentity.count({ where: { userId: account.user.id } })).toBe(0);
  expect(reasonOf(await signIn(new Browser(), login))).toBe("sign_in_first");
});

test("a flow counts once, in its own browser, for ten minutes", async () => {
  const { login } = addPerson();
  const browser = new Browser();
  const back = await twin.signIn(await browser.start(), login);
  const before = new Map(browser.jar);
  expect(reasonOf(await new Browser().comeBack(back))).toBe("expired");
  expect(reasonOf(await browser.comeBack(back.replace(/state=[^&]+/, "state=other")))).toBe(
    "expired",
  );
  for (const [name, value] of before) browser.jar.set(name, value);
  expect(await browser.comeBack(back)).toBe("/inbox");
  // The cookie and the address again, as someone who copied both would send them.
  const thief = new Browser();
  for (const [name, value] of before) thief.jar.set(name, value);
  expect(reasonOf(await thief.comeBack(back))).toBe("expired");
  expect(await thief.session()).toBeNull();
});

test("a code that was redeemed by another flow opens nothing", async () => {
  const { login } = addPerson();
  const victim = new Browser();
  const back = await twin.signIn(await victim.start(), login);
  // The attacker's own flow, with the victim's code: the code's verifier is in the victim's browser.
  const attacker = new Browser();
  const own = new URL(await twin.signIn(await attacker.start(), addPerson().login));
  own.searchParams.set("code", new URL(back).searchParams.get("code") ?? "");
  expect(reasonOf(await attacker.comeBack(own.href))).toBe("provider_failed");
  expect(await attacker.session()).toBeNull();
});

test("a response of another issuer, or of none, opens nothing", async () => {
  const { login } = addPerson();
  for (const change of ["https://evil.example.com", null]) {
    const browser = new Browser();
    const back = new URL(await twin.signIn(await browser.start(), login));
    if (change === null) back.searchParams.delete("iss");
    else back.searchParams.set("iss", change);
    expect(reasonOf(await browser.comeBack(back.href))).toBe("provider_failed");
    expect(await browser.session()).toBeNull();
  }
});

test("someone who declines at the provider reads that they did", async () => {
  const browser = new Browser();
  const state = new URL(await browser.start()).searchParams.get("state") ?? "";
  const query = new URLSearchParams({ error: "access_denied", state, iss: twin.issuer });
  expect(reasonOf(await browser.comeBack(`/sign-in/provider/callback?${query}`))).toBe("canceled");
});

test("a wrong client secret opens nothing, and is neither in the log nor in the address", async () => {
  const wrong = "wrong secret of the client";
  changeSettings({
    oidc: {
      issuer: twin.issuer,
      ...OIDC_CLIENT,
      clientSecret: wrong,
      name: "Mill ID",
      isRequired: false,
    },
  });
  const { login } = addPerson();
  const location = await signIn(new Browser(), login);
  expect(location).toBe("/sign-in/problem?reason=provider_failed");
});
