import { beforeEach, expect, test } from "vitest";
import { db } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { removeRecipient } from "#lib/notifications/remove-recipient";
import { retryEmail } from "#lib/notifications/retry-email";
import { getInboxMessage } from "#lib/submissions/get-inbox-message";
import { markNotSpam, requeueCancelled } from "#lib/submissions/mark-not-spam";
import { getSubmission } from "#lib/submissions/store";
import { restoreSubmissions, updateSubmissions } from "#lib/submissions/update-submissions";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import {
  contextAt,
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";

beforeEach(emptyOutbox);

const ALL = { folder: "inbox", email: true, event: true } as const;

/** A form that notifies two recipients, of whom one will leave, and a message that they're queued for. */
async function setUp() {
  const workspace = await createWorkspace();
  const { ctx } = workspace;
  const [left, kept] = [
    await createVerifiedRecipient(workspace),
    await createVerifiedRecipient(workspace),
  ];
  const form = await createForm(workspace, { recipientIds: [left.id, kept.id] });
  const id = await acceptedId(await postVisit(form.publicKey, { json: { message: "Hello" } }));
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

test("undoing a move to spam doesn't queue the email to a recipient removed since", async () => {
  const { ctx, left, kept, id, sentTo } = await setUp();
  const { cancelled } = await updateSubmissions(ctx, [id], { folder: "spam" });
  await removeRecipient(ctx, left.id);
  await restoreSubmissions(ctx, [{ id, folder: "inbox", read: false, spamReason: null }]);
  await requeueCancelled(ctx, cancelled);
  expect(await sentTo()).toEqual([kept.email]);
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
  await expect(retry(left.id)).rejects.toMatchObject({
    code: "delivery_not_retryable",
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
