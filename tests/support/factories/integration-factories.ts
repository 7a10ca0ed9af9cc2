import { db } from "#lib/adapters/db/database";
import { newId } from "#lib/core/ids";
import { encryptSecret } from "#lib/core/secrets";
import { makeSubmissionEvent, makeTestEvent } from "#lib/domain/endpoints/events";
import { saveWebhook } from "#lib/domain/endpoints/save-webhook";
import {
  SaveWebhookInput,
  type Webhook,
  type WebhookDeliveryItem,
} from "#lib/domain/endpoints/schema";
import type { RoutingRule } from "#lib/domain/forms/routing/schema";
import type { Form } from "#lib/domain/forms/schema";
import { contextAt, type Workspace } from "#tests/support/factories/factories";

/** A connected, enabled, and verified widget, without calls to siteverify. */
export async function createVerifiedWidget(
  formId: string,
  options: { enabled?: boolean; verifiedAt?: Date | null; secret?: string } = {},
): Promise<void> {
  const { enabled = true, verifiedAt = new Date(), secret = "0x4AAAAAAAsecret" } = options;
  const { workspaceId } = await db().form.findFirstOrThrow({ where: { id: formId } });
  await db().turnstileWidget.create({
    data: {
      workspaceId,
      formId,
      revision: newId(),
      siteKey: "0x4AAAAAAAsite",
      sealedSecret: encryptSecret("widget", { workspaceId, id: formId }, secret),
      hostnames: ["www.example.com"],
      enabled,
      verifiedAt,
      updatedAt: new Date(),
    },
  });
}

/** A form's webhook from saveWebhook. */
export function createWebhook(
  workspace: Workspace,
  form: Pick<Form, "id">,
  input: { url?: string; enabled?: boolean; now?: Date } = {},
): Promise<Webhook> {
  const { now = new Date(), url = "https://hooks.example.com/form", enabled = true } = input;
  const body = SaveWebhookInput.parse({ url, enabled });
  return saveWebhook(contextAt(workspace, now), form.id, body);
}

/** A routing rule about the topic sales. */
export function routingRule(
  recipientIds: string[],
  change: Partial<RoutingRule> = {},
): RoutingRule {
  const condition = { field: "topic", operator: "equals", value: "sales" } as const;
  return { id: newId(), name: "Sales", ...condition, recipientIds, ...change };
}

type DeliveryOptions = {
  /** Defaults to a test event. */
  submission?: { id: string; receivedAt: Date };
  status?: WebhookDeliveryItem["status"];
  failureReason?: WebhookDeliveryItem["failureReason"];
  createdAt?: Date;
  lastAttemptAt?: Date;
  revision?: string;
};

/** A webhook delivery in any state. */
export async function createWebhookDelivery(
  workspace: Workspace,
  form: Pick<Form, "id" | "name">,
  webhook: Pick<Webhook, "id" | "revision">,
  options: DeliveryOptions = {},
): Promise<{ id: string; eventId: string; body: string }> {
  const { submission, status = "queued", createdAt = new Date() } = options;
  const [id, eventId] = [newId(), newId()];
  const body = submission
    ? makeSubmissionEvent(eventId, {
        ...submission,
        formId: form.id,
        formName: form.name,
        fields: [["message", "Hello there"]],
        sender: { name: null, email: null },
        context: null,
        known: [],
        attachments: [],
      })
    : makeTestEvent(eventId, form.id, createdAt);
  const isWaiting = status === "queued" || status === "retrying";
  const isUnderWay = isWaiting || status === "sending";
  await db().delivery.create({
    data: {
      id,
      workspaceId: workspace.id,
      webhookId: webhook.id,
      revision: options.revision ?? webhook.revision,
      channel: "webhook",
      dedupeKey: eventId,
      kind: submission ? "submission.created" : "webhook.test",
      submissionId: submission?.id ?? null,
      status,
      failureReason: options.failureReason ?? null,
      seriesTrigger: submission ? "automatic" : "test",
      body,
      attemptCount: options.lastAttemptAt ? 1 : 0,
      createdAt,
      lastAttemptAt: options.lastAttemptAt ?? null,
      nextAttemptAt: isWaiting ? createdAt : null,
      concurrencyKey: webhook.id,
      dueAt: isUnderWay ? createdAt : null,
    },
  });
  return { id, eventId, body };
}
