import { expect, test } from "vitest";
import { addRecipient } from "#lib/recipients/add-recipient";
import { listRecipients } from "#lib/recipients/store";
import { findVerification, verifyRecipient } from "#lib/recipients/verification";
import { callerAt, contextAt, createWorkspace } from "#tests/support/factories/factories";
import { forgetVerificationEmails, linkSecrets } from "#tests/support/factories/queued-emails";

const HOUR_MS = 3_600_000;
const EMAIL = "ada@example.com";

async function setUp() {
  await forgetVerificationEmails(EMAIL);
  const workspace = await createWorkspace();
  const at = (ms: number) => new Date(workspace.ctx.now.getTime() + ms);
  const mail = async (ms: number) => {
    await addRecipient(contextAt(workspace, at(ms)), { email: EMAIL });
    return (await linkSecrets(workspace, EMAIL)).at(-1) ?? "";
  };
  const recipient = async () => (await listRecipients(workspace.ctx))[0];
  return { workspace, at, mail, recipient };
}

test("viewing a verification link changes nothing; confirming verifies the address", async () => {
  const { at, mail, recipient } = await setUp();
  const secret = await mail(0);
  const open = { state: "open", email: EMAIL, workspaceName: "Example workspace" };
  for (let times = 0; times < 3; times += 1)
    expect(await findVerification(secret, at(1000))).toEqual(open);
  expect(await recipient()).toMatchObject({ status: "pending", verifiedAt: null });
  expect(await verifyRecipient(secret, callerAt(at(2000)))).toEqual(open);
  const verifiedAt = at(2000).getTime();
  expect(await recipient()).toMatchObject({ status: "verified", verifiedAt });
});

test("a used verification link says it was used, even after it expires", async () => {
  const { at, mail, recipient } = await setUp();
  const secret = await mail(0);
  await verifyRecipient(secret, callerAt(at(1000)));
  const confirmed = { state: "already_confirmed", email: EMAIL };
  for (const later of [2000, 25 * HOUR_MS]) {
    expect(await findVerification(secret, at(later))).toEqual(confirmed);
    expect(await verifyRecipient(secret, callerAt(at(later)))).toEqual(confirmed);
  }
  expect(await recipient()).toMatchObject({ verifiedAt: at(1000).getTime() });
});

test("only one of two concurrent verifications verifies the address", async () => {
  const { at, mail, recipient } = await setUp();
  const secret = await mail(0);
  const states = await Promise.all(
    [1000, 1001, 1002].map((ms) => verifyRecipient(secret, callerAt(at(ms)))),
  );
  expect(states.map(({ state }) => state).toSorted()).toEqual([
    "already_confirmed",
    "already_confirmed",
    "open",
  ]);
  expect(await recipient()).toMatchObject({ status: "verified" });
});

test("a verification link is valid for exactly 24 hours", async () => {
  const { at, mail, recipient } = await setUp();
  const secret = await mail(0);
  expect(await findVerification(secret, at(24 * HOUR_MS - 1))).toMatchObject({ state: "open" });
  expect(await findVerification(secret, at(24 * HOUR_MS))).toEqual({ state: "invalid" });
  expect(await verifyRecipient(secret, callerAt(at(24 * HOUR_MS)))).toEqual({ state: "invalid" });
  expect(await recipient()).toMatchObject({ status: "pending" });
});

test("an unknown verification link is invalid", async () => {
  const { at } = await setUp();
  for (const secret of ["", "x", "a".repeat(43), "a".repeat(10_000)]) {
    expect(await findVerification(secret, at(0))).toEqual({ state: "invalid" });
    expect(await verifyRecipient(secret, callerAt(at(0)))).toEqual({ state: "invalid" });
  }
});

test("both verification links work after a resend; using one marks the other as used", async () => {
  const { at, mail } = await setUp();
  const first = await mail(0);
  const second = await mail(60_000);
  expect(second).not.toBe(first);
  expect(await findVerification(first, at(61_000))).toMatchObject({ state: "open" });
  await verifyRecipient(second, callerAt(at(62_000)));
  expect(await verifyRecipient(first, callerAt(at(63_000)))).toMatchObject({
    state: "already_confirmed",
  });
});

test("a resend replaces an expired verification link", async () => {
  const { at, mail } = await setUp();
  const first = await mail(0);
  const second = await mail(25 * HOUR_MS);
  expect(await findVerification(first, at(25 * HOUR_MS))).toEqual({ state: "invalid" });
  expect(await verifyRecipient(second, callerAt(at(26 * HOUR_MS)))).toMatchObject({
    state: "open",
  });
});
