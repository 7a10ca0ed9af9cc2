import { expect, test } from "vitest";
import { countDeliveries } from "#lib/webhooks/list-deliveries";
import { deleteWebhook } from "#lib/webhooks/save-webhook";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import {
  createWebhook,
  createWebhookDelivery,
} from "#tests/support/factories/integration-factories";

test("counts stored and pending webhook deliveries", async () => {
  const workspace = await createWorkspace();
  const [form, other] = [await createForm(workspace), await createForm(workspace)];
  const webhook = await createWebhook(workspace, form);
  for (const status of ["queued", "retrying", "delivered", "failed", "cancelled"] as const)
    await createWebhookDelivery(workspace, form, webhook, { status });
  await createWebhookDelivery(workspace, other, await createWebhook(workspace, other));
  expect(await countDeliveries(workspace.ctx, form.id)).toEqual({ kept: 5, waiting: 2 });
});

test("counts no deliveries without a webhook, after its deletion and for other workspaces", async () => {
  const workspace = await createWorkspace();
  const form = await createForm(workspace);
  const nothing = { kept: 0, waiting: 0 };
  expect(await countDeliveries(workspace.ctx, form.id)).toEqual(nothing);
  const webhook = await createWebhook(workspace, form);
  await createWebhookDelivery(workspace, form, webhook, { status: "delivered" });
  expect(await countDeliveries((await createWorkspace()).ctx, form.id)).toEqual(nothing);
  await deleteWebhook(workspace.ctx, form.id);
  expect(await countDeliveries(workspace.ctx, form.id)).toEqual(nothing);
});
