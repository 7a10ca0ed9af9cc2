import { expect, test } from "vitest";
import { newId } from "#lib/core/ids";
import { readRecentContents } from "#lib/domain/submissions/inbox/recent-contents";
import { Submission } from "#lib/domain/submissions/schema";
import { callApi, dataOf } from "#tests/support/contract/api";
import {
  createForm,
  createOwnForm,
  createVerifiedRecipient,
  createWorkspace,
} from "#tests/support/factories/factories";
import {
  createAttachment,
  createDelivery,
  createSubmission,
} from "#tests/support/factories/message-factories";
import { createAttempt } from "#tests/support/factories/outbox-state";

async function setUp() {
  const { workspace, token, form } = await createOwnForm({ name: "Contact" });
  const read = async (id: string) =>
    dataOf(await callApi("GET", `/v1/submissions/${id}`, { token }), 200, Submission);
  return { workspace, token, form, read };
}

test("returns a submission with all its fields in the order sent, and leaves it unread", async () => {
  const { workspace, form, read } = await setUp();
  const fields = {
    zebra: "1",
    "10": "ten",
    alpha: ["x", "y"],
    email: "ada@example.com",
    "": "nameless",
  };
  const { id, receivedAt } = await createSubmission(workspace, form, { fields });
  const message = await read(id);
  expect(message).toEqual({
    id,
    formId: form.id,
    formName: "Contact",
    folder: "inbox",
    read: false,
    receivedAt: receivedAt.getTime(),
    name: null,
    email: "ada@example.com",
    fields,
    guessedCharset: null,
    context: null,
    spamReason: null,
    suspected: false,
    answeredAt: null,
    answeredBy: null,
    assignee: null,
    signals: [],
    expiresAt: null,
    heldReason: null,
    importId: null,
    confirmation: null,
    invalidFields: null,
    notificationPlan: {
      recipients: [],
      reason: "notifications_disabled",
      ruleId: null,
      ruleName: null,
    },
    attachments: [],
    visitorReply: { status: "not_eligible", reason: "not_configured" },
    deliveries: [],
  });
  expect(await read(id)).toEqual(message);
});

test("returns a submission's spam reason, retention, and notification plan", async () => {
  const { workspace, form, read } = await setUp();
  const recipient = await createVerifiedRecipient(workspace);
  const expiresAt = new Date(Date.now() + 60_000);
  const plan = {
    recipients: [{ id: recipient.id, email: recipient.email }],
    reason: "routing_rule",
    ruleId: newId(),
    ruleName: "Sales",
  } as const;
  const { id } = await createSubmission(workspace, form, {
    folder: "spam",
    expiresAt,
    plan: { ...plan, recipients: [...plan.recipients] },
  });
  expect(await read(id)).toMatchObject({
    folder: "spam",
    spamReason: "honeypot",
    expiresAt: expiresAt.getTime(),
    notificationPlan: plan,
    visitorReply: { status: "not_eligible", reason: "spam" },
  });
});

test("returns a submission's files in the order sent, with their status", async () => {
  const { workspace, form, read } = await setUp();
  const submission = await createSubmission(workspace, form);
  const past = new Date(Date.now() - 1000);
  const first = await createAttachment(workspace, submission, {
    filename: "b.txt",
    content: "12345",
  });
  const second = await createAttachment(workspace, submission, {
    filename: "a.txt",
    expiresAt: past,
  });
  const third = await createAttachment(workspace, submission, { object: "gone", field: "cv" });
  const fourth = await createAttachment(workspace, submission, { object: "deleting" });
  const message = await read(submission.id);
  expect(message.attachments.map(({ id, status }) => [id, status])).toEqual([
    [first.id, "available"],
    [second.id, "expired"],
    [third.id, "unavailable"],
    [fourth.id, "unavailable"],
  ]);
  expect(message.attachments[0]).toMatchObject({
    field: "file",
    filename: "b.txt",
    size: 5,
    contentType: "text/plain",
  });
  expect(message.attachments[1]?.expiresAt).toBe(past.getTime());
});

test("returns a submission's deliveries and attempts oldest first", async () => {
  const { workspace, form, read } = await setUp();
  const submission = await createSubmission(workspace, form);
  const recipient = await createVerifiedRecipient(workspace);
  const start = Date.now() - 60_000;
  const later = await createDelivery(workspace, submission, {
    status: "failed",
    createdAt: new Date(start + 1),
    recipientId: recipient.id,
  });
  const earlier = await createDelivery(workspace, submission, { createdAt: new Date(start) });
  const startedAt = new Date(start + 2000);
  await createAttempt(workspace, later.id, { number: 2, startedAt, outcome: "pending" });
  const first = { startedAt: new Date(start + 1000), finishedAt: new Date(start + 1500) };
  await createAttempt(workspace, later.id, { ...first, error: "rejected" });
  const { deliveries } = await read(submission.id);
  expect(deliveries).toMatchObject([
    { id: earlier.id, status: "queued", attempts: [], nextAttemptAt: start, recipientId: null },
    {
      id: later.id,
      kind: "notification",
      status: "failed",
      recipientId: recipient.id,
      nextAttemptAt: null,
      attempts: [
        {
          number: 1,
          outcome: "failed",
          error: "rejected",
          startedAt: start + 1000,
          finishedAt: start + 1500,
        },
        { number: 2, outcome: "pending", error: null, startedAt: start + 2000, finishedAt: null },
      ],
    },
  ]);
});

test("recent contents are those of a form's 20 latest messages outside spam, the newest first", async () => {
  const workspace = await createWorkspace();
  const [form, other] = [await createForm(workspace), await createForm(workspace)];
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  for (let minute = 0; minute < 22; minute += 1)
    await createSubmission(workspace, form, {
      fields: { at: String(minute) },
      folder: minute % 2 === 0 ? "inbox" : "archive",
      receivedAt: at(minute),
    });
  const later = { receivedAt: at(59) };
  await createSubmission(workspace, form, { ...later, fields: { junk: "x" }, folder: "spam" });
  await createSubmission(workspace, form, {
    ...later,
    fields: { old: "x" },
    expiresAt: new Date(0),
  });
  await createSubmission(workspace, other, { ...later, fields: { elsewhere: "x" } });
  const contents = await readRecentContents(workspace.ctx, form.id);
  const expected = Array.from({ length: 20 }, (_, index) => [["at", String(21 - index)]]);
  expect(contents.map(({ fields }) => fields)).toEqual(expected);
  expect(contents.every(({ fileFields }) => fileFields.length === 0)).toBe(true);
});
