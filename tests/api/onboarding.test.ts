import { expect, test } from "vitest";
import { getOnboarding, type Onboarding } from "#lib/accounts/get-onboarding";
import { deleteForm } from "#lib/forms/forms";
import { updateSubmission } from "#lib/submissions/update-submissions";
import { deleteWebhook } from "#lib/webhooks/save-webhook";
import {
  contextAt,
  createForm,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";

const NOTHING: Onboarding = {
  recipientVerified: false,
  formCreated: false,
  messageReceived: false,
  messageRead: false,
  notificationSent: false,
  webhookConnected: false,
  tokenCreated: false,
  formId: null,
};

test("onboarding steps reflect the workspace's actual state", async () => {
  const workspace = await createWorkspace();
  const ctx = contextAt(workspace, new Date());
  const state = { ...NOTHING };
  const expectNow = async (changed: Partial<Onboarding>) =>
    expect(await getOnboarding(ctx)).toEqual(Object.assign(state, changed));

  await expectNow({});
  const pending = await createPendingRecipient(workspace);
  expect(pending.status).toBe("pending");
  await expectNow({});
  const recipient = await createVerifiedRecipient(workspace);
  await expectNow({ recipientVerified: true });
  const form = await createForm(workspace, { recipientIds: [recipient.id] });
  await expectNow({ formCreated: true, formId: form.id });
  const message = await createSubmission(workspace, form);
  await expectNow({ messageReceived: true });
  await updateSubmission(ctx, message.id, { read: true });
  await expectNow({ messageRead: true });
  await createDelivery(workspace, message, { status: "sent" });
  await expectNow({ notificationSent: true });
  await createWebhook(workspace, form);
  await expectNow({ webhookConnected: true });
  await createToken(workspace);
  await expectNow({ tokenCreated: true });

  await deleteWebhook(ctx, form.id);
  await expectNow({ webhookConnected: false });
  await deleteForm(ctx, form.id);
  expect(await getOnboarding(ctx)).toMatchObject({ formCreated: true, formId: null });
});

test("onboarding ignores other workspaces", async () => {
  const elsewhere = await createWorkspace();
  const form = await createForm(elsewhere);
  await createSubmission(elsewhere, form);
  await createWebhook(elsewhere, form);
  const { ctx } = await createWorkspace();
  expect(await getOnboarding(ctx)).toEqual(NOTHING);
});
