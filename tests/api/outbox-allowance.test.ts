import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#lib/core/ids";
import { decryptSecret } from "#lib/core/secrets";
import { db } from "#lib/db/database";
import { EmailData } from "#lib/outbox/schema";
import { noticeAllowance } from "#lib/usage/notice-allowance";
import { contextAt, createWorkspace } from "#tests/support/factories";
import { emptyOutbox } from "#tests/support/outbox-state";

const START = new Date("2026-11-21T10:00:00Z");
const NEXT_MONTH = new Date("2026-12-01T00:00:00Z");

beforeEach(emptyOutbox);

async function noticesOf(workspaceId: string) {
  const rows = await db().emailDelivery.findMany({
    where: { workspaceId, kind: "allowance" },
    orderBy: { id: "asc" },
  });
  return rows.map((row) => ({
    to: row.email,
    data: EmailData.parse(JSON.parse(decryptSecret(row.sealedData ?? new Uint8Array()))),
  }));
}

describe("noticeAllowance", () => {
  it("says nothing below 80 %", async () => {
    const { id, ctx } = await createWorkspace({ now: START });
    expect(await noticeAllowance(ctx, 799, 1000)).toBe(false);
    expect(await noticesOf(id)).toEqual([]);
  });

  it("mails every member once at 80 % and once at 100 %, and again the next month", async () => {
    const workspace = await createWorkspace({ now: START });
    const email = `second-${newId()}@example.com`;
    await db().user.create({
      data: {
        id: newId(),
        email,
        emailKey: email,
        passwordHash: "none",
        createdAt: START,
        memberships: { create: { workspaceId: workspace.id, createdAt: START } },
      },
    });
    for (const accepted of [800, 801, 900, 1000, 1000])
      await noticeAllowance(workspace.ctx, accepted, 1000);
    const notices = await noticesOf(workspace.id);
    expect(notices.map(({ to }) => to).sort()).toEqual(
      [email, email, workspace.user.email, workspace.user.email].sort(),
    );
    expect(notices.map(({ data }) => data)).toMatchObject([
      { percent: 80, accepted: 800, allowance: 1000, month: "2026-11" },
      { percent: 80 },
      { percent: 100, accepted: 1000 },
      { percent: 100 },
    ]);
    await noticeAllowance(contextAt(workspace, NEXT_MONTH), 850, 1000);
    expect(await noticesOf(workspace.id)).toHaveLength(6);
  });

  it("mails once when twenty messages cross the mark at once", async () => {
    const { id, ctx } = await createWorkspace({ now: START });
    const calls = Array.from({ length: 20 }, (_, index) => noticeAllowance(ctx, 800 + index, 1000));
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(1);
    expect(await noticesOf(id)).toHaveLength(1);
  });

  it("tells only the higher share when both are passed at once", async () => {
    const { id, ctx } = await createWorkspace({ now: START });
    await noticeAllowance(ctx, 1000, 1000);
    await noticeAllowance(ctx, 1000, 1000);
    expect(await noticesOf(id)).toMatchObject([{ data: { percent: 100 } }]);
  });
});
