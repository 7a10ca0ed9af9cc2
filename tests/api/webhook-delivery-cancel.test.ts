import { describe, expect, it } from "vitest";
import { db } from "#lib/adapters/db/database";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { deliverWebhook } from "#lib/domain/endpoints/deliver-webhook";
import {
  deleteWebhook,
  rotateWebhookSecret,
  saveWebhook,
} from "#lib/domain/endpoints/save-webhook";
import { deleteForm } from "#lib/domain/forms/forms";
import { deleteSubmission } from "#lib/domain/submissions/delete-submissions";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import {
  beginOneEvent,
  claimEvent,
  createEndpoint,
  dueEvent,
  type Endpoint,
  HOOK_URL,
  type queueEvent,
  queueTest,
  readEvent,
  readWebhook,
} from "#tests/support/factories/webhook-state";
import { answer } from "#tests/support/twins/receiver";
import { createTestClock, START } from "#tests/support/twins/test-clock";
import { receiver } from "#tests/support/twins/webhook-receiver";

type Event = Awaited<ReturnType<typeof queueEvent>>;
type End = (endpoint: Endpoint, event: Event) => Promise<unknown>;

/** An event whose attempt gets this response after the change. */
async function createAttempted(end: End, status: number) {
  const { endpoint, event } = await dueEvent();
  receiver.reply((received, response, socket) => {
    void end(endpoint, event).then(() => answer(status)(received, response, socket));
  });
  return { endpoint, event };
}

const save = ({ workspace, form, webhook }: Endpoint, enabled: boolean) =>
  saveWebhook(workspace.ctx, form.id, { url: HOOK_URL, enabled, revision: webhook.revision });

/** Changes that cancel an event, each with the recorded reason. */
const ENDS: [string, string, End][] = [
  ["its webhook is saved", "revision_changed", (endpoint) => save(endpoint, true)],
  ["its webhook is disabled", "revision_changed", (endpoint) => save(endpoint, false)],
  [
    "its secret is rotated",
    "revision_changed",
    ({ workspace, form, webhook }) =>
      rotateWebhookSecret(workspace.ctx, form.id, { revision: webhook.revision }),
  ],
  [
    "its submission is moved to spam",
    "moved_to_spam",
    ({ workspace }, { submissionId }) =>
      updateSubmission(workspace.ctx, submissionId, { folder: "spam" }),
  ],
];

describe.each(ENDS)("webhook event, when %s", (_name, failureReason, end) => {
  it("cancels the event if it isn't claimed yet", async () => {
    const { endpoint, event } = await dueEvent();
    await end(endpoint, event);
    expect((await drainOutbox(createTestClock(START))).claimed).toBe(0);
    expect(await readEvent(event.id)).toMatchObject({ status: "cancelled", failureReason });
    expect(receiver.received).toHaveLength(0);
  });

  it("cancels the event if it's claimed but not attempted yet", async () => {
    const { endpoint, event } = await dueEvent();
    const claim = await claimEvent(START);
    await end(endpoint, event);
    expect(await deliverWebhook(claim, createTestClock(START))).toBe("lost");
    expect(await readEvent(event.id)).toMatchObject({
      status: "cancelled",
      failureReason,
      attempts: [],
      entry: null,
    });
    expect(receiver.received).toHaveLength(0);
  });

  it("doesn't retry the event after a failed attempt in progress", async () => {
    const { event } = await createAttempted(end, 500);
    await drainOutbox(createTestClock(START));
    expect(await readEvent(event.id)).toMatchObject({
      status: "cancelled",
      failureReason,
      attempts: [{ outcome: "http_error" }],
      entry: null,
    });
  });

  it("marks the event as delivered if the attempt in progress succeeds", async () => {
    const { event } = await createAttempted(end, 200);
    await drainOutbox(createTestClock(START));
    expect(await readEvent(event.id)).toMatchObject({ status: "delivered", failureReason: null });
  });

  it("cancels the event and interrupts its attempt if its worker died", async () => {
    const { clock, endpoint, event } = await dueEvent();
    await beginOneEvent(START);
    await end(endpoint, event);
    clock.advance(LEASE_MS);
    expect(await drainOutbox(clock)).toMatchObject({ cancelled: 1 });
    expect(await readEvent(event.id)).toMatchObject({
      status: "cancelled",
      attempts: [{ outcome: "interrupted", error: expect.stringMatching(/may have arrived/) }],
      entry: null,
    });
  });
});

describe("webhook event, when its submission, form, or webhook is deleted", () => {
  const DELETIONS: [string, End][] = [
    ["submission", ({ workspace }, event) => deleteSubmission(workspace.ctx, event.submissionId)],
    ["form", ({ workspace, form }) => deleteForm(workspace.ctx, form.id)],
    ["webhook", ({ workspace, form }) => deleteWebhook(workspace.ctx, form.id)],
  ];

  it.each(DELETIONS)(
    "doesn't send a claimed event and removes its queue entry (%s)",
    async (_name, end) => {
      const { endpoint, event } = await dueEvent();
      const claim = await claimEvent(START);
      await end(endpoint, event);
      expect(["cancelled", "lost"]).toContain(await deliverWebhook(claim, createTestClock(START)));
      expect(await db().delivery.count({ where: { dueAt: { not: null }, id: event.id } })).toBe(0);
      expect(receiver.received).toHaveLength(0);
    },
  );

  it.each(DELETIONS)(
    "leaves no queue entry after the attempt in progress (%s)",
    async (_name, end) => {
      const clock = createTestClock(START);
      const { event } = await createAttempted(end, 500);
      await drainOutbox(clock);
      clock.advance(3_600_000);
      await drainOutbox(clock);
      expect(await db().delivery.count({ where: { dueAt: { not: null }, id: event.id } })).toBe(0);
      expect(receiver.received).toHaveLength(1);
    },
  );

  it("doesn't send an event whose submission has expired", async () => {
    const { event } = await dueEvent();
    const where = { id: event.submissionId };
    await db().submission.updateMany({ where, data: { expiresAt: START } });
    expect(await drainOutbox(createTestClock(START))).toMatchObject({ cancelled: 1 });
    expect(receiver.received).toHaveLength(0);
  });
});

describe("webhook attempt under an earlier configuration", () => {
  it("doesn't change the webhook's health, even with a 410", async () => {
    const { endpoint } = await createAttempted((own) => save(own, true), 410);
    await drainOutbox(createTestClock(START));
    expect(await readWebhook(endpoint)).toMatchObject({ health: "healthy", failuresInRow: 0 });
  });

  it("is cancelled by a save if it's a test", async () => {
    const endpoint = await createEndpoint(START);
    const test = await queueTest(endpoint, START);
    await save(endpoint, true);
    await drainOutbox(createTestClock(START));
    expect(await readEvent(test.id)).toMatchObject({ status: "cancelled" });
  });
});
