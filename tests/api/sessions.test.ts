import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import {
  confirmAuthenticator,
  createRecoveryCodes,
} from "#lib/domain/accounts/factors/authenticator";
import { addPasskey, startPasskey } from "#lib/domain/accounts/factors/passkeys";
import {
  authenticateSession,
  endOtherSessions,
  endOwnSession,
  endSession,
  listSessions,
} from "#lib/domain/accounts/sessions";
import { deleteWorkspace } from "#lib/domain/accounts/workspace";
import { createToken } from "#lib/domain/tokens/create-token";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createAccount,
  PASSWORD,
  sessionOf,
  startSession,
} from "#tests/support/factories/account-factories";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import { callerAt, contextAt, createWorkspace } from "#tests/support/factories/factories";
import { SoftwarePasskey } from "#tests/support/twins/software-authenticator";

const DAY_MS = 86_400_000;

async function setUp() {
  const workspace = await createWorkspace();
  const start = workspace.ctx.now.getTime();
  const id = await startSession(workspace, workspace.ctx.now);
  const at = (ms: number) => authenticateSession(id, callerAt(new Date(start + ms)));
  return { workspace, id, at };
}

test("finds a session's user, workspace, and request time", async () => {
  const { workspace, id, at } = await setUp();
  expect(await at(1000)).toMatchObject({
    sessionId: id,
    account: { user: workspace.user, workspace: { id: workspace.id, plan: null } },
    ctx: {
      workspaceId: workspace.id,
      actor: {
        kind: "user",
        sessionId: id,
        userId: workspace.user.id,
        role: "owner",
        provenAt: workspace.ctx.now,
      },
      now: new Date(workspace.ctx.now.getTime() + 1000),
    },
  });
});

test("a session expires after 7 days without use", async () => {
  const { at } = await setUp();
  expect(await at(7 * DAY_MS)).toBeNull();
  expect(await at(7 * DAY_MS - 1)).not.toBeNull();
  expect(await at(14 * DAY_MS - 2)).not.toBeNull();
  expect(await at(21 * DAY_MS - 2)).toBeNull();
});

test("a session expires 30 days after sign-in, even if it's in use", async () => {
  const { at } = await setUp();
  for (let day = 6; day < 30; day += 6) expect(await at(day * DAY_MS)).not.toBeNull();
  expect(await at(30 * DAY_MS - 1)).not.toBeNull();
  expect(await at(30 * DAY_MS)).toBeNull();
});

test("updates a session's last use at most every 5 minutes", async () => {
  const { workspace, id, at } = await setUp();
  const start = workspace.ctx.now.getTime();
  const seenAfterMs = async (ms: number) => {
    await at(ms);
    const { lastSeenAt } = await db().session.findUniqueOrThrow({ where: { id } });
    return lastSeenAt.getTime() - start;
  };
  expect(await seenAfterMs(5 * 60_000 - 1)).toBe(0);
  expect(await seenAfterMs(5 * 60_000)).toBe(5 * 60_000);
});

test("truncates and stores a user agent of any length and content", async () => {
  const workspace = await createWorkspace();
  const id = await startSession(workspace, workspace.ctx.now, `\ud800${"😀".repeat(400)}`);
  const row = await db().session.findUniqueOrThrow({ where: { id } });
  expect(Array.from(row.userAgent ?? "")).toHaveLength(300);
});

test("lists only active sessions", async () => {
  const { workspace, id, at } = await setUp();
  const start = workspace.ctx.now.getTime();
  const listAt = async (ms: number) => {
    const sessions = await listSessions(contextAt(workspace, new Date(start + ms)));
    return sessions.map((session) => session.id);
  };
  const younger = await startSession(workspace, new Date(start + DAY_MS));
  expect(await listAt(DAY_MS)).toEqual([younger, id]);
  expect(await listAt(7 * DAY_MS - 1)).toEqual([younger, id]);
  expect(await listAt(7 * DAY_MS), "one session has been idle for 7 days").toEqual([younger]);
  expect(await at(7 * DAY_MS)).toBeNull();
  for (let day = 7; day < 31; day += 6)
    expect(
      await authenticateSession(younger, callerAt(new Date(start + day * DAY_MS))),
    ).not.toBeNull();
  expect(await listAt(31 * DAY_MS - 1)).toEqual([younger]);
  expect(await listAt(31 * DAY_MS), "the other session is 30 days old").toEqual([]);
});

test("a user has at most 100 sessions; the least recently used one ends first", async () => {
  const workspace = await createWorkspace();
  const { now } = workspace.ctx;
  const open = (index: number) => startSession(workspace, new Date(now.getTime() + index));
  const first = await open(0);
  for (let index = 1; index < 100; index += 1) await open(index);
  expect(await authenticateSession(first, callerAt(now))).not.toBeNull();
  await open(100);
  expect(await authenticateSession(first, callerAt(now))).toBeNull();
  expect(await db().session.count({ where: { userId: workspace.user.id } })).toBe(100);
});

test("a user ends all sessions except one", async () => {
  const { workspace, id, at } = await setUp();
  const own = contextAt(workspace, workspace.ctx.now);
  const others = [];
  for (let index = 1; index <= 3; index += 1)
    others.push(await startSession(workspace, new Date(workspace.ctx.now.getTime() - index)));
  expect(await listSessions(own)).toHaveLength(4);
  const [first = ""] = others;
  await endOwnSession(own, first);
  await endOwnSession(own, first);
  await endOtherSessions(own, id);
  await endOtherSessions(own, id);
  expect(await listSessions(own)).toMatchObject([{ id }]);
  expect(await at(0)).not.toBeNull();
  expect(await auditEntriesOf(workspace), "recorded only if there were any").toMatchObject([
    { action: "account.signed_out_everywhere", details: { count: 1 } },
    { action: "account.signed_out_everywhere", details: { count: 2 } },
  ]);
});

const TOKEN = { name: "Late", scopes: [], expiresInDays: 365 };

test.each([
  ["a token", (ctx: Context) => createToken(ctx, TOKEN)],
  ["an authenticator app", (ctx: Context) => confirmAuthenticator(ctx, "123456")],
  ["recovery codes", (ctx: Context) => createRecoveryCodes(ctx)],
])("a request that began before its session ended doesn't create %s", async (_, create) => {
  const { ctx, sessionId } = await sessionOf(await createAccount());
  await endSession(sessionId);
  await expectRejection(create(ctx), "session_required");
});

test("a request that began before its session ended adds no passkey", async () => {
  const { ctx, sessionId } = await sessionOf(await createAccount());
  const credential = new SoftwarePasskey().create(await startPasskey(ctx));
  await endSession(sessionId);
  await expectRejection(addPasskey(ctx, { name: "Late", credential }), "session_required");
});

test("a request that began before its user lost the owner role creates no token and deletes nothing", async () => {
  const workspace = await createAccount();
  const { ctx } = await sessionOf(workspace);
  const where = { workspaceId: workspace.id };
  await db().membership.updateMany({ where, data: { role: "member" } });
  await expectRejection(createToken(ctx, TOKEN), "owner_required");
  await expectRejection(deleteWorkspace(ctx, { currentPassword: PASSWORD }), "owner_required");
  expect(await db().token.count({ where })).toBe(0);
});
