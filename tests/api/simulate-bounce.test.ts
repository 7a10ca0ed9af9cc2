import { beforeEach, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { simulateBounce } from "#lib/domain/emails/report-email";
import { getSubmission } from "#lib/domain/submissions/store";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import { createOwnForm, createWorkspace } from "#tests/support/factories/factories";
import { emptyOutbox, findNotification } from "#tests/support/factories/outbox-state";
import { emailsAbout } from "#tests/support/factories/provider-reports";

beforeEach(emptyOutbox);

async function capturedNotification() {
  const { workspace, recipient, form } = await createOwnForm();
  const submissionId = await submitTo(form);
  await drainOutbox();
  const { id } = await findNotification(workspace);
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
  await expectRejection(simulateBounce(stranger.ctx, capturedId), "not_found");
  await expectRejection(simulateBounce(stranger.ctx, "x"), "not_found");
  const { blockedReason } = await db().recipient.findFirstOrThrow({ where: { id: recipient.id } });
  expect(blockedReason).toBeNull();
});
