import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { confirmEmail, findEmailLink } from "#lib/domain/accounts/confirm-email";
import { changePassword } from "#lib/domain/accounts/password";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { callAccount } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
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

const confirm = (secret: string, at = new Date()) =>
  confirmEmail(secret, callerAt(at), { password: PASSWORD });

async function requestedSecret(workspace: Workspace, email: string, now = new Date()) {
  await request(workspace, email, now);
  return (await linkSecrets(workspace, email)).at(-1) ?? "";
}

test("confirmation replaces the sign-in email, keeps existing sessions, and notifies the old address", async () => {
  const workspace = await createAccount();
  const jar = await signedIn(workspace);
  const email = newAddress();
  const secret = await requestedSecret(workspace, email);
  expect(await findEmailLink(secret, new Date())).toMatchObject({ state: "change", email });
  expect((await signIn(email)).status).toBe(401);
  expect((await signIn(workspace.user.email)).status).toBe(200);

  expect(await confirm(secret)).toBe(email);
  expect((await signIn(email.toUpperCase())).status).toBe(200);
  expect((await signIn(workspace.user.email)).status).toBe(401);
  expect((await callAccount("GET", "/api/account", { jar })).status).toBe(200);
  const emails = (await queuedEmails(workspace)).map(({ to, data }) => ({ to, ...data }));
  expect(emails.filter((sent) => !("purpose" in sent && sent.purpose === "new_sign_in"))).toEqual([
    expect.objectContaining({ to: email, purpose: "email_change" }),
    expect.objectContaining({ to: workspace.user.email, purpose: "email_changed" }),
  ]);
});

test("an email-change link works once and expires after 30 minutes or when a newer link is sent", async () => {
  const workspace = await createAccount();
  const now = new Date();
  const first = await requestedSecret(workspace, newAddress(), now);
  const second = await requestedSecret(workspace, newAddress(), now);
  const after = (minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);
  await expectRejection(confirm(first, now), "not_found");
  await expectRejection(confirm(second, after(30)), "not_found");
  expect(await findEmailLink(second, after(30))).toEqual(INVALID);
  await confirm(second, new Date(after(30).getTime() - 1));
  expect(await findEmailLink(second, now)).toMatchObject({ state: "confirmed" });
  expect(await findEmailLink("unknown", now)).toEqual(INVALID);
  for (const secret of [second, "unknown"])
    await expectRejection(confirm(secret, now), "not_found");
});

test("an email change rejects a wrong password and more than 5 attempts an hour", async () => {
  const workspace = await createAccount();
  const now = new Date();
  for (let count = 0; count < 5; count += 1)
    await expectRejection(request(workspace, newAddress(), now, "x"), "credentials_invalid");
  expect(await queuedEmails(workspace)).toEqual([]);
  await expectRejection(request(workspace, newAddress(), now), "rate_limited", {
    retryAfterSeconds: 3600,
  });
  await request(workspace, newAddress(), new Date(now.getTime() + 60 * MINUTE_MS));
});

test("an email change rejects another account's address at request and at confirmation", async () => {
  const [workspace, other] = [await createAccount(), await createAccount()];
  const change = request(workspace, other.user.email.toUpperCase(), new Date());
  await expectRejection(change, "email_taken");
  const email = newAddress();
  const late = await requestedSecret(workspace, email);
  await confirm(await requestedSecret(other, email));
  await expectRejection(confirm(late), "email_taken");
  expect((await signIn(workspace.user.email)).status).toBe(200);
});

test("an email change invalidates reset links, and a new password invalidates pending email changes", async () => {
  const workspace = await createAccount();
  const caller = callerAt(new Date());
  await requestPasswordReset(workspace.user.email, caller);
  const [reset = ""] = await linkSecrets(workspace, workspace.user.email);
  await confirm(await requestedSecret(workspace, newAddress()));
  await expectRejection(resetPassword(reset, "a brand new password", caller), "not_found");
  const waiting = await requestedSecret(workspace, newAddress());
  const passwords = { currentPassword: PASSWORD, newPassword: "a brand new password" };
  await changePassword(workspace.ctx, passwords, null);
  expect(await findEmailLink(waiting, new Date())).toEqual(INVALID);
});
