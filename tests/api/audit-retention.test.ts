import { beforeEach, expect, test } from "vitest";
import { db, transaction } from "#lib/adapters/db/database";
import { AUDIT_KEPT_DAYS, MAX_AUDIT_ENTRIES } from "#lib/domain/audit/schema";
import { capAuditLogStep } from "#lib/entry/jobs/maintenance/delete-expired-rows";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { untilWaiting } from "#tests/support/drills/lock-waits";
import { createAuditEntry, createManyAuditEntries } from "#tests/support/factories/audit-entries";
import { createWorkspace, type Workspace } from "#tests/support/factories/factories";
import { createTestClock } from "#tests/support/twins/test-clock";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(async () => {
  await db().auditEntry.deleteMany();
});

async function actionsOf(workspace: Workspace): Promise<Record<string, number>> {
  const where = { workspaceId: workspace.id };
  const groups = await db().auditEntry.groupBy({ by: ["action"], where, _count: true });
  return Object.fromEntries(groups.map(({ action, _count }) => [action, _count]));
}

/** Runs the step until a batch deletes nothing; returns how many entries it deleted. */
async function cap(now: Date, maxEntries: number): Promise<number> {
  const step = capAuditLogStep(now, maxEntries);
  let total = 0;
  for (;;) {
    const { count, isDone } = await step.runBatch();
    total += count;
    if (isDone) return total;
  }
}

test("an entry is kept for 365 days, and deleted then", async () => {
  expect(AUDIT_KEPT_DAYS).toBe(365);
  const workspace = await createWorkspace();
  const at = new Date();
  await createAuditEntry(workspace, { at });
  const maintainAt = (ms: number) => runMaintenance(createTestClock(new Date(at.getTime() + ms)));
  expect(await maintainAt(365 * DAY_MS - 1)).toMatchObject({ auditEntries: 0, failures: 0 });
  expect(await maintainAt(365 * DAY_MS)).toMatchObject({ auditEntries: 1, failures: 0 });
});

test("a workspace keeps 100,000 entries; a flood of one action pushes out only that action", async () => {
  expect(MAX_AUDIT_ENTRIES).toBe(100_000);
  const workspace = await createWorkspace();
  const now = new Date();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  await createManyAuditEntries(workspace, "token.created", 3, ago(200 * DAY_MS));
  await createManyAuditEntries(workspace, "form.updated", 500, ago(100 * DAY_MS));
  await createManyAuditEntries(workspace, "submissions.deleted", 102_500, ago(2 * DAY_MS));
  const counts = await runMaintenance(createTestClock(now));
  expect(counts).toMatchObject({ excessAuditEntries: 3003, failures: 0 });
  expect(await actionsOf(workspace)).toEqual({
    "token.created": 3,
    "form.updated": 500,
    "submissions.deleted": 99_497,
  });
  const oldest = await db().auditEntry.findFirstOrThrow({
    where: { workspaceId: workspace.id, action: "submissions.deleted" },
    orderBy: { at: "asc" },
  });
  expect(oldest.at).toEqual(new Date(ago(2 * DAY_MS).getTime() + 3003_000));
});

test("a log at its limit loses nothing, even when another workspace is beyond it", async () => {
  const [full, beyond] = [await createWorkspace(), await createWorkspace()];
  const now = new Date();
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  await createManyAuditEntries(full, "form.updated", 10, hourAgo);
  await createManyAuditEntries(beyond, "form.updated", 6, hourAgo);
  await createManyAuditEntries(beyond, "form.created", 6, hourAgo);
  expect(await cap(now, 10)).toBe(2);
  expect(await actionsOf(full)).toEqual({ "form.updated": 10 });
  expect(await actionsOf(beyond)).toEqual({ "form.created": 4, "form.updated": 6 });
});

test("two runs at once delete no more than the excess", async () => {
  const workspace = await createWorkspace();
  const now = new Date();
  await createManyAuditEntries(workspace, "form.updated", 30, new Date(now.getTime() - HOUR_MS));
  const second = await transaction(async (tx) => {
    await tx.$executeRaw`
      DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries ORDER BY at LIMIT 10)`;
    const waiting = cap(now, 20);
    await untilWaiting(waiting);
    return { waiting };
  });
  expect(await second.waiting).toBe(0);
  expect(await actionsOf(workspace)).toEqual({ "form.updated": 20 });
});

test("deleting a workspace deletes its log in batches, before the workspace itself", async () => {
  const [workspace, kept] = [await createWorkspace(), await createWorkspace()];
  await createManyAuditEntries(workspace, "form.updated", 2500, new Date());
  await createAuditEntry(kept);
  const deletedAt = new Date();
  await db().workspace.update({ where: { id: workspace.id }, data: { deletedAt } });
  const maintain = () => runMaintenance(createTestClock(new Date(deletedAt.getTime() + HOUR_MS)));
  expect(await maintain()).toMatchObject({ workspaceAuditEntries: 2500, workspaces: 0 });
  expect(await maintain()).toMatchObject({ workspaceAuditEntries: 0, workspaces: 1 });
  expect(await actionsOf(workspace)).toEqual({});
  expect(await actionsOf(kept)).toEqual({ "form.created": 1 });
});
