import { z } from "zod";
import { defineEndpoint } from "#lib/http/endpoint";
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

const withSecret = z.strictObject({ data: WebhookWithSecret });

export const webhookEndpoints = [
  defineEndpoint({
    operationId: "getWebhook",
    method: "GET",
    path: "/v1/forms/{formId}/webhook",
    tag: "Webhooks",
    summary: "Read the webhook of a form",
    scope: "integrations:read",
    responses: {
      200: {
        description: "The webhook without its secret, or null.",
        schema: z.strictObject({ data: Webhook.nullable() }),
      },
    },
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await getWebhook(ctx, params.formId) },
    }),
  }),
  defineEndpoint({
    operationId: "saveWebhook",
    method: "POST",
    path: "/v1/forms/{formId}/webhook",
    tag: "Webhooks",
    summary: "Create the webhook of a form, or change it",
    description:
      "A change cancels the events that wait under the earlier revision. The signing secret is answered on creation only.",
    scope: "integrations:write",
    body: SaveWebhookInput,
    responses: {
      200: {
        description: "The webhook as it is now, without its secret.",
        schema: z.strictObject({ data: Webhook }),
      },
      201: {
        description: "The new webhook with its signing secret, shown this once.",
        schema: withSecret,
      },
    },
    errors: ["revision_conflict"],
    run: async (ctx, { params, body }) => {
      const data = await saveWebhook(ctx, params.formId, body);
      return { status: "signingSecret" in data ? 201 : 200, body: { data } };
    },
  }),
  defineEndpoint({
    operationId: "deleteWebhook",
    method: "DELETE",
    path: "/v1/forms/{formId}/webhook",
    tag: "Webhooks",
    summary: "Delete the webhook of a form",
    description: "Its secret, deliveries and attempts are deleted with it.",
    scope: "integrations:write",
    responses: { 204: { description: "The form has no webhook." } },
    run: async (ctx, { params }) => {
      await deleteWebhook(ctx, params.formId);
      return { status: 204 };
    },
  }),
  defineEndpoint({
    operationId: "rotateWebhookSecret",
    method: "POST",
    path: "/v1/forms/{formId}/webhook/rotate-secret",
    tag: "Webhooks",
    summary: "Replace the signing secret",
    description:
      "The old secret is invalid immediately, and events that wait under the earlier revision are cancelled. Do not repeat it automatically.",
    scope: "integrations:write",
    body: RotateWebhookSecretInput,
    responses: {
      200: {
        description: "The webhook with its new signing secret, shown this once.",
        schema: withSecret,
      },
    },
    errors: ["webhook_not_configured", "revision_conflict"],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await rotateWebhookSecret(ctx, params.formId, body) },
    }),
  }),
  defineEndpoint({
    operationId: "testWebhook",
    method: "POST",
    path: "/v1/forms/{formId}/webhook/test",
    tag: "Webhooks",
    summary: "Send a synthetic test event",
    description:
      "Works while the webhook is disabled. Once a minute and 100 times in 24 hours; it is tried once.",
    scope: "integrations:write",
    responses: {
      202: {
        description: "The test is queued.",
        schema: z.strictObject({ data: WebhookTest }),
      },
    },
    errors: ["webhook_not_configured", "webhook_test_cooldown"],
    queues: true,
    run: async (ctx, { params }) => ({
      status: 202,
      body: { data: await testWebhook(ctx, params.formId) },
    }),
  }),
];
