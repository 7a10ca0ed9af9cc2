import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import {
  countOpenSteps,
  evidenceSql,
  getOnboarding,
  type Onboarding,
} from "#lib/domain/accounts/get-onboarding";
import { deleteWebhook } from "#lib/domain/endpoints/save-webhook";
import { deleteForm } from "#lib/domain/forms/forms";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { updateForm } from "#lib/domain/forms/update-form";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import {
  contextAt,
  createForm,
  createOwnForm,
  createPendingRecipient,
  createToken,
  createVerifiedRecipient,
  createWorkspace,
  type Workspace,
} from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";
import { rowsRead } from "#tests/support/setup/query-plan";

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

/** A workspace that got a message and was notified of it. The message isn't read yet. */
async function notified() {
  const { workspace, form } = await createOwnForm();
  const message = await createSubmission(workspace, form);
  await createDelivery(workspace, message, { status: "sent" });
  const { ctx } = workspace;
  return { workspace, ctx, form, message };
}

async function finished() {
  const setup = await notified();
  await updateSubmission(setup.ctx, setup.message.id, { read: true });
  expect(await countOpenSteps(setup.ctx)).toBe(0);
  return setup;
}

test("finished onboarding stays finished when only an unread message is left, and without its form", async () => {
  const { workspace, ctx, form, message } = await finished();
  await deleteSubmission(ctx, message.id);
  await createSubmission(workspace, form);
  expect(await countOpenSteps(ctx)).toBe(0);
  expect(await getOnboarding(ctx)).toMatchObject({ messageRead: true, notificationSent: true });
  await deleteForm(ctx, form.id);
  expect(await countOpenSteps(ctx)).toBe(0);
});

test("onboarding is recorded as finished once, by whichever of many readers comes first", async () => {
  const { ctx, message } = await notified();
  await updateSubmission(ctx, message.id, { read: true });
  const rowVersion = () =>
    db()
      .$queryRaw`SELECT xmin::text, onboarded_at FROM workspaces WHERE id = ${ctx.workspaceId}::uuid`;
  const counts = await Promise.all(Array.from({ length: 8 }, () => countOpenSteps(ctx)));
  expect(new Set(counts)).toEqual(new Set([0]));
  const recorded = await rowVersion();
  expect(recorded).toMatchObject([{ onboarded_at: ctx.now }]);
  await countOpenSteps(ctx);
  await getOnboarding(ctx);
  expect(await rowVersion()).toEqual(recorded);
});

test("unfinished onboarding writes nothing", async () => {
  const { ctx } = await notified();
  expect(await countOpenSteps(ctx)).toBe(1);
  const { onboardedAt } = await db().workspace.findUniqueOrThrow({
    where: { id: ctx.workspaceId },
  });
  expect(onboardedAt).toBeNull();
});

/** A workspace that got a message and notifies no one. */
async function silent(): Promise<{ workspace: Workspace; formId: string; messageId: string }> {
  const { workspace, form } = await createOwnForm();
  await updateForm(workspace.ctx, form.id, { recipientIds: [] });
  const { id } = await createSubmission(workspace, form);
  return { workspace, formId: form.id, messageId: id };
}

test("with notifications off, onboarding is finished once a message was read", async () => {
  const { workspace, messageId } = await silent();
  expect(await countOpenSteps(workspace.ctx)).toBe(1);
  await updateSubmission(workspace.ctx, messageId, { read: true });
  expect(await countOpenSteps(workspace.ctx)).toBe(0);
});

test.for(["a webhook", "a token"])(
  "with notifications off, onboarding is finished once %s gets the messages to an app",
  async (by) => {
    const { workspace, formId } = await silent();
    const token = await createToken(workspace);
    expect(await countOpenSteps(workspace.ctx)).toBe(1);
    if (by === "a webhook") await createWebhook(workspace, { id: formId });
    else await db().token.updateMany({ where: { id: token.id }, data: { lastUsedAt: new Date() } });
    expect(await countOpenSteps(workspace.ctx)).toBe(0);
  },
);

test("a form that notifies someone needs a notification that was sent", async () => {
  const { workspace, formId, messageId } = await silent();
  const recipient = await createVerifiedRecipient(workspace);
  await saveRouting(workspace.ctx, formId, { revision: null, enabled: true, rules: [] });
  await updateSubmission(workspace.ctx, messageId, { read: true });
  expect(await countOpenSteps(workspace.ctx), "rules").toBe(1);
  await createForm(workspace, { recipientIds: [recipient.id] });
  await deleteForm(workspace.ctx, formId);
  expect(await countOpenSteps(workspace.ctx), "another form's recipients").toBe(1);
  await createDelivery(workspace, { id: messageId }, { status: "failed" });
  expect(await countOpenSteps(workspace.ctx), "a failed notification").toBe(1);
});

const MESSAGES = 10_000;
/** Of each of three folders, the newest 50 messages and their notifications. */
const MOST_READ = 3 * 50 * 2;

test("unfinished onboarding reads few of 10,000 messages and notifications, none of which was sent", async () => {
  const { workspace, form } = await createOwnForm();
  await db().$executeRaw`
    INSERT INTO submissions (id, workspace_id, form_id, folder, received_at, fields, preview,
      search_text, plan, visitor_reply_status)
    SELECT gen_random_uuid(), ${workspace.id}::uuid, ${form.id}::uuid,
      (ARRAY['inbox', 'archive', 'spam'])[1 + n % 3],
      '2026-11-20T12:00:00Z'::timestamptz - n * interval '1 hour', '[]', '', '', '{}', 'not_eligible'
    FROM generate_series(1, ${MESSAGES}::int) AS n`;
  await db().$executeRaw`
    INSERT INTO deliveries (id, workspace_id, submission_id, channel, kind, email, status, dedupe_key,
      created_at, concurrency_key)
    SELECT gen_random_uuid(), workspace_id, id, 'email', 'notification', 'owner@example.com', 'failed',
      gen_random_uuid(), received_at, gen_random_uuid()
    FROM submissions WHERE workspace_id = ${workspace.id}::uuid`;
  await db().$executeRaw`ANALYZE submissions, deliveries, forms`;
  const read = await rowsRead(evidenceSql(workspace.ctx), ["submissions", "deliveries"]);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(MOST_READ);
});
