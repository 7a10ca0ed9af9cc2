import { expect, test } from "vitest";
import { decryptSecret } from "#lib/core/secrets";
import { db } from "#lib/db/database";
import { announceExpiryStep } from "#lib/jobs/maintenance/announce-expiry";
import { createToken, createWorkspace, type Workspace } from "#tests/support/factories/factories";

const DAY_MS = 86_400_000;
const NOW = new Date("2026-11-21T10:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

async function createExpiring(
  workspace: Workspace,
  token: { expiresAt: Date; lastUsedAt?: Date | null; revokedAt?: Date },
): Promise<void> {
  const { id } = await createToken(workspace);
  await db().token.updateMany({ where: { id }, data: { lastUsedAt: inDays(-1), ...token } });
}

async function noticesOf({ id }: Workspace) {
  const rows = await db().delivery.findMany({
    where: { workspaceId: id, kind: "account" },
    orderBy: { createdAt: "asc" },
  });
  return rows.map((row) => ({
    to: row.email,
    ...JSON.parse(decryptSecret("email_data", row, row.sealedData ?? new Uint8Array())),
  }));
}

/** Runs the step until it's done. */
async function announceAt(now: Date): Promise<void> {
  const step = announceExpiryStep(now);
  while (!(await step.runBatch()).isDone);
}

test("owners get an email 7 days and 1 day before a token in use expires, each once", async () => {
  const workspace = await createWorkspace();
  await createExpiring(workspace, { expiresAt: inDays(8) });
  await announceAt(NOW);
  expect(await noticesOf(workspace)).toEqual([]);
  for (const days of [1.5, 2, 3]) await announceAt(inDays(days));
  expect(await noticesOf(workspace)).toMatchObject([
    {
      to: workspace.user.email,
      purpose: "token_expiring",
      expiresAt: inDays(8).getTime(),
      link: expect.stringMatching(/\/tokens$/),
    },
  ]);
  for (const days of [7.5, 7.9, 8.1]) await announceAt(inDays(days));
  expect(await noticesOf(workspace)).toHaveLength(2);
});

test("a token that first comes up on its last day is announced once", async () => {
  const workspace = await createWorkspace();
  await createExpiring(workspace, { expiresAt: inDays(0.5) });
  await Promise.all([announceAt(NOW), announceAt(NOW), announceAt(inDays(0.1))]);
  expect(await noticesOf(workspace)).toHaveLength(1);
});

test("a token that is unused, revoked, or expired isn't announced", async () => {
  const workspace = await createWorkspace();
  await createExpiring(workspace, { expiresAt: inDays(3), lastUsedAt: inDays(-31) });
  await createExpiring(workspace, { expiresAt: inDays(3), lastUsedAt: null });
  await createExpiring(workspace, { expiresAt: inDays(3), revokedAt: inDays(-1) });
  await createExpiring(workspace, { expiresAt: inDays(-1) });
  await announceAt(NOW);
  expect(await noticesOf(workspace)).toEqual([]);
});
