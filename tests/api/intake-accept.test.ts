import { expect, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { deleteForm, rotateFormKey } from "#lib/domain/forms/forms";
import { updateForm } from "#lib/domain/forms/update-form";
import { getSubmission } from "#lib/domain/submissions/store";
import { getUsage } from "#lib/domain/usage/get-usage";
import { acceptedId, postVisit, rejectionCode, submitTo } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";
import { countAccepted } from "#tests/support/factories/message-factories";

process.env.DEFAULT_PLAN = "starter";

const WITH_FILES = { settings: { uploads: { enabled: true } } };

test("stores the fields in order, the notification plan, and one queued email per recipient", async () => {
  const { workspace, ctx, recipient, form } = await createOwnForm();
  const json = {
    zeta: "last name first",
    Email: " ada@example.com ",
    name: "Ada",
    topics: ["a", "b"],
  };
  const response = await postVisit(form.publicKey, { json });
  expect(response.status).toBe(200);
  const submission = await getSubmission(ctx, await acceptedId(response));
  expect(Object.entries(submission.fields)).toEqual(Object.entries(json));
  expect(submission).toMatchObject({
    folder: "inbox",
    read: false,
    name: "Ada",
    email: "ada@example.com",
    spamReason: null,
    notificationPlan: {
      recipients: [{ id: recipient.id, email: recipient.email }],
      reason: "form_recipients",
    },
    visitorReply: { status: "not_eligible", reason: "not_configured" },
    deliveries: [{ recipientId: recipient.id, kind: "notification", status: "queued" }],
  });
  const where = { dueAt: { not: null }, workspaceId: workspace.id };
  expect(await db().delivery.count({ where })).toBe(1);
});

test("stores a honeypot hit as spam, notifies no one, and returns the same response", async () => {
  const { workspace, form } = await createOwnForm(WITH_FILES);
  const plain = await postVisit(form.publicKey, { json: { message: "hello" } });
  const trapped = await postVisit(form.publicKey, { json: { message: "hello", botcheck: "x" } });
  expect(trapped.status).toBe(plain.status);
  expect([...trapped.headers.keys()]).toEqual([...plain.headers.keys()]);
  const submission = await getSubmission(workspace.ctx, await acceptedId(trapped));
  expect(submission).toMatchObject({
    folder: "spam",
    spamReason: "honeypot",
    deliveries: [],
    notificationPlan: { reason: "spam", recipients: [] },
    visitorReply: { status: "not_eligible", reason: "spam" },
  });
  expect(submission.fields).not.toHaveProperty("botcheck");
});

test("sets a message's expiration from its form's retention period", async () => {
  const { workspace, form } = await createOwnForm({ settings: { messageRetentionDays: 7 } });
  const response = await postVisit(form.publicKey, { json: { message: "hello" } });
  const submission = await getSubmission(workspace.ctx, await acceptedId(response));
  expect(submission.expiresAt).toBe(submission.receivedAt + 7 * 86_400_000);
});

test("applies a form's new status, allowed origins, rotated key, and deletion immediately", async () => {
  const { workspace, form } = await createOwnForm();
  const post = (publicKey: string, headers = {}) =>
    postVisit(publicKey, { json: { message: "hello" }, headers });
  expect((await post(form.publicKey)).status).toBe(200);
  await updateForm(workspace.ctx, form.id, { status: "paused" });
  expect(await rejectionCode(await post(form.publicKey))).toBe("form_paused");
  const origin = "https://shop.example.com";
  const settings = { allowedOrigins: [origin] };
  await updateForm(workspace.ctx, form.id, { status: "active", settings });
  expect(await rejectionCode(await post(form.publicKey))).toBe("origin_not_allowed");
  expect((await post(form.publicKey, { origin })).status).toBe(200);
  await updateForm(workspace.ctx, form.id, { settings: { allowedOrigins: [] } });
  expect((await post(form.publicKey)).status).toBe(200);
  const rotated = await rotateFormKey(workspace.ctx, form.id);
  expect(await rejectionCode(await post(form.publicKey))).toBe("not_found");
  expect((await post(rotated.publicKey)).status).toBe(200);
  await deleteForm(workspace.ctx, form.id);
  expect(await rejectionCode(await post(rotated.publicKey))).toBe("not_found");
});

test.each([
  [{ status: "paused" } as const, "This form is closed right now."],
  [
    { settings: { allowedOrigins: ["https://shop.example.com"] } },
    "doesn’t accept messages from the page",
  ],
])(
  "a message that was read before the form changed to %j can be copied",
  async (change, reason) => {
    const { workspace, form } = await createOwnForm();
    const post = (message: string) =>
      postVisit(form.publicKey, { form: { message }, headers: { origin: "null" } });
    expect((await post("Earlier text")).status).toBe(303);
    await updateForm(workspace.ctx, form.id, change);
    const first = await (await post("Long text")).text();
    expect(first).toContain(reason);
    expect(first).toContain(
      'value="Message: Long text" data-copied="Copied." hidden>Copy my message</button>',
    );
    const later = await (await post("Later text")).text();
    expect(later).toContain(reason);
    expect(later, "rejected before the body is read").toContain("Use your browser’s Back button.");
  },
);

/** Changes the form whenever one of its files is about to be written, a number of times. */
async function changeWhileFilesArrive(formId: string, times: number): Promise<void> {
  await db().$executeRaw`DROP TRIGGER IF EXISTS change_form ON objects`;
  await db().$executeRaw`DROP SEQUENCE IF EXISTS form_changes`;
  await db().$executeRaw`CREATE SEQUENCE form_changes`;
  await db().$executeRawUnsafe(`CREATE OR REPLACE FUNCTION change_form() RETURNS trigger
    LANGUAGE plpgsql AS 'BEGIN
      IF nextval(''form_changes'') <= ${times} THEN
        UPDATE forms SET updated_at = now() WHERE id = ''${formId}'';
      END IF;
      RETURN NEW;
    END'`);
  await db().$executeRaw`CREATE TRIGGER change_form BEFORE INSERT ON objects
    FOR EACH ROW EXECUTE FUNCTION change_form()`;
}

async function postDuringChanges(times: number) {
  const { workspace, ctx, form } = await createOwnForm(WITH_FILES);
  await changeWhileFilesArrive(form.id, times);
  const response = await postVisit(form.publicKey, {
    multipart: [{ name: "paper", filename: "one.txt", content: "text" }],
    headers: { accept: "application/json" },
  });
  return { workspace, response, accepted: (await getUsage(ctx)).accepted };
}

test("a form that changes during a submission is read again once, and the message is stored once with its file", async () => {
  const { workspace, response, accepted } = await postDuringChanges(1);
  expect([response.status, accepted]).toEqual([200, 1]);
  const objects = await db().storedObject.findMany({ where: { workspaceId: workspace.id } });
  const statuses = objects.map(({ status }) => status).toSorted();
  expect(statuses).toEqual(["deleting", "stored"]);
});

test("a form that changes during a submission receives 503 with Retry-After if it keeps changing, and nothing is stored", async () => {
  const { response, accepted } = await postDuringChanges(2);
  expect([response.status, accepted]).toEqual([503, 0]);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("accepts spam and replays responses after twice the allowance is used up", async () => {
  const { workspace, form } = await createOwnForm();
  await countAccepted(workspace, 1999);
  const once = { json: { message: "last" }, headers: { "idempotency-key": "last-one" } };
  const first = await postVisit(form.publicKey, once);
  expect(first.status).toBe(200);
  expect((await postVisit(form.publicKey, { json: { message: "more" } })).status).toBe(429);
  const trapped = await postVisit(form.publicKey, { json: { message: "more", botcheck: "x" } });
  expect(trapped.status).toBe(200);
  const repeat = await postVisit(form.publicKey, once);
  expect(repeat.headers.get("idempotent-replayed")).toBe("true");
  expect(await acceptedId(repeat)).toBe(await acceptedId(first));
});

/** Makes the database fail the form's next insert with a deadlock error, once. */
async function deadlockOnce(formId: string): Promise<void> {
  await db().$executeRaw`CREATE SEQUENCE deadlocks`;
  await db().$executeRaw`CREATE FUNCTION deadlock_once() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN
       IF nextval(''deadlocks'') = 1 THEN
         RAISE EXCEPTION ''deadlock detected'' USING ERRCODE = ''40P01'';
       END IF;
       RETURN NEW;
     END'`;
  await db().$executeRawUnsafe(`CREATE TRIGGER deadlock_once BEFORE INSERT ON submissions
    FOR EACH ROW WHEN (NEW.form_id = '${formId}') EXECUTE FUNCTION deadlock_once()`);
}

test("stores a message once after a deadlock", async () => {
  const { workspace, form } = await createOwnForm();
  await deadlockOnce(form.id);
  const response = await postVisit(form.publicKey, { json: { message: "hello" } });
  expect(response.status).toBe(200);
  expect(await getUsage(workspace.ctx)).toMatchObject({ accepted: 1, folders: { inbox: 1 } });
});

/** A form with a webhook, and a message to it with the events about it. */
async function sendTo(webhookInput: { enabled?: boolean; health?: string }, json: object) {
  const { health = "healthy", ...input } = webhookInput;
  const { workspace, form } = await createOwnForm({ name: "Orders" });
  const webhook = await createWebhook(workspace, form, input);
  await db().webhook.updateMany({ where: { id: webhook.id }, data: { health } });
  const id = await submitTo(form, json);
  const where = { channel: "webhook", submissionId: id };
  return { form, webhook, id, events: await db().delivery.findMany({ where }) };
}

test("queues a webhook event for an accepted message under the webhook's current revision", async () => {
  const fields = { b: "2", a: ["x", "y"] };
  const { form, webhook, id, events } = await sendTo({}, fields);
  const submission = await db().submission.findFirstOrThrow({ where: { id } });
  expect(events).toMatchObject([
    {
      webhookId: webhook.id,
      revision: webhook.revision,
      kind: "submission.created",
      status: "queued",
      attemptCount: 0,
      dueAt: submission.receivedAt,
    },
  ]);
  const [event] = events;
  expect(JSON.parse(event?.body ?? "")).toEqual({
    id: event?.dedupeKey,
    type: "submission.created",
    timestamp: submission.receivedAt.toISOString(),
    data: {
      submission: {
        id,
        formId: form.id,
        formName: "Orders",
        receivedAt: submission.receivedAt.getTime(),
        fields,
        attachments: [],
        context: null,
      },
    },
  });
});

test("creates no webhook event for spam or a disabled webhook", async () => {
  expect((await sendTo({}, { message: "x", botcheck: "y" })).events).toEqual([]);
  expect((await sendTo({ enabled: false }, { message: "x" })).events).toEqual([]);
});

test("stores the event of a suspended endpoint as failed so that it can be sent manually", async () => {
  const { events } = await sendTo({ health: "suspended" }, { message: "x" });
  expect(events).toMatchObject([
    { status: "failed", failureReason: "endpoint_suspended", dueAt: null },
  ]);
});
