import { beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { decryptSecret } from "#lib/core/secrets";
import { queueEmail } from "#lib/domain/deliveries/queue";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";
import {
  emptyOutbox,
  queueNotification,
  readDelivery,
} from "#tests/support/factories/outbox-state";
import { createTestClock, START } from "#tests/support/twins/test-clock";

beforeEach(emptyOutbox);

describe("a captured email", () => {
  it("is stored in the test inbox and recorded as sent", async () => {
    const { deliveryId, workspace } = await queueNotification(START);
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 1, sent: 1 });
    const delivery = await readDelivery(deliveryId);
    expect(delivery).toMatchObject({
      status: "sent",
      lastAttemptAt: START,
      nextAttemptAt: null,
      entry: null,
      attempts: [
        { number: 1, trigger: "automatic", outcome: "sent", startedAt: START, finishedAt: START },
      ],
    });
    const captured = await db().capturedEmail.findMany({ where: { workspaceId: workspace.id } });
    expect(captured).toHaveLength(1);
    expect(captured[0]).toMatchObject({
      kind: "notification",
      to: "owner@example.com",
      replyTo: '"Ada Lovelace" <ada@example.com>',
      subject: "New form submission",
      headers: { "Auto-Submitted": "auto-generated", "X-Entity-Ref-ID": deliveryId },
      seriesKey: delivery.dedupeKey,
      createdAt: START,
    });
    expect(captured[0]?.text).toContain("\n\n  Hello there\n");
    expect(captured[0]?.html).toContain("Hello there");
  });

  it("is captured once by five concurrent drains", async () => {
    const count = 120;
    const workspaces = await Promise.all(Array.from({ length: 6 }, () => createWorkspace()));
    const forms = await Promise.all(workspaces.map((workspace) => createForm(workspace)));
    for (let index = 0; index < count; index++) {
      const workspace = workspaces[index % 6];
      const form = forms[index % 6];
      if (!workspace || !form) throw new Error("no workspace");
      const submission = await createSubmission(workspace, form, { receivedAt: START });
      await createDelivery(workspace, submission, { createdAt: START });
    }
    const clock = createTestClock(START);
    const reports = await Promise.all(Array.from({ length: 5 }, () => drainOutbox(clock)));
    expect(reports.reduce((sum, { claimed }) => sum + claimed, 0)).toBe(count);
    expect(reports.reduce((sum, { sent }) => sum + sent, 0)).toBe(count);
    const ids = { workspaceId: { in: workspaces.map(({ id }) => id) } };
    expect(await db().capturedEmail.count({ where: ids })).toBe(count);
    expect(await db().attempt.count({ where: { delivery: ids } })).toBe(count);
    expect(
      await db().delivery.count({ where: { channel: "email", ...ids, status: "delivered" } }),
    ).toBe(count);
    expect(await db().delivery.count({ where: { dueAt: { not: null } } })).toBe(0);
  });
});

describe("an email that isn't about a submission", () => {
  it("contains its link, which is deleted from the queue after sending", async () => {
    const workspace = await createWorkspace({ now: START });
    const link = `https://forms.example.com/verify-recipient?token=${newId()}`;
    await transaction((tx) =>
      queueEmail(tx, workspace.ctx, {
        to: "ada@example.com",
        data: { kind: "verification", workspaceName: "Example workspace", link },
      }),
    );
    const queued = await db().delivery.findFirstOrThrow({
      where: { channel: "email", workspaceId: workspace.id },
    });
    const data = decryptSecret("email_data", queued, queued.sealedData ?? new Uint8Array());
    expect(data).toContain(link);
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ sent: 1 });
    expect(await readDelivery(queued.id)).toMatchObject({ status: "sent", sealedData: null });
    const [captured] = await db().capturedEmail.findMany({
      where: { workspaceId: workspace.id },
    });
    expect(captured).toMatchObject({ kind: "verification", to: "ada@example.com", replyTo: null });
    expect(captured?.text).toContain(link);
    expect(captured?.html).toContain(link);
  });
});
