import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { Account } from "#lib/domain/accounts/schema";
import { updateWorkspace } from "#lib/domain/accounts/workspace";
import { diagnoseForm } from "#lib/domain/diagnostics/diagnose-form";
import { releaseHeld } from "#lib/domain/submissions/release-held";
import { getSubmission } from "#lib/domain/submissions/store";
import { getAllowanceState, getUsage } from "#lib/domain/usage/get-usage";
import { queueUsageAlert } from "#lib/domain/usage/queue-usage-alert";
import { callAccount, dataOf } from "#tests/support/contract/api";
import { acceptedId, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { signedIn } from "#tests/support/factories/account-factories";
import { contextAt, createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { addMember } from "#tests/support/factories/member-factories";
import { countAccepted } from "#tests/support/factories/message-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { queuedEmails } from "#tests/support/factories/queued-emails";
import { changeSettings } from "#tests/support/setup/change-settings";
import { START } from "#tests/support/twins/test-clock";

process.env.DEFAULT_PLAN = "starter";

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
  const { workspace, form } = await createOwnForm();
  await db().usageSlot.create({
    data: { workspaceId: workspace.id, day: new Date(), slot: 0, accepted: 2000, spam: 0 },
  });
  for (let count = 0; count < 3; count += 1)
    expect((await postVisit(form.publicKey, { json: { message: "x" } })).status).toBe(429);
  expect(await queuedEmails(workspace)).toMatchObject([{ data: { percent: 200, accepted: 2000 } }]);
});

/** A form whose workspace, on the smallest plan, has accepted so many messages this month. */
async function formAfter(accepted: number) {
  const { workspace, ctx, form } = await createOwnForm();
  await countAccepted(workspace, accepted);
  const post = () => postVisit(form.publicKey, { json: { message: "Hello" } });
  const send = async () => getSubmission(ctx, await acceptedId(await post()));
  return { workspace, ctx, form, post, send };
}

it("a number replaces the plan's: messages are held beyond it and rejected beyond twice of it", async () => {
  changeSettings({ monthlyAllowance: 3 });
  const { ctx, post, send } = await formAfter(2);
  expect((await send()).heldReason).toBeNull();
  for (let n = 0; n < 3; n += 1) expect((await send()).heldReason).toBe("allowance");
  expect(await rejectionCode(await post())).toBe("allowance_exceeded");
  expect(await getUsage(ctx)).toMatchObject({ accepted: 6, held: 3, allowance: 3 });
});

it("a larger number than the plan's accepts and sends what the plan would hold", async () => {
  changeSettings({ monthlyAllowance: 5_000 });
  const { send, ctx } = await formAfter(4_000);
  expect((await send()).deliveries).toHaveLength(1);
  expect((await getUsage(ctx)).allowance).toBe(5_000);
});

it("unlimited never holds, rejects or emails, however many messages come, and `allowance` is null", async () => {
  changeSettings({ monthlyAllowance: null });
  const { workspace, ctx, form, send } = await formAfter(5_000_000);
  const submissions = await Promise.all([send(), send(), send()]);
  for (const { heldReason, deliveries } of submissions)
    expect([heldReason, deliveries.length]).toEqual([null, 1]);
  const usage = await getUsage(ctx);
  expect(usage).toMatchObject({ accepted: 5_000_003, held: 0, allowance: null });
  expect(await getAllowanceState(ctx)).toBeNull();
  expect(await queueUsageAlert(ctx, usage.accepted, usage.allowance)).toBe(false);
  const where = { workspaceId: workspace.id, kind: "allowance" };
  expect(await db().delivery.count({ where })).toBe(0);
  expect((await diagnoseForm(ctx, form.id)).map(({ section }) => section)).not.toContain("usage");
});

it("by default nothing is held or rejected, whatever plan a workspace had before", async () => {
  changeSettings({ defaultPlan: undefined });
  const { ctx, send } = await formAfter(5_000);
  expect((await send()).heldReason).toBeNull();
  expect(await getUsage(ctx)).toMatchObject({ accepted: 5_001, held: 0, allowance: null });
});

it("what the plan held goes out once the setting allows it", async () => {
  const { ctx, send } = await formAfter(1_000);
  const { id, heldReason } = await send();
  expect(heldReason).toBe("allowance");
  changeSettings({ monthlyAllowance: null });
  await releaseHeld();
  expect(await getSubmission(ctx, id)).toMatchObject({
    heldReason: null,
    deliveries: [{ status: "queued" }],
  });
});

it("without plans none can be switched to, the account names none, and the doctor speaks of none", async () => {
  changeSettings({ monthlyAllowance: 10 });
  const { workspace, ctx, form } = await formAfter(15);
  await expectRejection(updateWorkspace(ctx, { plan: "scale" }), "not_found");
  const jar = await signedIn(workspace);
  const account = dataOf(await callAccount("GET", "/api/account", { jar }), 200, Account);
  expect(account.workspace.plan).toBeNull();
  const findings = await diagnoseForm(ctx, form.id);
  expect(findings).toContainEqual(expect.objectContaining({ id: "messages_held" }));
  expect(JSON.stringify(findings)).not.toMatch(/plan\b/i);
});
