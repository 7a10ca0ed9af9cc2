import { expect, test } from "vitest";
import {
  authenticateSession,
  createSession,
  endOtherSessions,
  listSessions,
} from "#lib/accounts/sessions";
import { db } from "#lib/db/database";
import {
  callerAt,
  contextAt,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";

const DAY_MS = 86_400_000;

async function setUp() {
  const workspace = await createWorkspace();
  const start = workspace.ctx.now.getTime();
  const id = await create(workspace, workspace.ctx.now);
  const at = (ms: number) => authenticateSession(id, callerAt(new Date(start + ms)));
  return { workspace, id, at };
}

function create(workspace: Workspace, now: Date, userAgent: string | null = null) {
  const owner = { userId: workspace.user.id, workspaceId: workspace.id };
  return createSession(db(), owner, userAgent, now);
}

test("finds a session's user, workspace, and request time", async () => {
  const { workspace, id, at } = await setUp();
  expect(await at(1000)).toMatchObject({
    sessionId: id,
    account: { user: workspace.user, workspace: { id: workspace.id, plan: "starter" } },
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
  const id = await create(workspace, workspace.ctx.now, `\ud800${"😀".repeat(400)}`);
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
  const younger = await create(workspace, new Date(start + DAY_MS));
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
  const owner = { userId: workspace.user.id, workspaceId: workspace.id };
  const open = (index: number) => createSession(db(), owner, null, new Date(now.getTime() + index));
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
  for (let index = 1; index <= 3; index += 1)
    await create(workspace, new Date(workspace.ctx.now.getTime() - index));
  expect(await listSessions(own)).toHaveLength(4);
  await endOtherSessions(own, id);
  expect(await listSessions(own)).toMatchObject([{ id }]);
  expect(await at(0)).not.toBeNull();
});
