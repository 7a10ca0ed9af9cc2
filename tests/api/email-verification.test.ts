import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { confirmEmail, findEmailLink } from "#lib/domain/accounts/confirm-email";
import {
  confirmAuthenticator,
  startAuthenticator,
} from "#lib/domain/accounts/factors/authenticator";
import { startPasskey } from "#lib/domain/accounts/factors/passkeys";
import { inviteMember } from "#lib/domain/accounts/members/invite-member";
import { changePassword } from "#lib/domain/accounts/password";
import { requestPasswordReset, resetPassword } from "#lib/domain/accounts/reset-password";
import { resendVerification } from "#lib/domain/accounts/verify-email";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { listRecipients } from "#lib/domain/recipients/store";
import { createToken } from "#lib/domain/tokens/create-token";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createAccount,
  PASSWORD,
  signedIn,
  signIn,
  signUp,
} from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { givePasskey } from "#tests/support/factories/factor-factories";
import {
  callerAt,
  contextAt,
  createPendingRecipient,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { joinWorkspace } from "#tests/support/factories/member-factories";
import { linkSecrets, queuedEmails } from "#tests/support/factories/queued-emails";

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;

/** An account without a verified address, which asks for the email at a time after its creation. */
async function setUp() {
  const workspace = await createAccount({ isConfirmed: false });
  const { email, id } = workspace.user;
  const at = (ms: number) => new Date(workspace.ctx.now.getTime() + ms);
  const resend = (ms: number) => resendVerification(contextAt(workspace, at(ms)));
  const newestSecret = async () => (await linkSecrets(workspace, email)).at(-1) ?? "";
  const confirm = (secret: string, ms: number) =>
    confirmEmail(secret, callerAt(at(ms)), { password: PASSWORD });
  const verifiedAt = async () => (await db().user.findUniqueOrThrow({ where: { id } })).verifiedAt;
  const recipients = async () =>
    (await listRecipients(workspace.ctx)).map((one) => [one.email, one.status]);
  return { workspace, email, at, resend, newestSecret, confirm, verifiedAt, recipients };
}

test("a link that is expired, used, unknown, or malformed verifies nothing", async () => {
  const { resend, newestSecret, confirm, verifiedAt, at, recipients } = await setUp();
  await resend(0);
  const secret = await newestSecret();
  await expectRejection(confirm(secret, 24 * HOUR_MS), "not_found");
  for (const wrong of ["", "x", `${secret}x`, "a".repeat(43)])
    await expectRejection(confirm(wrong, 1), "not_found");
  expect(await findEmailLink(secret, at(24 * HOUR_MS))).toEqual({ state: "invalid" });
  expect(await verifiedAt()).toBeNull();
  expect(await recipients()).toEqual([]);
  await confirm(secret, 24 * HOUR_MS - 1);
  await expectRejection(confirm(secret, 1), "not_found");
});

test("viewing the link changes nothing; confirming verifies the address once and adds the recipient", async () => {
  const { workspace, email, resend, newestSecret, confirm, verifiedAt, at, recipients } =
    await setUp();
  await resend(0);
  const secret = await newestSecret();
  for (let times = 0; times < 3; times += 1)
    expect(await findEmailLink(secret, at(1))).toMatchObject({ state: "verification", email });
  expect(await verifiedAt()).toBeNull();
  const ends = await Promise.allSettled([1, 1, 1].map((ms) => confirm(secret, ms)));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await verifiedAt()).toEqual(at(1));
  expect(await recipients()).toEqual([[email, "verified"]]);
  expect(await findEmailLink(secret, at(2))).toEqual({ state: "confirmed", email });
  const actions = (await auditEntriesOf(workspace)).map(({ action }) => action);
  expect(actions.toSorted()).toEqual(["account.verified", "recipient.verified"]);
});

test("a pending recipient with the address becomes verified, and a full workspace stays as it is", async () => {
  const pending = await setUp();
  const email = pending.email.toUpperCase();
  const { id } = await createPendingRecipient(pending.workspace, { email });
  await pending.resend(0);
  await pending.confirm(await pending.newestSecret(), 1);
  const recipients = await listRecipients(pending.workspace.ctx);
  expect(recipients).toMatchObject([{ id, status: "verified" }]);
  const full = await setUp();
  for (let count = 0; count < 20; count += 1) await createVerifiedRecipient(full.workspace);
  await full.resend(0);
  await full.confirm(await full.newestSecret(), 1);
  expect(await full.verifiedAt()).not.toBeNull();
  expect(await full.recipients()).toHaveLength(20);
});

test("only workspaces that the user owns get the address as a recipient", async () => {
  const { workspace, email, resend, newestSecret, confirm } = await setUp();
  const [owned, joined] = [await createWorkspace(), await createWorkspace()];
  await joinWorkspace(workspace, owned, "owner");
  await joinWorkspace(workspace, joined);
  await resend(0);
  await confirm(await newestSecret(), 1);
  expect(await listRecipients(owned.ctx)).toMatchObject([{ email, status: "verified" }]);
  expect(await listRecipients(joined.ctx)).toEqual([]);
});

test("sign-up queues the email to the address and triggers a drain", async () => {
  const triggers = drainTriggerCount();
  const { account, email } = await signUp();
  expect(drainTriggerCount()).toBe(triggers + 1);
  const emails = await queuedEmails(account.workspace);
  expect(emails).toMatchObject([
    { to: email, isDue: true, data: { kind: "account", purpose: "email_verification" } },
  ]);
  const [secret = ""] = await linkSecrets(account.workspace, email);
  expect(await confirmEmail(secret, callerAt(new Date()), { password: PASSWORD })).toBe(email);
});

test("another email can be requested after a minute, not before, and not once the address is verified", async () => {
  const { workspace, email, resend, newestSecret, confirm } = await setUp();
  expect(await resend(0)).toBe(email);
  const first = await newestSecret();
  await expectRejection(resend(MINUTE_MS - 1), "verification_cooldown", { retryAfterSeconds: 1 });
  await resend(MINUTE_MS);
  await confirm(first, 2 * MINUTE_MS);
  expect(await resend(3 * MINUTE_MS)).toBeNull();
  expect(await queuedEmails(workspace)).toHaveLength(2);
});

test("all workspaces together send an address 5 confirmation emails an hour and 20 a day", async () => {
  const email = `target-${newId()}@example.com`;
  const start = Date.now();
  const send = async (ms: number) => {
    const workspace = await createWorkspace();
    await addRecipient(contextAt(workspace, new Date(start + ms)), { email });
    return workspace;
  };
  for (let count = 0; count < 5; count += 1) await send(count);
  await expectRejection(send(HOUR_MS - 1), "verification_cooldown", { retryAfterSeconds: 1 });
  for (const hour of [1, 2, 3])
    for (let count = 0; count < 5; count += 1) await send(hour * HOUR_MS + count);
  await expectRejection(send(5 * HOUR_MS), "verification_cooldown");
  const day = await send(24 * HOUR_MS);
  expect(await queuedEmails(day)).toHaveLength(1);
});

test("concurrent workspaces can't exceed the quota, and rejected addresses leave no recipient", async () => {
  const email = `TARGET-${newId()}@example.com`;
  const workspaces = await Promise.all(Array.from({ length: 8 }, () => createWorkspace()));
  const ends = await Promise.allSettled(workspaces.map(({ ctx }) => addRecipient(ctx, { email })));
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  const lists = await Promise.all(workspaces.map(({ ctx }) => listRecipients(ctx)));
  expect(lists.flat()).toHaveLength(5);
});

test("the quota also covers new accounts and changes of an address, and signing up works without it", async () => {
  const email = `target-${newId()}@example.com`;
  for (let count = 0; count < 5; count += 1)
    await addRecipient((await createWorkspace()).ctx, { email });
  const other = await createAccount();
  const change = requestEmailChange(other.ctx, { email, currentPassword: PASSWORD });
  await expectRejection(change, "verification_cooldown");
  const { account } = await signUp(email);
  expect(await queuedEmails(account.workspace)).toEqual([]);
});

test("a confirmed new address is verified too, and ends links to the old one", async () => {
  const { workspace, email, resend, newestSecret, confirm, verifiedAt } = await setUp();
  await resend(0);
  const old = await newestSecret();
  const next = `new-${email}`;
  await requestEmailChange(workspace.ctx, { email: next, currentPassword: PASSWORD });
  const { state } = await findEmailLink(old, workspace.ctx.now);
  expect(state, "not before").toBe("verification");
  const [change = ""] = await linkSecrets(workspace, next);
  await confirm(change, 1);
  expect(await verifiedAt()).not.toBeNull();
  await expectRejection(confirm(old, 2), "not_found");
  const user = await db().user.findUniqueOrThrow({ where: { id: workspace.user.id } });
  expect(user.email).toBe(next);
});

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

const TOKEN = { name: "CI", scopes: ["forms:read" as const], expiresInDays: 30 };

const FURTHER_WAYS: readonly [string, (ctx: Context) => Promise<unknown>][] = [
  ["a token", (ctx) => createToken(ctx, TOKEN)],
  ["an authenticator app", startAuthenticator],
  ["an authenticator app that was started before", (ctx) => confirmAuthenticator(ctx, "000000")],
  ["a passkey", startPasskey],
  ["a passkey's response", (ctx) => givePasskey(ctx)],
  ["an invitation", (ctx) => inviteMember(ctx, { email: "colleague@example.com", role: "member" })],
];

test.each(FURTHER_WAYS)(
  "an account can’t add %s before its address is confirmed",
  async (_, add) => {
    const { ctx, user } = await createAccount({ isConfirmed: false });
    await expectRejection(add(ctx), "address_unconfirmed", {
      message: `Confirm your email address first: open the link that was sent to ${user.email}.`,
    });
  },
);

test("creating a token right after signing up is rejected with what to do first", async () => {
  const { jar } = await signUp();
  const body = { name: "CI", scopes: ["forms:read"] };
  const answer = await callAccount("POST", "/api/account/tokens", { jar, body });
  expect(answer.status).toBe(403);
  errorOf(answer, "address_unconfirmed");
});
