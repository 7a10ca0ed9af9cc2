import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { confirmEmail, disownEmail, findEmailLink } from "#lib/domain/accounts/confirm-email";
import {
  findResetLink,
  requestPasswordReset,
  resetPassword,
} from "#lib/domain/accounts/reset-password";
import { signInWithPasskey, startPasskeySignIn } from "#lib/domain/accounts/sign-in";
import { memberContext } from "#lib/domain/accounts/store";
import { createToken as createTokenVerb } from "#lib/domain/tokens/create-token";
import { callAccount, callApi, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createAccount,
  PASSWORD,
  signedIn,
  signIn,
  signUp,
} from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { givePasskey, turnOnTwoStep } from "#tests/support/factories/factor-factories";
import { callerAt, contextAt, type Workspace } from "#tests/support/factories/factories";
import { linkSecrets } from "#tests/support/factories/queued-emails";
import type { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

/*
 * Someone prepares an account and waits until the owner of its address takes it over: the classes of Sudhodanan and
 * Paverd (2022) that apply without federated sign-in.
 */

const VICTIMS_PASSWORD = "the victim's own password";
const TOKEN = { name: "Kept", scopes: ["forms:read" as const], expiresInDays: 30 };
const caller = (now = new Date()) => callerAt(now, `2001:db8::${newId().slice(-4)}`);

async function newestLink(workspace: Pick<Workspace, "id">, to: string): Promise<string> {
  return (await linkSecrets(workspace, to)).at(-1) ?? "";
}

async function resetAs(workspace: Pick<Workspace, "id">, email: string) {
  await requestPasswordReset(email, caller());
  return resetPassword(await newestLink(workspace, email), VICTIMS_PASSWORD, caller());
}

async function enterWith(passkey: SoftwarePasskey) {
  const options = await startPasskeySignIn(caller());
  return signInWithPasskey(passkey.use(options), caller());
}

/** A confirmed account of an attacker who has asked to change its address to a victim's. */
async function prepareChange() {
  const attacker = await createAccount();
  const email = `victim-${newId()}@example.com`;
  await requestEmailChange(attacker.ctx, { email, currentPassword: PASSWORD });
  return { attacker, email, secret: await newestLink(attacker, email) };
}

test("a link alone, a wrong password, or another account's session confirms no one's address", async () => {
  const { account, email } = await signUp();
  const secret = await newestLink(account.workspace, email);
  const other = await createAccount();
  for (const by of [{ password: "" }, { password: "wrong" }, { userId: other.user.id }])
    await expectRejection(confirmEmail(secret, caller(), by), "credentials_invalid");
  expect(await findEmailLink(secret, new Date())).toMatchObject({ state: "verification" });
  await confirmEmail(secret, caller(), { password: PASSWORD });
  expect(await findEmailLink(secret, new Date())).toMatchObject({ state: "confirmed" });
});

test("the account's own session confirms without its password", async () => {
  const { account, email } = await signUp();
  const secret = await newestLink(account.workspace, email);
  expect(await confirmEmail(secret, caller(), { userId: account.user.id })).toBe(email);
});

test("guessing the password on the link's page shares the account's quota", async () => {
  const { secret } = await prepareChange();
  for (let count = 0; count < 10; count += 1)
    await expectRejection(
      confirmEmail(secret, caller(), { password: `${count}` }),
      "credentials_invalid",
    );
  await expectRejection(confirmEmail(secret, caller(), { password: PASSWORD }), "rate_limited");
});

test("“This wasn’t me” deletes an account that someone else signed up with the address", async () => {
  const { account, email, jar } = await signUp();
  const secret = await newestLink(account.workspace, email);
  expect(await disownEmail(secret, caller())).toBe("account_deleted");
  errorOf(await callAccount("GET", "/api/account", { jar }), "session_required");
  expect((await signIn(email)).status).toBe(401);
  const workspace = { id: account.workspace.id };
  expect(await db().workspace.findFirst({ where: { ...workspace, deletedAt: null } })).toBeNull();
  for (const again of [
    disownEmail(secret, caller()),
    confirmEmail(secret, caller(), { password: PASSWORD }),
  ])
    await expectRejection(again, "not_found");
  const { account: own } = await signUp(email);
  expect(own.user.id).not.toBe(account.user.id);
});

test("“This wasn’t me” cancels a change to the address, and leaves the account and its own address alone", async () => {
  for (const isConfirmed of [true, false]) {
    const account = await createAccount({ isConfirmed });
    const email = `victim-${newId()}@example.com`;
    await requestEmailChange(account.ctx, { email, currentPassword: PASSWORD });
    const secret = await newestLink(account, email);
    expect(await disownEmail(secret, caller())).toBe("change_canceled");
    expect(await findEmailLink(secret, new Date())).toEqual({ state: "invalid" });
    expect((await signIn(account.user.email)).status).toBe(200);
    expect(await auditEntriesOf(account, "account.email_disowned")).toMatchObject([
      { details: { to: email } },
    ]);
  }
});

test("an expired link deletes and cancels nothing", async () => {
  const { account, email } = await signUp();
  const secret = await newestLink(account.workspace, email);
  const tooLate = caller(new Date(Date.now() + 24 * 3_600_000));
  await expectRejection(disownEmail(secret, tooLate), "not_found");
  expect((await signIn(email)).status).toBe(200);
});

test("trojan factor: the owner of an address can't be led to confirm an account that isn't theirs", async () => {
  const { attacker, email, secret } = await prepareChange();
  const passkey = await givePasskey(attacker.ctx);
  await expectRejection(confirmEmail(secret, caller(), { password: "" }), "credentials_invalid");
  // No account has the address, so that a reset sends nothing, and the victim can sign up.
  await requestPasswordReset(email, caller());
  expect(await linkSecrets(attacker, email)).toEqual([secret]);
  const { account } = await signUp(email);
  expect(account.user.id).not.toBe(attacker.user.id);
  expect((await enterWith(passkey)).account.user.email).toBe(attacker.user.email);
});

test("trojan factor: a reset removes factors from before the address was confirmed, and ends sessions and tokens", async () => {
  const attacker = await createAccount();
  const past = new Date(Date.now() - 3_600_000);
  const passkey = await givePasskey(contextAt(attacker, past));
  await turnOnTwoStep(attacker, past);
  const { token } = await createTokenVerb(attacker.ctx, TOKEN);
  const jar = await signedIn(attacker);
  const email = `victim-${newId()}@example.com`;
  await requestEmailChange(contextAt(attacker, new Date()), { email, currentPassword: PASSWORD });
  // As the attacker would have it: the victim's press was enough until now.
  const secret = await newestLink(attacker, email);
  await confirmEmail(secret, caller(), { userId: attacker.user.id });

  await requestPasswordReset(email, caller());
  const reset = await newestLink(attacker, email);
  expect(await findResetLink(reset, new Date())).toEqual({
    isVerified: true,
    removesFactors: true,
  });
  const entered = await resetPassword(reset, VICTIMS_PASSWORD, caller());
  expect(entered?.account.user.email, "no code is asked for").toBe(email);
  await expectRejection(enterWith(passkey), "credentials_invalid");
  errorOf(await callAccount("GET", "/api/account", { jar }), "session_required");
  errorOf(await callApi("GET", "/v1/token", { token }), "token_revoked");
  expect(await db().recoveryCode.count({ where: { userId: attacker.user.id } })).toBe(0);
  const removed = (await auditEntriesOf(attacker)).map(({ action }) => action);
  expect(removed).toContain("account.passkey_removed");
  expect(removed).toContain("account.authenticator_removed");
});

test("a reset keeps the factors that were added after the address was confirmed", async () => {
  const account = await createAccount();
  const later = new Date(account.ctx.now.getTime() + 10 * 60_000);
  await turnOnTwoStep(account, later);
  const passkey = await givePasskey(contextAt(account, later));
  await requestPasswordReset(account.user.email, caller());
  const secret = await newestLink(account, account.user.email);
  expect(await findResetLink(secret, new Date())).toMatchObject({ removesFactors: false });
  expect(await resetPassword(secret, VICTIMS_PASSWORD, caller()), "a code is needed").toBeNull();
  expect((await enterWith(passkey)).account.user.id).toBe(account.user.id);
});

test("unexpired session and email change: a reset ends what was prepared before the address was proven", async () => {
  const { account, email, jar } = await signUp();
  const { workspace, user } = account;
  const attackers = `attacker-${newId()}@example.com`;
  const membership = { userId: user.id, workspaceId: workspace.id, role: "owner" };
  const change = { email: attackers, currentPassword: PASSWORD };
  await requestEmailChange(memberContext(membership, caller()), change);
  const waiting = await newestLink(workspace, attackers);
  await resetAs(workspace, email);
  errorOf(await callAccount("GET", "/api/account", { jar }), "session_required");
  for (const by of [{ password: PASSWORD }, { userId: user.id }])
    await expectRejection(confirmEmail(waiting, caller(), by), "not_found");
  expect((await signIn(email, VICTIMS_PASSWORD)).status).toBe(200);
});
