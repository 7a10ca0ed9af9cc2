import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { AppError } from "#lib/core/errors";
import { listRecipientUses, MAX_LISTED } from "#lib/domain/emails/recipient-places";
import { removeRecipient } from "#lib/domain/emails/remove-recipient";
import { retryEmail } from "#lib/domain/emails/retry-email";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { markNotSpam } from "#lib/domain/submissions/mark-not-spam";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmissions } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { auditEntriesOf } from "#tests/support/factories/audit-entries";
import {
  contextAt,
  createForm,
  createTwoRecipients,
  createWorkspace,
} from "#tests/support/factories/factories";
import { routingRule } from "#tests/support/factories/integration-factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { countStatements } from "#tests/support/setup/query-plan";

beforeEach(emptyOutbox);

const ALL = { folder: "inbox", email: true, event: true } as const;

/** A form that notifies two recipients, of whom one will leave, and a message that they're queued for. */
async function setUp() {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const [left, kept] = await createTwoRecipients(workspace);
  const form = await createForm(workspace, { recipientIds: [left.id, kept.id] });
  const id = await submitTo(form);
  const statusOf = async (recipientId: string) => {
    const { deliveries } = await getSubmission(ctx, id);
    return deliveries.find((one) => one.recipientId === recipientId)?.status;
  };
  const sentTo = async () => {
    await drainOutbox();
    const emails = await db().capturedEmail.findMany({ where: { workspaceId: workspace.id } });
    return emails.map(({ to }) => to);
  };
  return { workspace, ctx, left, kept, form, id, statusOf, sentTo };
}

test("a message moved to spam by hand doesn't notify a recipient removed since, and explains it", async () => {
  const { ctx, left, kept, id, statusOf, sentTo } = await setUp();
  await updateSubmissions(ctx, [id], { folder: "spam" });
  await removeRecipient(ctx, left.id);
  expect(await getInboxMessage(ctx, id)).toMatchObject({
    suppressed: { email: { recipients: [{ id: kept.id }] } },
    removed: [left.email],
  });
  const released = await markNotSpam(ctx, id, ALL);
  expect(released).toMatchObject({ notified: [kept.email], removed: [left.email] });
  expect([await statusOf(left.id), await statusOf(kept.id)]).toEqual(["cancelled", "queued"]);
  expect(await sentTo()).toEqual([kept.email]);
  const { notificationPlan } = await getSubmission(ctx, id);
  expect(notificationPlan.recipients, "the plan keeps its history").toHaveLength(2);
});

test("a message whose only recipient was removed offers to send nothing", async () => {
  const { ctx, left, kept, id, sentTo } = await setUp();
  await updateSubmissions(ctx, [id], { folder: "spam" });
  for (const one of [left, kept]) await removeRecipient(ctx, one.id);
  expect(await getInboxMessage(ctx, id)).toMatchObject({
    suppressed: null,
    removed: [left.email, kept.email],
  });
  await markNotSpam(ctx, id, ALL);
  expect(await sentTo()).toEqual([]);
});

test("a failed email to a removed recipient can't be sent again", async () => {
  const { workspace, left, kept, id, ctx } = await setUp();
  await db().delivery.updateMany({
    where: { submissionId: id },
    data: { status: "failed", dueAt: null, nextAttemptAt: null },
  });
  await removeRecipient(ctx, left.id);
  const later = contextAt(workspace, new Date(Date.now() + 120_000));
  const retry = async (recipientId: string) => {
    const { id: deliveryId } = await db().delivery.findFirstOrThrow({
      where: { submissionId: id, recipientId },
    });
    return retryEmail(later, id, deliveryId, { acknowledgePossibleDuplicate: false });
  };
  await expectRejection(retry(left.id), "delivery_not_retryable", {
    message: `${left.email} is no longer a recipient of this workspace.`,
  });
  expect((await retry(kept.id)).delivery).toMatchObject({ status: "queued" });
});

test.each(["queued", "retrying"])(
  "a removal cancels %s emails to the recipient",
  async (status) => {
    const { ctx, left, kept, id, statusOf, sentTo } = await setUp();
    await db().delivery.updateMany({ where: { submissionId: id }, data: { status } });
    await removeRecipient(ctx, left.id);
    expect(await statusOf(left.id)).toBe("cancelled");
    expect(await sentTo()).toEqual([kept.email]);
    expect(await getInboxMessage(ctx, id), "it never was in spam").toMatchObject({
      suppressed: null,
    });
  },
);

test("an email that is queued for a removed recipient after all isn't sent", async () => {
  const { ctx, left, kept, id, statusOf, sentTo } = await setUp();
  await removeRecipient(ctx, left.id);
  const due = await db().delivery.findFirstOrThrow({
    where: { submissionId: id, recipientId: kept.id },
  });
  await db().delivery.updateMany({
    where: { submissionId: id, recipientId: left.id },
    data: { status: "queued", dueAt: due.dueAt, nextAttemptAt: due.nextAttemptAt },
  });
  expect(await sentTo()).toEqual([kept.email]);
  expect(await statusOf(left.id)).toBe("cancelled");
});

/** Copies a form with its recipients and rules. */
async function copyForm(formId: string, times: number): Promise<void> {
  await db().$executeRaw`
    WITH copies AS (
      INSERT INTO forms (id, workspace_id, name, status, public_key, settings, created_at, updated_at)
      SELECT gen_random_uuid(), workspace_id, name, status,
        md5(gen_random_uuid()::text), settings, created_at, updated_at
      FROM forms CROSS JOIN generate_series(1, ${times}) WHERE id = ${formId}::uuid
      RETURNING id, workspace_id
    ), recipients AS (
      INSERT INTO form_recipients (workspace_id, form_id, recipient_id, position)
      SELECT c.workspace_id, c.id, r.recipient_id, r.position
      FROM copies c CROSS JOIN form_recipients r WHERE r.form_id = ${formId}::uuid
    )
    INSERT INTO routings (workspace_id, form_id, revision, enabled, rules, updated_at)
    SELECT c.workspace_id, c.id, gen_random_uuid(), g.enabled, g.rules, g.updated_at
    FROM copies c CROSS JOIN routings g WHERE g.form_id = ${formId}::uuid`;
}

test("a removal from 2,000 forms is a few statements, and its report and record are bounded", async () => {
  const workspace = await createWorkspace();
  const ctx = contextAt(workspace, new Date());
  const [left, kept] = await createTwoRecipients(workspace);
  const form = await createForm(workspace, { recipientIds: [left.id, kept.id] });
  const rules = [routingRule([left.id, kept.id])];
  await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  await copyForm(form.id, 2_000);
  const stranger = await createForm(await createWorkspace());

  const uses = await countStatements(() => listRecipientUses(ctx));
  const use = uses.result.find(({ id }) => id === left.id);
  expect(use?.removedFrom).toMatchObject([
    { kind: "form", total: 2_001 },
    { kind: "rule", total: 2_001 },
  ]);
  for (const { places } of use?.removedFrom ?? []) expect(places).toHaveLength(MAX_LISTED);

  const needed = [routingRule([left.id])];
  await db().routing.updateMany({ where: { workspaceId: workspace.id }, data: { rules: needed } });
  const refused = await removeRecipient(ctx, left.id).catch((failure: unknown) => failure);
  if (!(refused instanceof AppError)) throw refused;
  expect(refused.details).toHaveLength(MAX_LISTED);
  expect(refused.message).toMatch(/; and 1996 more\.$/);
  expect(refused.message.length).toBeLessThan(500);

  await db().routing.updateMany({ where: { workspaceId: workspace.id }, data: { rules } });
  const removal = await countStatements(() => removeRecipient(ctx, left.id));
  expect(Math.max(uses.count, removal.count)).toBeLessThan(20);
  expect(await db().form.count({ where: { workspaceId: workspace.id, version: { gt: 1 } } })).toBe(
    2_001,
  );
  expect(
    await db().routing.count({
      where: {
        workspaceId: workspace.id,
        rules: { array_contains: [{ recipientIds: [left.id] }] },
      },
    }),
  ).toBe(0);
  const [entry] = await auditEntriesOf(workspace, "recipient.removed");
  const names = expect.arrayContaining(["Contact"]);
  expect(entry?.details).toEqual({ forms: names, formCount: 2_001 });
  expect(JSON.stringify(entry?.details).length).toBeLessThan(2_500);
  expect(await db().form.findFirst({ where: { id: stranger.id } })).toMatchObject({ version: 1 });
});
