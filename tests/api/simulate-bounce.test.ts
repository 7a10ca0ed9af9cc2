import { beforeEach, expect, it } from "vitest";
import { db } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { simulateBounce } from "#lib/notifications/report-email";
import { getSubmission } from "#lib/submissions/store";
import {
  createForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import { emptyOutbox } from "#tests/support/factories/outbox-state";
import { emailsAbout, submitTo } from "#tests/support/factories/provider-reports";

beforeEach(emptyOutbox);

async function capturedNotification() {
  const workspace = await createWorkspace();
  const recipient = await createVerifiedRecipient(workspace);
  const form = await createForm(workspace, { recipientIds: [recipient.id] });
  const submissionId = await submitTo(form);
  await drainOutbox();
  const { id } = await db().capturedEmail.findFirstOrThrow({
    where: { workspaceId: workspace.id, kind: "notification" },
  });
  return { workspace, recipient, form, submissionId, capturedId: id };
}

it("a simulated bounce does what a real one does", async () => {
  const { workspace, recipient, form, submissionId, capturedId } = await capturedNotification();
  await simulateBounce(workspace.ctx, capturedId);
  const { deliveries } = await getSubmission(workspace.ctx, submissionId);
  expect(deliveries).toMatchObject([{ status: "sent", providerStatus: "bounced" }]);
  const blocked = await db().recipient.findFirstOrThrow({ where: { id: recipient.id } });
  expect(blocked.blockedReason).toBe("bounced");
  const later = await submitTo(form);
  await drainOutbox();
  expect(await emailsAbout(later)).toMatchObject([
    { status: "cancelled", failureReason: "recipient_bounced" },
  ]);
  await simulateBounce(workspace.ctx, capturedId);
  expect(
    await db().auditEntry.count({
      where: { workspaceId: workspace.id, action: "recipient.blocked" },
    }),
  ).toBe(1);
});

it("another workspace's email can't bounce", async () => {
  const { recipient, capturedId } = await capturedNotification();
  const stranger = await createWorkspace();
  await expect(simulateBounce(stranger.ctx, capturedId)).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(simulateBounce(stranger.ctx, "x")).rejects.toMatchObject({ code: "not_found" });
  const { blockedReason } = await db().recipient.findFirstOrThrow({ where: { id: recipient.id } });
  expect(blockedReason).toBeNull();
});
