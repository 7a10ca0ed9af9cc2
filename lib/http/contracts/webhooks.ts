import { dataResponse, defineEndpoint } from "#lib/http/endpoint";
import { IDS, TIMES } from "#lib/http/openapi/examples/example";
import { webhook, webhookWithSecret } from "#lib/http/openapi/examples/webhooks";
import { jsonResponse } from "#lib/http/respond";
import { deleteWebhook, rotateWebhookSecret, saveWebhook } from "#lib/webhooks/save-webhook";
import {
  RotateWebhookSecretInput,
  SaveWebhookInput,
  Webhook,
  WebhookTest,
  WebhookWithSecret,
} from "#lib/webhooks/schema";
import { getWebhook } from "#lib/webhooks/store";
import { testWebhook } from "#lib/webhooks/test-webhook";

export const webhookEndpoints = [
  defineEndpoint({
    operationId: "getWebhook",
    method: "GET",
    path: "/v1/forms/{formId}/webhook",
    tag: "Webhooks",
    summary: "Get a form's webhook",
    scope: "integrations:read",
    responses: {
      200: dataResponse(
        "The webhook without its secret, or null if there is none.",
        Webhook.nullable(),
        webhook,
      ),
    },
    run: async (ctx, { params }) => ({ data: await getWebhook(ctx, params.formId) }),
  }),
  defineEndpoint({
    operationId: "saveWebhook",
    method: "POST",
    path: "/v1/forms/{formId}/webhook",
    tag: "Webhooks",
    summary: "Create or update a form's webhook",
    description:
      "An update cancels events queued under the earlier revision. The signing secret is only returned when the webhook is created.",
    scope: "integrations:write",
    body: SaveWebhookInput,
    example: { body: { url: webhook.url, enabled: true } },
    responses: {
      200: dataResponse("The updated webhook, without its secret.", Webhook, {
        ...webhook,
        revision: "w_6vMx",
        updatedAt: TIMES.now,
      }),
      201: dataResponse(
        "The created webhook with its signing secret, which is only shown once.",
        WebhookWithSecret,
        webhookWithSecret,
      ),
    },
    errors: ["revision_conflict"],
    run: async (ctx, { params, body }) => {
      const data = await saveWebhook(ctx, params.formId, body);
      return jsonResponse("signingSecret" in data ? 201 : 200, { data });
    },
  }),
  defineEndpoint({
    operationId: "deleteWebhook",
    method: "DELETE",
    path: "/v1/forms/{formId}/webhook",
    tag: "Webhooks",
    summary: "Delete a form's webhook",
    description: "Also deletes its secret, deliveries and attempts.",
    scope: "integrations:write",
    responses: { 204: { description: "The webhook was deleted." } },
    run: (ctx, { params }) => deleteWebhook(ctx, params.formId),
  }),
  defineEndpoint({
    operationId: "rotateWebhookSecret",
    method: "POST",
    path: "/v1/forms/{formId}/webhook/rotate-secret",
    tag: "Webhooks",
    summary: "Rotate a webhook's signing secret",
    description:
      "The old secret stops working immediately, and events queued under the earlier revision are cancelled. If you lose the response, rotate again.",
    scope: "integrations:write",
    body: RotateWebhookSecretInput,
    example: { body: { revision: webhook.revision } },
    responses: {
      200: dataResponse(
        "The webhook with its new signing secret, which is only shown once.",
        WebhookWithSecret,
        { ...webhookWithSecret, revision: "w_9hBs", updatedAt: TIMES.now },
      ),
    },
    errors: ["webhook_not_configured", "revision_conflict"],
    run: async (ctx, { params, body }) => ({
      data: await rotateWebhookSecret(ctx, params.formId, body),
    }),
  }),
  defineEndpoint({
    operationId: "testWebhook",
    method: "POST",
    path: "/v1/forms/{formId}/webhook/test",
    tag: "Webhooks",
    summary: "Send a test event",
    description:
      "Works even if the webhook is disabled. Test events aren't retried. You can send one per minute and 100 per 24 hours.",
    scope: "integrations:write",
    responses: {
      202: dataResponse("The test event was queued.", WebhookTest, {
        deliveryId: IDS.webhookDelivery,
        eventId: IDS.event,
      }),
    },
    errors: ["webhook_not_configured", "webhook_test_cooldown"],
    queues: true,
    run: async (ctx, { params }) => ({ data: await testWebhook(ctx, params.formId) }),
  }),
];
