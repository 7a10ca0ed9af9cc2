import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { IdempotencyKey, newId } from "#lib/core/ids";
import { signUpInvited } from "#lib/domain/accounts/members/accept-invitation";
import { getSignUpState } from "#lib/domain/accounts/sign-up";
import { createWorkspace as createWorkspaceVerb } from "#lib/domain/accounts/switch-workspace";
import { seedDemo } from "#lib/entry/operations/demo/seed-demo";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { createAccount, PASSWORD, sessionOf } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { callerAt, createWorkspace } from "#tests/support/factories/factories";
import { invite } from "#tests/support/factories/member-factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const NOW = new Date();
const newEmail = () => `new-${newId()}@example.com`;

function trySignUp(email = newEmail()) {
  const body = { email, password: PASSWORD, workspaceName: "Example workspace" };
  return callAccount("POST", "/api/account/sign-up", { body });
}

// Each test begins with an empty installation.
beforeEach(async () => {
  await db().user.deleteMany();
});

test.each(["invited", "closed"] as const)(
  "with SIGN_UP=%s, one of several first accounts at once is created, and then no other",
  async (mode) => {
    changeSettings({ signUp: mode });
    expect(await getSignUpState()).toBe("first");
    const answers = await Promise.all(Array.from({ length: 4 }, () => trySignUp()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403]);
    expect(await db().user.count()).toBe(1);
    errorOf(await trySignUp(), "sign_up_closed");
    expect(await getSignUpState()).toBe(mode);
  },
);

test("with SIGN_UP=invited, an invited address can sign up, by the link too, until the invitation ends", async () => {
  const workspace = await createWorkspace();
  const [byAddress, byLink, revoked, expired] = [newEmail(), newEmail(), newEmail(), newEmail()];
  await invite(workspace, { email: byAddress });
  const { secret } = await invite(workspace, { email: byLink });
  await invite(workspace, { email: revoked });
  await invite(workspace, { email: expired });
  const where = (email: string) => ({ where: { emailKey: email } });
  await db().invitation.updateMany({ ...where(revoked), data: { revokedAt: NOW } });
  await db().invitation.updateMany({ ...where(expired), data: { expiresAt: NOW } });
  changeSettings({ signUp: "invited" });
  expect((await trySignUp(byAddress.toUpperCase())).status).toBe(201);
  const { account } = await signUpInvited(secret, { password: PASSWORD }, callerAt(new Date()));
  expect(account.workspace.id).toBe(workspace.id);
  for (const email of [newEmail(), revoked, expired])
    errorOf(await trySignUp(email), "sign_up_closed");
});

test("with SIGN_UP=closed, not even an invitation creates an account, and no address is said to have one", async () => {
  const workspace = await createWorkspace();
  const { email, secret } = await invite(workspace);
  changeSettings({ signUp: "closed" });
  for (const known of [email, workspace.user.email])
    errorOf(await trySignUp(known), "sign_up_closed");
  await expectRejection(
    signUpInvited(secret, { password: PASSWORD }, callerAt(new Date())),
    "sign_up_closed",
  );
});

test("the demo account isn't the first account, and can be seeded while sign-up is closed", async () => {
  changeSettings({ signUp: "closed" });
  await seedDemo("a published password", NOW);
  expect(await getSignUpState()).toBe("first");
  expect((await trySignUp()).status).toBe(201);
  errorOf(await trySignUp(), "sign_up_closed");
});

const newKey = () => IdempotencyKey.parse(newId());

async function setUp(options: { isConfirmed?: boolean } = {}) {
  const account = await createAccount(options);
  const session = await sessionOf(account);
  const create = (key = newKey(), now = NOW) =>
    createWorkspaceVerb(session, { name: "Second" }, key, callerAt(now));
  const owned = () =>
    db().membership.findMany({
      where: { userId: account.user.id, workspaceId: { not: account.id } },
      include: { workspace: true },
    });
  const current = async () =>
    (await db().session.findUniqueOrThrow({ where: { id: session.sessionId } })).workspaceId;
  return { account, create, owned, current };
}

test("a new workspace belongs to its creator alone, the session is in it, and its log says so", async () => {
  // Even where no one else can create an account.
  changeSettings({ signUp: "closed" });
  const { account, create, owned, current } = await setUp();
  await create();
  const [membership, ...others] = await owned();
  expect(others).toEqual([]);
  const workspaceId = membership?.workspaceId ?? "";
  expect(membership).toMatchObject({ role: "owner", workspace: { name: "Second" } });
  expect(await db().membership.count({ where: { workspaceId } })).toBe(1);
  expect(await current()).toBe(workspaceId);
  expect(await auditEntriesOf({ id: workspaceId })).toMatchObject([
    { action: "workspace.created", actorId: account.user.id },
    { action: "recipient.verified" },
  ]);
  expect(await db().recipient.findMany({ where: { workspaceId } })).toMatchObject([
    { email: account.user.email, verifiedAt: expect.any(Date) },
  ]);
});

test("submitted twice, at once or after a lost response, it's created once; an address that isn't verified is no recipient", async () => {
  const { create, owned, current } = await setUp({ isConfirmed: false });
  const key = newKey();
  await Promise.all([create(key), create(key)]);
  await create(key);
  const memberships = await owned();
  expect(memberships).toHaveLength(1);
  expect(await current()).toBe(memberships[0]?.workspaceId);
  expect(await db().recipient.count({ where: { workspaceId: await current() } })).toBe(0);
});

test("a user creates at most 10 workspaces a day, and belongs to at most 50", async () => {
  const { account, create, owned } = await setUp();
  const results = await Promise.allSettled(Array.from({ length: 11 }, () => create()));
  const failures = results.filter(({ status }) => status === "rejected");
  expect(failures).toMatchObject([{ reason: { code: "rate_limited" } }]);
  expect(await owned()).toHaveLength(10);
  const later = new Date(NOW.getTime() + 2 * 86_400_000);
  for (let count = 11; count < 50; count += 1) {
    const data = { id: newId(), name: "Other", plan: "starter", createdAt: NOW };
    const { id: workspaceId } = await db().workspace.create({ data });
    await db().membership.create({
      data: { userId: account.user.id, workspaceId, role: "owner", createdAt: NOW },
    });
  }
  await expectRejection(create(newKey(), later), "member_limit_reached");
});
