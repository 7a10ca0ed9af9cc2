import { expect, test } from "vitest";
import { authenticateSession, createSession, endSession } from "#lib/accounts/sessions";
import { db } from "#lib/db/database";
import { createWorkspace, type Workspace } from "#tests/support/factories";

const DAY_MS = 86_400_000;

async function setUp() {
  const workspace = await createWorkspace();
  const start = workspace.ctx.now.getTime();
  const id = await create(workspace, workspace.ctx.now);
  const at = (ms: number) => authenticateSession(id, new Date(start + ms));
  return { workspace, id, at };
}

function create(workspace: Workspace, now: Date, userAgent: string | null = null) {
  const owner = { userId: workspace.user.id, workspaceId: workspace.id };
  return createSession(db(), owner, userAgent, now);
}

test("a session knows its user and workspace, at the moment of the request", async () => {
  const { workspace, id, at } = await setUp();
  expect(await at(1000)).toMatchObject({
    sessionId: id,
    account: { user: workspace.user, workspace: { id: workspace.id, plan: "starter" } },
    ctx: {
      workspaceId: workspace.id,
      actor: { kind: "user", userId: workspace.user.id },
      now: new Date(workspace.ctx.now.getTime() + 1000),
    },
  });
});

test("a session ends after 7 days without use", async () => {
  const { at } = await setUp();
  expect(await at(7 * DAY_MS)).toBeNull();
  expect(await at(7 * DAY_MS - 1)).not.toBeNull();
  expect(await at(14 * DAY_MS - 2)).not.toBeNull();
  expect(await at(21 * DAY_MS - 2)).toBeNull();
});

test("a session ends 30 days after sign-in, however much it is used", async () => {
  const { at } = await setUp();
  for (let day = 6; day < 30; day += 6) expect(await at(day * DAY_MS)).not.toBeNull();
  expect(await at(30 * DAY_MS - 1)).not.toBeNull();
  expect(await at(30 * DAY_MS)).toBeNull();
});

test("an ended session is no session, and ending it twice changes nothing", async () => {
  const { id, at } = await setUp();
  await endSession(id);
  await endSession(id);
  expect(await at(1000)).toBeNull();
});

test("a browser's name of any length and content is kept cut", async () => {
  const workspace = await createWorkspace();
  const id = await create(workspace, workspace.ctx.now, `\ud800${"😀".repeat(400)}`);
  const row = await db().session.findUniqueOrThrow({ where: { id } });
  expect(Array.from(row.userAgent ?? "")).toHaveLength(300);
});
