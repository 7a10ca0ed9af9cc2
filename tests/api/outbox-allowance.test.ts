import { beforeEach, describe, expect, it } from "vitest";
import { updateWorkspace } from "#lib/accounts/workspace";
import { db } from "#lib/db/database";
import { queueUsageAlert } from "#lib/usage/queue-usage-alert";
import { postVisit } from "#tests/support/contract/intake";
import { contextAt, createForm, createWorkspace } from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { queuedEmails } from "#tests/support/factories/queued-emails";
import { START } from "#tests/support/twins/test-clock";

const NEXT_MONTH = new Date("2026-12-01T00:00:00Z");

beforeEach(emptyOutbox);

describe("queueUsageAlert", () => {
  it("sends nothing below 80%", async () => {
    const { id, ctx } = await createWorkspace({ now: START });
    expect(await queueUsageAlert(ctx, 799, 1000)).toBe(false);
    expect(await queuedEmails({ id })).toEqual([]);
  });

  it("emails every owner once at 80% and once at 100% in each month", async () => {
    const workspace = await createWorkspace({ now: START });
    const { email } = (await addMember(workspace, "owner")).user;
    for (const accepted of [800, 801, 900, 1000, 1000])
      await queueUsageAlert(workspace.ctx, accepted, 1000);
    const notices = await queuedEmails(workspace);
    expect(notices.map(({ to }) => to).sort()).toEqual(
      [email, email, workspace.user.email, workspace.user.email].sort(),
    );
    expect(notices.map(({ data }) => data)).toMatchObject([
      { percent: 80, accepted: 800, allowance: 1000, month: "2026-11" },
      { percent: 80 },
      { percent: 100, accepted: 1000 },
      { percent: 100 },
    ]);
    await queueUsageAlert(contextAt(workspace, NEXT_MONTH), 850, 1000);
    expect(await queuedEmails(workspace)).toHaveLength(6);
  });

  it("sends one email when concurrent submissions cross a threshold", async () => {
    const { id, ctx } = await createWorkspace({ now: START });
    const calls = Array.from({ length: 20 }, (_, index) => queueUsageAlert(ctx, 800 + index, 1000));
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(1);
    expect(await queuedEmails({ id })).toHaveLength(1);
  });

  it("reports only 100% when both thresholds are crossed at once", async () => {
    const { id, ctx } = await createWorkspace({ now: START });
    await queueUsageAlert(ctx, 1000, 1000);
    await queueUsageAlert(ctx, 1000, 1000);
    expect(await queuedEmails({ id })).toMatchObject([{ data: { percent: 100 } }]);
  });

  it("alerts again after a plan change", async () => {
    const { id, ctx } = await createWorkspace({ now: START });
    await queueUsageAlert(ctx, 1000, 1000);
    await queueUsageAlert(ctx, 7999, 10_000);
    await queueUsageAlert(ctx, 8000, 10_000);
    await queueUsageAlert(ctx, 10_000, 10_000);
    await queueUsageAlert(ctx, 1000, 1000);
    expect((await queuedEmails({ id })).map(({ data }) => data)).toMatchObject([
      { percent: 100, allowance: 1000 },
      { percent: 80, allowance: 10_000 },
      { percent: 100, allowance: 10_000 },
    ]);
  });
});

describe("a plan change", () => {
  async function setUp(accepted: number, plan: "starter" | "team" | "scale") {
    const workspace = await createWorkspace({ now: START, plan });
    await db().usageSlot.create({
      data: { workspaceId: workspace.id, day: START, slot: 0, accepted, spam: 9 },
    });
    const switchTo = (to: typeof plan) => updateWorkspace(workspace.ctx, { plan: to });
    return { ...workspace, switchTo };
  }

  it.each([
    [850, 80],
    [1000, 100],
    [5000, 200],
  ])(
    "sends one usage alert immediately after a downgrade with %s submissions (%s%%)",
    async (accepted, percent) => {
      const { id, switchTo } = await setUp(accepted, "team");
      expect(await switchTo("starter")).toBe(true);
      expect(await switchTo("team")).toBe(false);
      expect(await switchTo("starter")).toBe(false);
      expect(await queuedEmails({ id })).toMatchObject([
        { data: { percent, accepted, allowance: 1000 } },
      ]);
    },
  );

  it("sends no usage alert for an upgrade until the new allowance is nearly used up", async () => {
    const { id, ctx, switchTo } = await setUp(1000, "starter");
    await queueUsageAlert(ctx, 1000, 1000);
    expect(await switchTo("team")).toBe(false);
    expect(await queuedEmails({ id })).toHaveLength(1);
    await queueUsageAlert(ctx, 8000, 10_000);
    expect(await queuedEmails({ id })).toHaveLength(2);
  });

  it("sends no usage alert when the plan stays the same", async () => {
    const { id, ctx, switchTo } = await setUp(10, "starter");
    expect(await switchTo("starter")).toBe(false);
    expect(await updateWorkspace(ctx, { name: "Renamed" })).toBe(false);
    expect(await queuedEmails({ id })).toEqual([]);
  });
});

it("sends a missing 200% usage alert when the next submission is rejected", async () => {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  await db().usageSlot.create({
    data: { workspaceId: workspace.id, day: new Date(), slot: 0, accepted: 2000, spam: 0 },
  });
  for (let count = 0; count < 3; count += 1)
    expect((await postVisit(form.publicKey, { json: { message: "x" } })).status).toBe(429);
  expect(await queuedEmails(workspace)).toMatchObject([{ data: { percent: 200, accepted: 2000 } }]);
});
