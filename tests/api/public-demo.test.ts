import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { webhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { changePassword } from "#lib/domain/accounts/password";
import { authenticateSession } from "#lib/domain/accounts/sessions";
import { getSignUpState } from "#lib/domain/accounts/sign-up";
import { systemClock } from "#lib/domain/deliveries/clock";
import { createToken } from "#lib/domain/tokens/create-token";
import { CreateTokenInput } from "#lib/domain/tokens/schema";
import { showHostedForm } from "#lib/entry/intake/hosted-form";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { resetDemo } from "#lib/entry/operations/demo/seed-demo";
import { tryDemo } from "#lib/entry/operations/demo/try-demo";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { openPage, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { jarOf } from "#tests/support/factories/account-factories";
import { callerAt, createWorkspace } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const NOW = new Date();
const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);
const caller = { ...callerAt(NOW, "198.51.100.7"), userAgent: "A visitor's browser" };

beforeEach(async () => {
  changeSettings({ demo: "reset" });
  await resetDemo(NOW, { isForced: true });
});

async function enter(now = NOW) {
  const signedIn = await tryDemo({ ...caller, now }, null);
  const session = await authenticateSession(signedIn.sessionId, { ...caller, now });
  if (!session) throw new Error("no session");
  const jar = await jarOf(signedIn.sessionId);
  return { ...session, jar };
}

const formOf = (workspaceId: string) =>
  db().form.findFirstOrThrow({ where: { workspaceId, name: "Contact" } });

test("anyone can enter without a password, only while DEMO is reset", async () => {
  const { account } = await enter();
  expect(account.workspace.name).toBe("Demo workspace");
  changeSettings({ demo: "1" });
  await expectRejection(tryDemo(caller, null), "not_found");
});

test("one network enters at most 30 times an hour", async () => {
  const from = { ...caller, network: "198.51.100.99" };
  for (let count = 0; count < 30; count += 1) await tryDemo(from, null);
  await expectRejection(tryDemo(from, null), "rate_limited");
});

test("a visitor can't prove that it's them, and so change the account, tokens or members", async () => {
  const { ctx, jar } = await enter();
  const input = CreateTokenInput.parse({ name: "mine", scopes: ["forms:read"] });
  await expectRejection(createToken(ctx, input), "reauthentication_required");
  const body = { password: "anything at all" };
  errorOf(await callAccount("POST", "/api/account/prove", { jar, body }), "owner_required");
  const guess = { currentPassword: "anything at all", newPassword: "something else entirely" };
  await expectRejection(changePassword(ctx, guess, null), "credentials_invalid");
});

test("nothing about a visitor is recorded where others see it", async () => {
  const { ctx } = await enter();
  const where = { workspaceId: ctx.workspaceId };
  const recorded = JSON.stringify([
    await db().auditEntry.findMany({ where }),
    await db().session.findMany({ where }),
    ctx.caller,
  ]);
  expect(recorded).not.toMatch(/198\.51\.100\.7|A visitor/);
});

test("a visitor makes at most 30 changes a minute", async () => {
  const { jar } = await enter();
  const change = () =>
    callAccount("POST", "/api/account/submissions/delete", { jar, body: { ids: [] } });
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) statuses.push((await change()).status);
  expect(statuses[0]).not.toBe(429);
  expect(statuses.at(-1)).toBe(429);
});

test("uploads are off, and the hosted form asks for none", async () => {
  const { ctx } = await enter();
  const { publicKey } = await formOf(ctx.workspaceId);
  const multipart = [
    { name: "message", content: "see the file" },
    { name: "paper", filename: "notes.txt", content: "text" },
  ];
  const headers = { accept: "application/json" };
  expect(await rejectionCode(await postVisit(publicKey, { multipart, headers }))).toBe(
    "uploads_disabled",
  );
  expect(await (await openPage(showHostedForm, publicKey)).text()).not.toContain('type="file"');
});

test("nothing is sent to other servers, and emails are captured", async () => {
  const { ctx } = await enter();
  const call = { url: "https://hooks.example.com/", headers: {}, body: "{}" };
  expect(await webhookHttpClient().call(call)).toMatchObject({
    outcome: "address_blocked",
    error: expect.stringContaining("This is a demo"),
  });
  await drainOutbox();
  const where = { workspaceId: ctx.workspaceId };
  expect(await db().capturedEmail.count({ where })).toBeGreaterThan(0);
});

test("every hour, maintenance replaces the demo and ends its sessions", async () => {
  const first = await enter();
  await runMaintenance({ ...systemClock, now: () => later(0.5) });
  expect(await authenticateSession(first.sessionId, callerAt(later(0.5)))).not.toBeNull();
  await runMaintenance({ ...systemClock, now: () => later(1) });
  expect(await authenticateSession(first.sessionId, callerAt(later(1)))).toBeNull();
  const second = await enter(later(1));
  expect(second.account.workspace.id).not.toBe(first.account.workspace.id);
  expect(second.account.user.id).not.toBe(first.account.user.id);
  expect(await db().form.count({ where: { workspaceId: second.ctx.workspaceId } })).toBe(2);
});

test("several processes that reset at once leave one demo", async () => {
  await Promise.allSettled([1, 2, 3].map(() => resetDemo(later(2))));
  expect(await db().user.count({ where: { emailKey: "demo@example.com" } })).toBe(1);
  await enter(later(2));
});

test("a reset leaves other accounts alone, and the demo isn't an empty installation", async () => {
  const other = await createWorkspace();
  await resetDemo(later(3));
  expect(await db().membership.count({ where: { workspaceId: other.id } })).toBe(1);
  await db().user.deleteMany({ where: { emailKey: { not: "demo@example.com" } } });
  expect(await getSignUpState()).toBe("open");
});
