import { beforeEach, expect, test } from "vitest";
import { getSignUpState } from "#lib/accounts/sign-up";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { seedDemo } from "#lib/demo/seed-demo";
import { signUpInvited } from "#lib/members/accept-invitation";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { PASSWORD, signUp } from "#tests/support/factories/account-factories";
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

test("a closed sign-up doesn't reveal which addresses have accounts", async () => {
  const { email } = await signUp();
  changeSettings({ signUp: "closed" });
  errorOf(await trySignUp(email), "sign_up_closed");
});

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

test("with SIGN_UP=closed, not even an invitation creates an account", async () => {
  const workspace = await createWorkspace();
  const { email, secret } = await invite(workspace);
  changeSettings({ signUp: "closed" });
  errorOf(await trySignUp(email), "sign_up_closed");
  await expect(
    signUpInvited(secret, { password: PASSWORD }, callerAt(new Date())),
  ).rejects.toMatchObject({
    code: "sign_up_closed",
  });
});

test("the demo account isn't the first account, and can be seeded while sign-up is closed", async () => {
  changeSettings({ signUp: "closed" });
  await seedDemo(NOW);
  expect(await getSignUpState()).toBe("first");
  expect((await trySignUp()).status).toBe(201);
  errorOf(await trySignUp(), "sign_up_closed");
});
