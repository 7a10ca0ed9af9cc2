import { beforeEach, describe, expect, it } from "vitest";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { retryEmail } from "#lib/notifications/retry-email";
import type { EmailDelivery } from "#lib/notifications/schema";
import { contextAt, createWorkspace } from "#tests/support/factories/factories";
import {
  emptyOutbox,
  type QueuedEmail,
  queueNotification,
  readDelivery,
} from "#tests/support/factories/outbox-state";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const LATER = new Date(START.getTime() + 60_000);

beforeEach(emptyOutbox);

/** Creates a notification whose only attempt ended with this status at START. */
async function endedEmail(status: EmailDelivery["status"], kind = "notification") {
  const mail = await queueNotification(START);
  await db().delivery.update({
    where: { workspaceId_id: { workspaceId: mail.workspace.id, id: mail.deliveryId } },
    data: {
      status: status === "sent" ? "delivered" : status,
      dueAt: ["queued", "sending", "retrying"].includes(status) ? START : null,
      attemptCount: 1,
      kind,
      lastAttemptAt: START,
      nextAttemptAt: null,
      seriesStartedAt: START,
      seriesAttempts: 1,
      attempts: {
        create: {
          id: newId(),
          number: 1,
          trigger: "automatic",
          startedAt: START,
          finishedAt: START,
          outcome: status === "uncertain" ? "uncertain" : "failed",
        },
      },
    },
  });
  return mail;
}

function retry(mail: QueuedEmail, options: { now?: Date; isAcknowledged?: boolean } = {}) {
  const { now = LATER, isAcknowledged = false } = options;
  return retryEmail(contextAt(mail.workspace, now), mail.submissionId, mail.deliveryId, {
    acknowledgePossibleDuplicate: isAcknowledged,
  });
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof AppError ? failure.code : String(failure);
}

describe("retryEmail", () => {
  it("queues a failed email again with a new key, as a manual attempt", async () => {
    const mail = await endedEmail("failed");
    const before = await readDelivery(mail.deliveryId);
    const { message, delivery } = await retry(mail);
    expect(message).toMatch(/queued/);
    expect(delivery).toMatchObject({
      id: mail.deliveryId,
      status: "queued",
      nextAttemptAt: LATER.getTime(),
      attempts: [{ number: 1 }],
    });
    expect(await drainOutbox(createTestClock(LATER))).toMatchObject({ sent: 1 });
    const after = await readDelivery(mail.deliveryId);
    expect(after.dedupeKey).not.toBe(before.dedupeKey);
    expect(after).toMatchObject({
      status: "sent",
      attempts: [{ trigger: "automatic" }, { number: 2, trigger: "manual", outcome: "sent" }],
    });
  });

  it("requires an acknowledgment to retry an uncertain email", async () => {
    const mail = await endedEmail("uncertain");
    expect(await codeOf(retry(mail))).toBe("duplicate_not_acknowledged");
    expect((await retry(mail, { isAcknowledged: true })).delivery.status).toBe("queued");
  });

  it.each(["queued", "sending", "retrying", "sent", "cancelled"] as const)(
    "rejects an email that is %s",
    async (status) => {
      expect(await codeOf(retry(await endedEmail(status)))).toBe("delivery_not_retryable");
    },
  );

  it("rejects auto-replies and submissions in spam", async () => {
    const reply = await endedEmail("failed", "visitor_reply");
    expect(await codeOf(retry(reply))).toBe("delivery_not_retryable");
    const spam = await endedEmail("failed");
    await db().submission.updateMany({
      where: { id: spam.submissionId },
      data: { folder: "spam" },
    });
    expect(await codeOf(retry(spam))).toBe("delivery_not_retryable");
  });

  it("allows a retry one minute after the last attempt", async () => {
    const mail = await endedEmail("uncertain");
    const early = new Date(LATER.getTime() - 1);
    expect(await codeOf(retry(mail, { now: early }))).toBe("duplicate_not_acknowledged");
    await expect(retry(mail, { now: early, isAcknowledged: true })).rejects.toMatchObject({
      code: "retry_cooldown",
      retryAfterSeconds: 1,
    });
  });

  it("finds only emails of the given submission and workspace", async () => {
    const mail = await endedEmail("failed");
    const other = await endedEmail("failed");
    const stranger = await createWorkspace();
    const asked = [
      retry({ ...mail, workspace: stranger }),
      retry({ ...mail, submissionId: other.submissionId }),
      retry({ ...mail, deliveryId: newId() }),
      retry({ ...mail, deliveryId: "0".repeat(32) }),
    ];
    expect(await Promise.all(asked.map(codeOf))).toEqual(Array(4).fill("not_found"));
    await db().form.updateMany({ where: { id: mail.formId }, data: { deletedAt: START } });
    expect(await codeOf(retry(mail))).toBe("not_found");
  });

  it("allows only one of two concurrent retries", async () => {
    const mail = await endedEmail("failed");
    const codes = await Promise.all([codeOf(retry(mail)), codeOf(retry(mail))]);
    expect(codes.sort()).toEqual(["delivery_not_retryable", "null"]);
    expect(await drainOutbox(createTestClock(LATER))).toMatchObject({ claimed: 1, sent: 1 });
  });
});
