import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import type { EmailDelivery, NotificationPlan } from "#lib/domain/emails/schema";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import { saveRouting } from "#lib/domain/forms/routing/routing";
import { getInboxMessage } from "#lib/domain/submissions/inbox/get-inbox-message";
import { markNotSpam, restoreSubmission } from "#lib/domain/submissions/mark-not-spam";
import { getSubmission } from "#lib/domain/submissions/store";
import { updateSubmission } from "#lib/domain/submissions/update-submissions";
import { drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { submitTo } from "#tests/support/contract/intake";
import { expectRejection } from "#tests/support/contract/rejection";
import {
  createForm,
  createOwnForm,
  createVerifiedRecipient,
} from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { createDelivery, createSubmission } from "#tests/support/factories/message-factories";
import { createAttempt } from "#tests/support/factories/outbox-state";

const NO_ONE: NotificationPlan = { recipients: [], reason: "spam", ruleId: null, ruleName: null };
const NOTHING = { suppressed: null, removed: [] };
const ALL = { folder: "inbox", email: true, event: true } as const;

/** Creates a form with a recipient and a webhook, and a submission caught by the honeypot. */
async function setUp(options: { webhook?: boolean } = {}) {
  const { workspace, ctx, recipient, form } = await createOwnForm();
  const webhook = options.webhook === false ? null : await createWebhook(workspace, form);
  const send = (fields: Record<string, string> = { message: "Hello" }) => submitTo(form, fields);
  const spamId = await send({ email: "ada@example.com", message: "Hello", botcheck: "x" });
  const eventsOf = (submissionId: string) =>
    db().delivery.findMany({ where: { channel: "webhook", submissionId }, orderBy: { id: "asc" } });
  const entriesOf = () =>
    db().delivery.count({ where: { dueAt: { not: null }, workspaceId: workspace.id } });
  return { workspace, ctx, recipient, form, webhook, send, spamId, eventsOf, entriesOf };
}

test("marking not spam sends one email and one event and keeps the plan", async () => {
  const { ctx, recipient, form, webhook, spamId, eventsOf } = await setUp();
  const person = { id: recipient.id, email: recipient.email };
  expect(await getInboxMessage(ctx, spamId)).toMatchObject({
    suppressed: {
      email: { recipients: [person], plan: { reason: "form_recipients" } },
      event: { url: webhook?.url, isSuspended: false },
    },
    removed: [],
  });
  const released = await markNotSpam(ctx, spamId, ALL);
  expect(released).toMatchObject({
    submission: { folder: "inbox", spamReason: null },
    notified: [recipient.email],
    event: "queued",
  });
  const { notificationPlan, deliveries, visitorReply } = await getSubmission(ctx, spamId);
  expect(notificationPlan).toMatchObject({ reason: "spam", recipients: [] });
  expect(visitorReply).toEqual({ status: "not_eligible", reason: "spam" });
  const queued = { kind: "notification", recipientId: recipient.id, status: "queued" };
  expect(deliveries).toMatchObject([queued]);
  const [event] = await eventsOf(spamId);
  expect(event).toMatchObject({ status: "queued", seriesTrigger: "automatic", attemptCount: 0 });
  expect(JSON.parse(event?.body ?? "")).toMatchObject({
    id: event?.dedupeKey,
    type: "submission.created",
    data: {
      submission: {
        id: spamId,
        formId: form.id,
        fields: { email: "ada@example.com", message: "Hello" },
        attachments: [],
      },
    },
  });
  expect(await getInboxMessage(ctx, spamId)).toMatchObject(NOTHING);
});

test("the next drain sends the suppressed email as a manual attempt", async () => {
  const { ctx, recipient, spamId, workspace } = await setUp({ webhook: false });
  await markNotSpam(ctx, spamId, ALL);
  await drainOutbox();
  expect((await getSubmission(ctx, spamId)).deliveries).toMatchObject([
    { status: "sent", attempts: [{ number: 1, trigger: "manual", outcome: "sent" }] },
  ]);
  const emails = await db().capturedEmail.findMany({ where: { workspaceId: workspace.id } });
  expect(emails.map(({ to }) => to)).toEqual([recipient.email]);
});

test("marking not spam twice, even concurrently, sends one email and one event", async () => {
  const { ctx, spamId, eventsOf, entriesOf } = await setUp();
  const calls = Array.from({ length: 4 }, () => markNotSpam(ctx, spamId, ALL));
  const released = await Promise.all(calls);
  expect(released.flatMap(({ notified }) => notified)).toHaveLength(1);
  expect(released.filter(({ event }) => event === "queued")).toHaveLength(1);
  expect((await getSubmission(ctx, spamId)).deliveries).toHaveLength(1);
  expect(await eventsOf(spamId)).toHaveLength(1);
  expect(await entriesOf()).toBe(2);
});

test("marking not spam sends only the requested deliveries; the rest can be sent later", async () => {
  const { ctx, spamId, eventsOf } = await setUp();
  const archived = { folder: "archive", email: false, event: false } as const;
  const moved = await markNotSpam(ctx, spamId, archived);
  expect(moved).toMatchObject({ submission: { folder: "archive" }, notified: [], event: "none" });
  const notified = await markNotSpam(ctx, spamId, { ...ALL, event: false });
  expect(notified.submission.folder, "it stays in its folder").toBe("archive");
  expect(notified.notified).toHaveLength(1);
  expect(await eventsOf(spamId)).toEqual([]);
  expect(await markNotSpam(ctx, spamId, ALL)).toMatchObject({ notified: [], event: "queued" });
});

test("marking not spam notifies recipients according to the form's current routing", async () => {
  const { ctx, workspace, form, spamId } = await setUp({ webhook: false });
  const other = await createVerifiedRecipient(workspace);
  const rule = { id: newId(), name: "Greetings", field: "message", value: "hello" };
  const rules = [{ ...rule, operator: "contains" as const, recipientIds: [other.id] }];
  await saveRouting(ctx, form.id, { revision: null, enabled: true, rules });
  const { suppressed } = await getInboxMessage(ctx, spamId);
  expect(suppressed?.email?.plan).toMatchObject({ reason: "routing_rule", ruleName: "Greetings" });
  const { notified } = await markNotSpam(ctx, spamId, ALL);
  expect(notified).toEqual([other.email]);
  const silent = await createForm(workspace);
  await db().formRecipient.deleteMany({ where: { formId: silent.id } });
  const spam = await createSubmission(workspace, silent, { folder: "spam", plan: NO_ONE });
  expect(await getInboxMessage(ctx, spam.id)).toMatchObject(NOTHING);
  expect(await markNotSpam(ctx, spam.id, ALL)).toMatchObject({ notified: [], event: "none" });
});

test("marking not spam resumes the email and event that the move to spam cancelled", async () => {
  const { ctx, recipient, send, eventsOf, entriesOf } = await setUp();
  const id = await send();
  const [before] = await eventsOf(id);
  await updateSubmission(ctx, id, { folder: "spam" });
  expect(await entriesOf()).toBe(0);
  expect((await getSubmission(ctx, id)).deliveries).toMatchObject([{ status: "cancelled" }]);
  const released = await markNotSpam(ctx, id, ALL);
  expect(released).toMatchObject({ notified: [recipient.email], event: "queued" });
  expect((await getSubmission(ctx, id)).deliveries).toMatchObject([{ status: "queued" }]);
  const { dedupeKey, body } = before ?? {};
  expect(await eventsOf(id)).toMatchObject([
    { status: "queued", dedupeKey, body, failureReason: null },
  ]);
  expect(await entriesOf()).toBe(2);
});

test("marking not spam skips recipients who were or may have been notified", async () => {
  const { ctx, workspace, form, recipient } = await setUp({ webhook: false });
  const recipients = [{ id: recipient.id, email: recipient.email }];
  const plan: NotificationPlan = { ...NO_ONE, recipients, reason: "form_recipients" };
  const spamWithEmail = async (status: EmailDelivery["status"]) => {
    const options = { spamReason: "manual", folder: "spam", plan } as const;
    const spam = await createSubmission(workspace, form, options);
    const delivery = await createDelivery(workspace, spam, { status, recipientId: recipient.id });
    return { spamId: spam.id, deliveryId: delivery.id };
  };
  for (const status of ["sent", "failed", "uncertain", "queued", "sending", "retrying"] as const) {
    const { spamId } = await spamWithEmail(status);
    expect((await markNotSpam(ctx, spamId, ALL)).notified, status).toEqual([]);
  }
  const { spamId, deliveryId } = await spamWithEmail("cancelled");
  await createAttempt(workspace, deliveryId, { outcome: "uncertain" });
  expect((await markNotSpam(ctx, spamId, ALL)).notified, "may have arrived").toEqual([]);
});

test("marking not spam doesn't resume an event that a webhook change cancelled", async () => {
  const { ctx, form, webhook, send, eventsOf } = await setUp();
  const id = await send();
  const { url, revision } = webhook ?? { url: "", revision: "" };
  await saveWebhook(ctx, form.id, { url, enabled: true, revision });
  await updateSubmission(ctx, id, { folder: "spam" });
  expect(await markNotSpam(ctx, id, ALL)).toMatchObject({ event: "none" });
  expect(await eventsOf(id)).toMatchObject([{ status: "cancelled" }]);
});

test("marking not spam queues a new event for a changed webhook, none for a disabled one, and a failed event for a suspended one", async () => {
  const { ctx, form, webhook, send, spamId, eventsOf } = await setUp();
  const id = await send();
  await updateSubmission(ctx, id, { folder: "spam" });
  const { url, revision } = webhook ?? { url: "", revision: "" };
  const saved = await saveWebhook(ctx, form.id, { url, enabled: true, revision });
  expect(await markNotSpam(ctx, id, ALL)).toMatchObject({ event: "queued" });
  expect(await eventsOf(id)).toMatchObject([
    { status: "cancelled", revision },
    { status: "queued", revision: saved.revision },
  ]);
  const off = await saveWebhook(ctx, form.id, { url, enabled: false, revision: saved.revision });
  expect((await getInboxMessage(ctx, spamId)).suppressed?.event).toBeNull();
  expect(await markNotSpam(ctx, spamId, ALL)).toMatchObject({ event: "none" });
  await saveWebhook(ctx, form.id, { url, enabled: true, revision: off.revision });
  await db().webhook.updateMany({ where: { formId: form.id }, data: { health: "suspended" } });
  const { suppressed } = await getInboxMessage(ctx, spamId);
  expect(suppressed).toMatchObject({ event: { isSuspended: true } });
  expect(await markNotSpam(ctx, spamId, ALL)).toMatchObject({ event: "suspended" });
  expect(await eventsOf(spamId)).toMatchObject([
    { status: "failed", failureReason: "endpoint_suspended" },
  ]);
  expect(await markNotSpam(ctx, spamId, ALL)).toMatchObject({ event: "none" });
});

test("concurrently marking not spam and moving to spam leaves a consistent state", async () => {
  const { ctx, spamId } = await setUp();
  for (let round = 0; round < 8; round += 1) {
    await Promise.all([
      markNotSpam(ctx, spamId, ALL),
      updateSubmission(ctx, spamId, { folder: "spam" }),
    ]);
    const { folder, deliveries } = await getSubmission(ctx, spamId);
    const waiting = deliveries.filter(({ status }) => status === "queued").length;
    expect(deliveries).toHaveLength(1);
    expect(waiting).toBe(folder === "spam" ? 0 : 1);
    await updateSubmission(ctx, spamId, { folder: "spam" });
  }
});

test("restoring queues the emails and the event that a message in spam would have had, once", async () => {
  const { ctx, spamId, send, eventsOf, entriesOf } = await setUp();
  const restored = await restoreSubmission(ctx, spamId);
  expect(restored).toMatchObject({
    id: spamId,
    folder: "inbox",
    spamReason: null,
    queued: { emails: 1, events: 1 },
  });
  expect(await eventsOf(spamId)).toMatchObject([{ status: "queued", kind: "submission.created" }]);
  expect(await entriesOf()).toBe(2);
  await expectRejection(restoreSubmission(ctx, spamId), "not_spam");
  const id = await send();
  await expectRejection(restoreSubmission(ctx, id), "not_spam");
  expect(await entriesOf()).toBe(4);
});
