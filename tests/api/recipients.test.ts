import { expect, test } from "vitest";
import { z } from "zod";
import { addRecipient } from "#lib/domain/recipients/add-recipient";
import { Recipient, RecipientPending } from "#lib/domain/recipients/schema";
import { callApi, dataOf, errorOf, invalidPaths } from "#tests/support/contract/api";
import { drainTriggerCount } from "#tests/support/contract/drain-triggers";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  contextAt,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { forgetVerificationEmails, queuedEmails } from "#tests/support/factories/queued-emails";

async function setUp() {
  await forgetVerificationEmails("ada@example.com");
  const workspace = await createWorkspace();
  const token = await createToken(workspace, { scopes: ["recipients:read", "recipients:write"] });
  const add = (email: unknown) => callApi("POST", "/v1/recipients", { token, body: { email } });
  const list = async () =>
    dataOf(await callApi("GET", "/v1/recipients", { token }), 200, z.array(Recipient));
  return { workspace, add, list };
}

test("a new address is pending and gets a verification email immediately, even if it's verified elsewhere", async () => {
  const { workspace, add, list } = await setUp();
  await createVerifiedRecipient(await createWorkspace(), { email: "ada@example.com" });
  const triggers = drainTriggerCount();
  const before = Date.now();
  const added = dataOf(await add("  Ada@Example.com "), 202, RecipientPending);
  expect(added).toMatchObject({ email: "Ada@Example.com", status: "pending", verifiedAt: null });
  expect(added.createdAt).toBeGreaterThanOrEqual(before);
  expect(added.verificationSentAt).toBe(added.createdAt);
  expect(added.resendAvailableAt).toBe(added.createdAt + 60_000);
  const { verificationSentAt: _s, resendAvailableAt: _r, ...recipient } = added;
  expect(await list()).toEqual([recipient]);
  expect(drainTriggerCount()).toBe(triggers + 1);
  const [mail, ...others] = await queuedEmails(workspace);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: "Ada@Example.com",
    recipientId: added.id,
    isDue: true,
    data: { kind: "verification", workspaceName: "Example workspace" },
  });
  expect(JSON.stringify(mail?.data)).toMatch(
    /"http:\/\/localhost:3000\/verify-recipient\?token=[0-9A-Za-z]{43}"/,
  );
});

test("adding a verified address again, ignoring case, returns it unchanged and sends nothing", async () => {
  const { workspace, add } = await setUp();
  const recipient = await createVerifiedRecipient(workspace, { email: "ada@example.com" });
  for (const email of ["ada@example.com", " ADA@Example.COM"])
    expect(dataOf(await add(email), 200, Recipient)).toEqual(recipient);
  expect(await queuedEmails(workspace)).toEqual([]);
});

test("a verification email is sent again after exactly one minute, ignoring case", async () => {
  const { workspace } = await setUp();
  const { now } = workspace.ctx;
  const at = (ms: number, email = "ada@example.com") =>
    addRecipient(contextAt(workspace, new Date(now.getTime() + ms)), { email });
  const first = await at(0);
  await expectRejection(at(59_999, "ADA@example.com"), "verification_cooldown", {
    retryAfterSeconds: 1,
  });
  expect(await at(60_000)).toMatchObject({
    id: first.id,
    status: "pending",
    createdAt: now.getTime(),
    verificationSentAt: now.getTime() + 60_000,
  });
  await expect(at(60_001)).rejects.toMatchObject({ retryAfterSeconds: 60 });
  expect(await queuedEmails(workspace)).toHaveLength(2);
});

test.each(["a new address", "a pending one"])(
  "only one of two concurrent requests for %s sends a verification email",
  async (what) => {
    const { workspace, add, list } = await setUp();
    const now = new Date(Date.now() - 3_600_000);
    if (what === "a pending one")
      await createPendingRecipient(workspace, { email: "ada@example.com", now });
    const answers = await Promise.all([add("ada@example.com"), add("Ada@Example.com")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 429]);
    expect(await list()).toHaveLength(1);
    expect(await queuedEmails(workspace)).toHaveLength(1);
  },
);

test("a workspace has at most 20 recipients, even with concurrent requests", async () => {
  const { workspace, add, list } = await setUp();
  for (let index = 0; index < 18; index += 1) await createVerifiedRecipient(workspace);
  const emails = [1, 2, 3, 4, 5].map((index) => `late-${index}@example.com`);
  const answers = await Promise.all(emails.map(add));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 429, 429, 429]);
  for (const answer of answers.filter(({ status }) => status === 429)) {
    errorOf(answer, "recipient_limit_reached");
    expect(answer.headers.has("retry-after"), "waiting doesn't help").toBe(false);
  }
  expect(await list()).toHaveLength(20);
});

test("existing addresses still work at the recipient limit", async () => {
  const { workspace, add } = await setUp();
  const hourAgo = new Date(Date.now() - 3_600_000);
  await createPendingRecipient(workspace, { email: "pending@example.com", now: hourAgo });
  await createVerifiedRecipient(workspace, { email: "verified@example.com" });
  for (let index = 0; index < 18; index += 1) await createVerifiedRecipient(workspace);
  expect((await add("verified@example.com")).status).toBe(200);
  expect((await add("pending@example.com")).status).toBe(202);
  errorOf(await add("new@example.com"), "recipient_limit_reached");
});

test("lists the workspace's recipients, oldest first", async () => {
  const { workspace, list } = await setUp();
  await createVerifiedRecipient(await createWorkspace());
  const start = Date.now() - 10_000;
  const created = [];
  for (const offset of [2, 0, 1])
    created.push(await createPendingRecipient(workspace, { now: new Date(start + offset) }));
  expect(await list()).toEqual(created.toSorted((a, b) => a.createdAt - b.createdAt));
});

test("rejects a recipient without a valid email address", async () => {
  const { add } = await setUp();
  const local = "a".repeat(64);
  const domain = `${"b".repeat(61)}.${"c".repeat(61)}.${"d".repeat(61)}`;
  const longest = `${local}@${domain}.com`.padEnd(254, "m");
  const wrong = [
    "",
    "x",
    "a b@example.com",
    "a@example.com,b@example.com",
    "<a@example.com>",
    "a@-example.com",
    "a@example..com",
  ];
  for (const email of [
    ...wrong,
    "a@example.com\r\nBcc: b@example.com",
    `${longest}x`,
    null,
    1,
    ["a@example.com"],
  ])
    expect(invalidPaths(await add(email)), String(email)).toEqual(["email"]);
});
