import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { requestEmailChange } from "#lib/domain/accounts/change-email";
import { confirmEmail, findEmailLink } from "#lib/domain/accounts/confirm-email";
import { resendVerification } from "#lib/domain/accounts/verify-email";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { listRecipients } from "#lib/domain/recipients/store";
import { expectRejection } from "#tests/support/contract/rejection";
import { drainTriggerCount } from "#tests/support/contract/transport";
import { createAccount, PASSWORD, signUp } from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import {
  callerAt,
  contextAt,
  createPendingRecipient,
  createVerifiedRecipient,
  createWorkspace,
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
