import { expect, test } from "vitest";
import { confirmEmail, findEmailLink, requestEmailChange } from "#lib/accounts/change-email";
import { changePassword } from "#lib/accounts/password";
import { requestPasswordReset, resetPassword } from "#lib/accounts/reset-password";
import { newId } from "#lib/core/ids";
import { callAccount } from "#tests/support/contract/api";
import {
  createAccount,
  PASSWORD,
  signedIn,
  signIn,
} from "#tests/support/factories/account-factories";
import { callerAt, contextAt, type Workspace } from "#tests/support/factories/factories";
import { linkSecrets, queuedEmails } from "#tests/support/factories/queued-emails";

const MINUTE_MS = 60_000;
const INVALID = { state: "invalid" };
const newAddress = () => `new-${newId()}@example.com`;

const request = (workspace: Workspace, email: string, now: Date, currentPassword = PASSWORD) =>
  requestEmailChange(contextAt(workspace, now), { email, currentPassword });

const confirm = (secret: string, at = new Date()) => confirmEmail(secret, callerAt(at));

async function requestedSecret(workspace: Workspace, email: string, now = new Date()) {
  await request(workspace, email, now);
  return (await linkSecrets(workspace, email)).at(-1) ?? "";
}

test("confirmation replaces the sign-in email and keeps existing sessions", async () => {
  const workspace = await createAccount();
  const jar = await signedIn(workspace);
  const email = newAddress();
  const secret = await requestedSecret(workspace, email);
  expect(await findEmailLink(secret, new Date())).toEqual({ state: "change", email });
  expect((await signIn(email)).status).toBe(401);
  expect((await signIn(workspace.user.email)).status).toBe(200);

  expect(await confirm(secret)).toBe(email);
  expect((await signIn(email.toUpperCase())).status).toBe(200);
  expect((await signIn(workspace.user.email)).status).toBe(401);
  expect((await callAccount("GET", "/api/account", { jar })).status).toBe(200);
});

test("emails the link to the new address and notifies the old one after confirmation", async () => {
  const workspace = await createAccount();
  const email = newAddress();
  await confirm(await requestedSecret(workspace, email));
  const emails = await queuedEmails(workspace);
  expect(emails.map(({ to, data }) => [to, data])).toEqual([
    [email, expect.objectContaining({ purpose: "email_change" })],
    [workspace.user.email, expect.objectContaining({ purpose: "email_changed" })],
  ]);
});

test("an email-change link works once and expires after 30 minutes or when a newer link is sent", async () => {
  const workspace = await createAccount();
  const now = new Date();
  const first = await requestedSecret(workspace, newAddress(), now);
  const second = await requestedSecret(workspace, newAddress(), now);
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  const rejected = { code: "not_found" };
  await expect(confirm(first, now)).rejects.toMatchObject(rejected);
  await expect(confirm(second, after(30))).rejects.toMatchObject(rejected);
  expect(await findEmailLink(second, after(30))).toEqual(INVALID);
  await confirm(second, new Date(after(30).getTime() - 1));
  expect(await findEmailLink(second, now)).toMatchObject({ state: "confirmed" });
  expect(await findEmailLink("unknown", now)).toEqual(INVALID);
  for (const secret of [second, "unknown"])
    await expect(confirm(secret, now)).rejects.toMatchObject(rejected);
});

test("an email change rejects a wrong password and more than 5 attempts an hour", async () => {
  const workspace = await createAccount();
  const now = new Date();
  const wrong = { code: "credentials_invalid" };
  for (let count = 0; count < 5; count += 1)
    await expect(request(workspace, newAddress(), now, "x")).rejects.toMatchObject(wrong);
  expect(await queuedEmails(workspace)).toEqual([]);
  await expect(request(workspace, newAddress(), now)).rejects.toMatchObject({
    code: "rate_limited",
    retryAfterSeconds: 3600,
  });
  await request(workspace, newAddress(), new Date(now.getTime() + 60 * MINUTE_MS));
});

test("an email change rejects another account's address at request and at confirmation", async () => {
  const [workspace, other] = [await createAccount(), await createAccount()];
  const taken = { code: "email_taken" };
  const change = request(workspace, other.user.email.toUpperCase(), new Date());
  await expect(change).rejects.toMatchObject(taken);
  const email = newAddress();
  const late = await requestedSecret(workspace, email);
  await confirm(await requestedSecret(other, email));
  await expect(confirm(late)).rejects.toMatchObject(taken);
  expect((await signIn(workspace.user.email)).status).toBe(200);
});

test("an email change invalidates reset links, and a new password invalidates pending email changes", async () => {
  const workspace = await createAccount();
  const caller = callerAt(new Date());
  await requestPasswordReset(workspace.user.email, caller);
  const [reset = ""] = await linkSecrets(workspace, workspace.user.email);
  await confirm(await requestedSecret(workspace, newAddress()));
  const use = resetPassword(reset, "a brand new password", caller);
  await expect(use).rejects.toMatchObject({ code: "not_found" });
  const waiting = await requestedSecret(workspace, newAddress());
  const passwords = { currentPassword: PASSWORD, newPassword: "a brand new password" };
  await changePassword(workspace.ctx, passwords, null);
  expect(await findEmailLink(waiting, new Date())).toEqual(INVALID);
});
