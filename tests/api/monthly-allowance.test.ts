import { expect, test } from "vitest";
import { Account } from "#lib/accounts/schema";
import { updateWorkspace } from "#lib/accounts/workspace";
import { db } from "#lib/db/database";
import { diagnoseForm } from "#lib/intake/diagnose-form";
import { releaseHeld } from "#lib/submissions/release-held";
import { getSubmission } from "#lib/submissions/store";
import { getAllowanceState, getUsage } from "#lib/usage/get-usage";
import { queueUsageAlert } from "#lib/usage/queue-usage-alert";
import { callAccount, dataOf } from "#tests/support/contract/api";
import { acceptedId, postVisit, rejectionCode } from "#tests/support/contract/intake";
import { signedIn } from "#tests/support/factories/account-factories";
import { createOwnForm } from "#tests/support/factories/factories";
import { countAccepted } from "#tests/support/factories/message-factories";
import { changeSettings } from "#tests/support/setup/change-settings";

/** A form whose workspace, on the smallest plan, has accepted so many messages this month. */
async function formAfter(accepted: number) {
  const { workspace, ctx, form } = await createOwnForm();
  await countAccepted(workspace, accepted);
  const post = () => postVisit(form.publicKey, { json: { message: "Hello" } });
  const send = async () => getSubmission(ctx, await acceptedId(await post()));
  return { workspace, ctx, form, post, send };
}

test("a number replaces the plan's: messages are held beyond it and rejected beyond twice of it", async () => {
  changeSettings({ monthlyAllowance: 3 });
  const { ctx, post, send } = await formAfter(2);
  expect((await send()).heldReason).toBeNull();
  for (let n = 0; n < 3; n += 1) expect((await send()).heldReason).toBe("allowance");
  expect(await rejectionCode(await post())).toBe("allowance_exceeded");
  expect(await getUsage(ctx)).toMatchObject({ accepted: 6, held: 3, allowance: 3 });
});

test("a larger number than the plan's accepts and sends what the plan would hold", async () => {
  changeSettings({ monthlyAllowance: 5_000 });
  const { send, ctx } = await formAfter(4_000);
  expect((await send()).deliveries).toHaveLength(1);
  expect((await getUsage(ctx)).allowance).toBe(5_000);
});

test("unlimited never holds, rejects or emails, however many messages come, and `allowance` is null", async () => {
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

test("what the plan held goes out once the setting allows it", async () => {
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

test("plans can't be switched, the account still names one, and the doctor speaks of none", async () => {
  changeSettings({ monthlyAllowance: 10 });
  const { workspace, ctx, form } = await formAfter(15);
  const switched = updateWorkspace(ctx, { plan: "scale" });
  await expect(switched).rejects.toMatchObject({ code: "not_found" });
  const jar = await signedIn(workspace);
  const account = dataOf(await callAccount("GET", "/api/account", { jar }), 200, Account);
  expect(account.workspace.plan).toBe("starter");
  const findings = await diagnoseForm(ctx, form.id);
  expect(findings).toContainEqual(expect.objectContaining({ id: "messages_held" }));
  expect(JSON.stringify(findings)).not.toMatch(/plan\b/i);
});
