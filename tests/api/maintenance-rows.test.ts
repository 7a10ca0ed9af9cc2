import { describe, expect, it } from "vitest";
import { newId } from "#lib/core/ids";
import { sha256 } from "#lib/core/secrets";
import { db } from "#lib/db/database";
import { EMAIL_CONCURRENCY_KEY } from "#lib/deliveries/claim";
import { runMaintenance } from "#lib/jobs/run-maintenance";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const DAY_MS = 24 * 3_600_000;

function afterStart(ms: number): Date {
  return new Date(START.getTime() + ms);
}

function maintain(now: Date) {
  return runMaintenance(createTestClock(now));
}

describe("maintenance of expired rows", () => {
  it("deletes rows when they expire, and not before", async () => {
    const workspace = await createWorkspace();
    const form = await createForm(workspace);
    const userId = workspace.user.id;
    const recipient = await db().recipient.findFirstOrThrow({
      where: { workspaceId: workspace.id },
    });
    const hash = () => sha256(newId());
    for (const at of [START, afterStart(1)]) {
      await db().idempotencyKey.create({
        data: {
          workspaceId: workspace.id,
          formId: form.id,
          key: newId(),
          contentHash: hash(),
          submissionId: newId(),
          receivedAt: START,
          expiresAt: at,
        },
      });
      await db().session.create({
        data: {
          id: newId(),
          userId,
          workspaceId: workspace.id,
          createdAt: START,
          lastSeenAt: START,
          expiresAt: at,
        },
      });
      const dayEarlier = new Date(at.getTime() - DAY_MS);
      await db().countedEvent.create({ data: { id: newId(), bucket: form.id, at: dayEarlier } });
      const weekEarlier = new Date(at.getTime() - 7 * DAY_MS);
      const link = { createdAt: weekEarlier, expiresAt: weekEarlier };
      await db().passwordReset.create({
        data: { id: newId(), userId, tokenHash: hash(), ...link },
      });
      await db().passkeyChallenge.create({
        data: { challengeHash: hash(), purpose: "sign_in", expiresAt: at },
      });
      await db().recipientVerification.create({
        data: {
          id: newId(),
          workspaceId: workspace.id,
          recipientId: recipient.id,
          tokenHash: hash(),
          ...link,
        },
      });
      await db().rejectedSubmission.create({
        data: {
          workspaceId: workspace.id,
          formId: form.id,
          minute: weekEarlier,
          code: "form_paused",
          origin: "",
          count: 1,
          lastAt: weekEarlier,
        },
      });
    }
    expect(await maintain(START)).toMatchObject({
      idempotencyKeys: 1,
      sessions: 1,
      countedEvents: 1,
      passwordResets: 1,
      passkeyChallenges: 1,
      verifications: 1,
      rejections: 1,
      failures: 0,
    });
    expect(await db().idempotencyKey.count({ where: { formId: form.id } })).toBe(1);
    expect(await db().session.count({ where: { userId } })).toBe(1);
    expect(await db().rejectedSubmission.count({ where: { formId: form.id } })).toBe(1);
    expect(await maintain(afterStart(1))).toMatchObject({ sessions: 1, rejections: 1 });
  });

  it("keeps captured emails and emails without a submission for 30 days", async () => {
    const { id: workspaceId } = await createWorkspace({ now: START });
    const created = (days: number, ms = 0) => new Date(START.getTime() - days * DAY_MS + ms);
    for (const createdAt of [created(30), created(30, 1)]) {
      await db().capturedEmail.create({
        data: {
          id: newId(),
          workspaceId,
          seriesKey: newId(),
          kind: "verification",
          to: "ada@example.com",
          from: "forms@example.com",
          subject: "Confirm",
          headers: {},
          html: "",
          text: "",
          createdAt,
        },
      });
      for (const status of ["delivered", "failed", "queued"])
        await db().delivery.create({
          data: {
            id: newId(),
            workspaceId,
            channel: "email",
            kind: "verification",
            email: "ada@example.com",
            status,
            dedupeKey: newId(),
            concurrencyKey: EMAIL_CONCURRENCY_KEY,
            dueAt: status === "queued" ? createdAt : null,
            createdAt,
          },
        });
    }
    expect(await maintain(START)).toMatchObject({ capturedEmails: 1, notices: 2, failures: 0 });
    expect(await db().capturedEmail.count({ where: { workspaceId } })).toBe(1);
    expect(await db().delivery.count({ where: { channel: "email", workspaceId } })).toBe(4);
  });

  it("keeps a submission's emails as long as the submission", async () => {
    const workspace = await createWorkspace({ now: START });
    const form = await createForm(workspace, { now: START });
    const receivedAt = new Date(START.getTime() - 90 * DAY_MS);
    const submission = await createSubmission(workspace, form, { receivedAt });
    await createDelivery(workspace, submission, { status: "sent", createdAt: receivedAt });
    await maintain(START);
    expect(
      await db().delivery.count({ where: { channel: "email", submissionId: submission.id } }),
    ).toBe(1);
  });
});

describe("maintenance of usage", () => {
  it("folds the slots of past days and leaves today's and the totals alone", async () => {
    const workspace = await createWorkspace({ now: START });
    const today = new Date(START.toISOString().slice(0, 10));
    const yesterday = new Date(today.getTime() - DAY_MS);
    const counts = { accepted: 2, spam: 1 };
    for (const day of [yesterday, today])
      for (const slot of [0, 3, 15])
        await db().usageSlot.create({ data: { workspaceId: workspace.id, day, slot, ...counts } });
    expect(await maintain(START)).toMatchObject({ usageSlots: 2, failures: 0 });
    const rows = await db().usageSlot.findMany({
      where: { workspaceId: workspace.id },
      orderBy: [{ day: "asc" }, { slot: "asc" }],
    });
    expect(rows).toMatchObject([
      { day: yesterday, slot: 0, accepted: 6, spam: 3 },
      { day: today, slot: 0, ...counts },
      { day: today, slot: 3, ...counts },
      { day: today, slot: 15, ...counts },
    ]);
  });
});
