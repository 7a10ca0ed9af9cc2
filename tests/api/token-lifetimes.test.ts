import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { createToken as createTokenVerb } from "#lib/domain/tokens/create-token";
import { revokeToken } from "#lib/domain/tokens/tokens";
import { announceExpiryStep } from "#lib/entry/jobs/maintenance/announce-expiry";
import { callAccount, errorOf } from "#tests/support/contract/api";
import { expectRejection } from "#tests/support/contract/rejection";
import { signedIn } from "#tests/support/factories/account-factories";
import {
  contextAt,
  createToken,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { queuedEmails } from "#tests/support/factories/queued-emails";

const DAY_MS = 86_400_000;
const INPUT = { name: "x", scopes: ["usage:read" as const], expiresInDays: 1 };

function createAt(workspace: Workspace, now: Date) {
  return createTokenVerb(contextAt(workspace, now), INPUT);
}

test("allows 20 active tokens, even at once; creating another requires revoking one", async () => {
  const workspace = await createWorkspace();
  const jar = await signedIn(workspace);
  const create = () => callAccount("POST", "/api/account/tokens", { jar, body: INPUT });
  const now = new Date();
  const ends = await Promise.allSettled(Array.from({ length: 25 }, () => createAt(workspace, now)));
  const created = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
  expect(created).toHaveLength(20);
  expect(errorOf(await create(), "token_limit_reached").message).toContain("20");
  await revokeToken(contextAt(workspace, new Date()), created[7]?.id ?? "");
  expect((await create()).status).toBe(201);
  errorOf(await create(), "token_limit_reached");
});

test("expired tokens don't count toward the active token limit", async () => {
  const workspace = await createWorkspace();
  const now = new Date();
  const longAgo = new Date(now.getTime() - 3 * DAY_MS);
  for (let index = 0; index < 20; index += 1) await createAt(workspace, longAgo);
  expect((await createAt(workspace, now)).status).toBe("active");
});

test("allows 50 new tokens in 24 hours", async () => {
  const workspace = await createWorkspace();
  const start = new Date(Date.now() - DAY_MS);
  const at = (ms: number) => new Date(start.getTime() + ms);
  for (let index = 0; index < 50; index += 1) {
    const token = await createAt(workspace, at(index * 1000));
    await revokeToken(contextAt(workspace, at(index * 1000)), token.id);
  }
  await expectRejection(createAt(workspace, at(DAY_MS - 90_000)), "token_limit_reached", {
    message: expect.stringContaining("50"),
    retryAfterSeconds: 90,
  });
  await expect(createAt(workspace, at(DAY_MS - 1))).rejects.toMatchObject({ retryAfterSeconds: 1 });
  await createAt(workspace, at(DAY_MS));
  await expect(createAt(workspace, at(DAY_MS))).rejects.toMatchObject({ retryAfterSeconds: 1 });
  await createAt(workspace, at(DAY_MS + 1000));
});

const NOW = new Date("2026-11-21T10:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

async function createExpiring(
  workspace: Workspace,
  token: { expiresAt: Date; lastUsedAt?: Date | null; revokedAt?: Date },
): Promise<void> {
  const { id } = await createToken(workspace);
  await db().token.updateMany({ where: { id }, data: { lastUsedAt: inDays(-1), ...token } });
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
  expect(await queuedEmails(workspace)).toEqual([]);
  for (const days of [1.5, 2, 3]) await announceAt(inDays(days));
  expect(await queuedEmails(workspace)).toMatchObject([
    {
      to: workspace.user.email,
      data: {
        purpose: "token_expiring",
        expiresAt: inDays(8).getTime(),
        link: expect.stringMatching(/\/tokens$/),
      },
    },
  ]);
  for (const days of [7.5, 7.9, 8.1]) await announceAt(inDays(days));
  expect(await queuedEmails(workspace)).toHaveLength(2);
});

test("a token that first comes up on its last day is announced once", async () => {
  const workspace = await createWorkspace();
  await createExpiring(workspace, { expiresAt: inDays(0.5) });
  await Promise.all([announceAt(NOW), announceAt(NOW), announceAt(inDays(0.1))]);
  expect(await queuedEmails(workspace)).toHaveLength(1);
});

test("a token that is unused, revoked, or expired isn't announced", async () => {
  const workspace = await createWorkspace();
  await createExpiring(workspace, { expiresAt: inDays(3), lastUsedAt: inDays(-31) });
  await createExpiring(workspace, { expiresAt: inDays(3), lastUsedAt: null });
  await createExpiring(workspace, { expiresAt: inDays(3), revokedAt: inDays(-1) });
  await createExpiring(workspace, { expiresAt: inDays(-1) });
  await announceAt(NOW);
  expect(await queuedEmails(workspace)).toEqual([]);
});
