import { expect, test } from "vitest";
import { db } from "#lib/db/database";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createOwnForm } from "#tests/support/factories/factories";
import { createWebhook } from "#tests/support/factories/integration-factories";

/** A form with a webhook, and a message to it with the events about it. */
async function sendTo(webhookInput: { enabled?: boolean; health?: string }, json: object) {
  const { health = "healthy", ...input } = webhookInput;
  const { workspace, form } = await createOwnForm({ name: "Orders" });
  const webhook = await createWebhook(workspace, form, input);
  await db().webhook.updateMany({ where: { id: webhook.id }, data: { health } });
  const id = await acceptedId(await postVisit(form.publicKey, { json }));
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
