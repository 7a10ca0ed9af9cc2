import { describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { beginAttempt } from "#lib/domain/deliveries/begin";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { deleteForm } from "#lib/domain/forms/forms";
import { updateForm } from "#lib/domain/forms/update-form";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { contextAt } from "#tests/support/factories/factories";
import {
  beginOne,
  claimOne,
  dueNotification,
  type QueuedEmail,
  queueNotification,
  readDelivery,
} from "#tests/support/factories/outbox-state";
import { setUpLiveEmail } from "#tests/support/twins/live-email";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const SECOND_MS = 1000;

const live = setUpLiveEmail(1000);

function moveToSpam(mail: QueuedEmail) {
  return updateSubmission(mail.workspace.ctx, mail.submissionId, { folder: "spam" });
}

describe("a queued email", () => {
  it("is cancelled when its submission moves to spam", async () => {
    const { clock, ...mail } = await dueNotification();
    live.twin.answerNext({ status: 500 });
    await drainOutbox(clock);
    await moveToSpam(mail);
    expect(await readDelivery(mail.deliveryId)).toMatchObject({
      status: "cancelled",
      nextAttemptAt: null,
      sealedPayload: null,
      entry: null,
    });
    clock.advance(30 * SECOND_MS);
    expect((await drainOutbox(clock)).claimed).toBe(0);
  });

  it("isn't sent when it is cancelled between claim and attempt", async () => {
    const mail = await queueNotification(START);
    const claim = await claimOne(START);
    await moveToSpam(mail);
    expect(await readDelivery(mail.deliveryId)).toMatchObject({ status: "cancelled" });
    const sealedPayload = new Uint8Array(1);
    expect(await beginAttempt({ claim, now: START, sealedPayload })).toEqual({ kind: "lost" });
    expect(await readDelivery(mail.deliveryId)).toMatchObject({ entry: null, attempts: [] });
    expect(live.twin.received).toHaveLength(0);
  });

  it("keeps its result and isn't retried when its submission moves to spam during sending", async () => {
    const { clock, ...mail } = await dueNotification();
    live.twin.answerNext("hang");
    const drain = drainOutbox(clock);
    await live.twin.receivedCount(1);
    await moveToSpam(mail);
    clock.timeOutCalls();
    await drain;
    expect(await readDelivery(mail.deliveryId)).toMatchObject({ status: "retrying" });
    clock.advance(30 * SECOND_MS);
    expect(await drainOutbox(clock)).toMatchObject({ cancelled: 1 });
    expect(await readDelivery(mail.deliveryId)).toMatchObject({
      status: "cancelled",
      entry: null,
      attempts: [{ outcome: "uncertain" }],
    });
    expect(live.twin.received).toHaveLength(1);
  });

  it("isn't sent after its submission is deleted", async () => {
    const { workspace, submissionId } = await queueNotification(START);
    await deleteSubmission(workspace.ctx, submissionId);
    expect(await db().delivery.count({ where: { dueAt: { not: null } } })).toBe(0);
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ claimed: 0 });
    expect(live.twin.received).toHaveLength(0);
  });

  it("is cancelled when its form is deleted, even after its worker died", async () => {
    const { clock, ...mail } = await dueNotification();
    await beginOne(START);
    await deleteForm(contextAt(mail.workspace, START), mail.formId);
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ cancelled: 1 });
    expect(await readDelivery(mail.deliveryId)).toMatchObject({
      status: "cancelled",
      entry: null,
      attempts: [{ outcome: "uncertain" }],
    });
  });

  it("is cancelled when its submission is past its retention", async () => {
    const mail = await queueNotification(START);
    await db().submission.updateMany({
      where: { id: mail.submissionId },
      data: { expiresAt: START },
    });
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ cancelled: 1 });
  });
});

const sentSubjects = () => live.twin.received.map(({ body }) => JSON.parse(body).subject);

it("a queued email gets the subject, with placeholders, that is saved when it's first attempted, and keeps it", async () => {
  const { clock, workspace, formId } = await dueNotification();
  const ctx = contextAt(workspace, START);
  const subject = "{{form}}: {{ Name }} {{unknown}}";
  expect((await updateForm(ctx, formId, { settings: { subject } })).settings.subject).toBe(subject);
  live.twin.answerNext({ status: 500 });
  await drainOutbox(clock);
  const form = await db().form.findFirstOrThrow({ where: { id: formId } });
  expect(form.settings, "placeholders stay as they are").toMatchObject({ subject });
  await updateForm(ctx, formId, { settings: { subject: "Changed" } });
  clock.advance(30_000);
  await drainOutbox(clock);
  expect(sentSubjects()).toEqual(["Contact: Ada Lovelace", "Contact: Ada Lovelace"]);
});
