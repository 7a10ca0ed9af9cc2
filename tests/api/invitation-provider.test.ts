import { afterAll, beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { findInvitation } from "#lib/domain/accounts/members/accept-invitation";
import { revokeInvitation } from "#lib/domain/accounts/members/invite-member";
import { createAccount } from "#tests/support/factories/account-factories";
import { createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { invite } from "#tests/support/factories/member-factories";
import { Browser, giveProvider, reasonOf } from "#tests/support/factories/provider-factories";
import { changeSettings } from "#tests/support/setup/change-settings";
import { OIDC_CLIENT, type Person, startOidcProvider } from "#tests/support/twins/oidc-provider";

const people = new Map<string, Person>();
const twin = await startOidcProvider(people);
afterAll(twin.stop);
process.env.WEBHOOK_ALLOWED_HOSTS = `localhost:${twin.port}`;

beforeEach(() => {
  const oidc = { issuer: twin.issuer, ...OIDC_CLIENT, name: "Mill ID", isRequired: false };
  changeSettings({ oidc });
});

const newEmail = () => `person-${newId()}@example.com`;

/** Follows an invitation by a provider, which knows the person by an address. */
async function follow(secret: string, person: Person, query: Record<string, string> = {}) {
  const login = `login-${newId()}`;
  people.set(login, { email_verified: true, ...person });
  const browser = new Browser();
  const start = await browser.start({ invitation: secret, ...query }, "/invitation");
  return { browser, location: await browser.comeBack(await twin.signIn(start, login)) };
}

/** Both providers by which someone can follow an invitation. */
const PROVIDERS: Readonly<Record<string, (workspace: Workspace) => Promise<{ code?: string }>>> = {
  "the installation's provider": async () => ({}),
  "the workspace's provider": async (workspace) => ({
    code: await giveProvider(workspace, twin.issuer, { admitsNew: true }),
  }),
};

const isOpen = async (secret: string) =>
  (await findInvitation(secret, new Date())).state === "open";

test("someone new joins by the installation's provider, in no other workspace", async () => {
  const workspace = await createWorkspace();
  const { email, secret } = await invite(workspace, { role: "owner" });
  const { browser, location } = await follow(secret, { email });
  expect(location).toBe("/");
  const session = await browser.session();
  expect(session).toMatchObject({ role: "owner", isVerified: true, isBound: false });
  expect(session?.workspaces.map(({ id }) => id)).toEqual([workspace.id]);
  const recipients = await db().recipient.findMany({ where: { workspaceId: workspace.id } });
  expect(recipients.map((recipient) => recipient.email)).toContain(email);
  const again = await follow(secret, { email: newEmail() });
  expect(reasonOf(again.location)).toBe("invitation_ended");
});

test("someone new joins by the workspace's provider, as the invitation says", async () => {
  const workspace = await createWorkspace();
  const code = await giveProvider(workspace, twin.issuer);
  const { email, secret } = await invite(workspace, { role: "owner" });
  const { browser } = await follow(secret, { email }, { code });
  expect(await browser.session()).toMatchObject({ role: "owner", isBound: true });
  expect(await findInvitation(secret, new Date())).toEqual({ state: "accepted" });
});

test.each(Object.entries(PROVIDERS))(
  "%s joins no one by another address, or by one that it doesn't verify",
  async (_, provide) => {
    const workspace = await createWorkspace();
    const query = await provide(workspace);
    const { email, secret } = await invite(workspace);
    const other = await follow(secret, { email: newEmail() }, query);
    expect(reasonOf(other.location)).toBe("not_the_invited");
    const unverified = await follow(secret, { email, email_verified: false }, query);
    expect(reasonOf(unverified.location)).toBe("address_unverified");
    for (const { browser } of [other, unverified]) expect(await browser.session()).toBeNull();
    expect(await db().membership.count({ where: { workspaceId: workspace.id } })).toBe(1);
    expect(await isOpen(secret)).toBe(true);
  },
);

test.each(Object.entries(PROVIDERS))(
  "%s joins no one to an account that exists, or by an invitation that is over",
  async (_, provide) => {
    const workspace = await createWorkspace();
    const query = await provide(workspace);
    const { user } = await createAccount();
    const taken = await invite(workspace, { email: user.email });
    expect(reasonOf((await follow(taken.secret, { email: user.email }, query)).location)).toBe(
      "sign_in_first",
    );
    expect(await isOpen(taken.secret)).toBe(true);
    const { email, secret } = await invite(workspace);
    const { id } = await db().invitation.findFirstOrThrow({ where: { email } });
    await revokeInvitation(workspace.ctx, id);
    expect(reasonOf((await follow(secret, { email }, query)).location)).toBe("invitation_ended");
  },
);

test.each(Object.entries(PROVIDERS))(
  "%s creates no account where SIGN_UP is closed",
  async (_, provide) => {
    const workspace = await createWorkspace();
    const query = await provide(workspace);
    const { email, secret } = await invite(workspace);
    changeSettings({ signUp: "closed" });
    expect(reasonOf((await follow(secret, { email }, query)).location)).toBe("sign_up_closed");
    expect(await isOpen(secret)).toBe(true);
  },
);
