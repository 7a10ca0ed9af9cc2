import { z } from "zod";
import { defineEndpoint } from "#lib/http/endpoint";
import { pageOf } from "#lib/http/page-schema";
import { getWebhookDelivery, listWebhookDeliveries } from "#lib/webhooks/list-deliveries";
import { retryWebhookDelivery } from "#lib/webhooks/retry-delivery";
import {
  ListWebhookDeliveriesQuery,
  RetriedWebhookDelivery,
  WebhookDelivery,
  WebhookDeliveryItem,
} from "#lib/webhooks/schema";

export const webhookDeliveryEndpoints = [
  defineEndpoint({
    operationId: "listWebhookDeliveries",
    method: "GET",
    path: "/v1/forms/{formId}/webhook/deliveries",
    tag: "Webhooks",
    summary: "List the deliveries of a webhook, newest first",
    scope: "submissions:read",
    query: ListWebhookDeliveriesQuery,
    responses: {
      200: { description: "One page of deliveries.", schema: pageOf(WebhookDeliveryItem) },
    },
    run: async (ctx, { params, query }) => ({
      status: 200,
      body: await listWebhookDeliveries(ctx, params.formId, query),
    }),
  }),
  defineEndpoint({
    operationId: "getWebhookDelivery",
    method: "GET",
    path: "/v1/forms/{formId}/webhook/deliveries/{deliveryId}",
    tag: "Webhooks",
    summary: "Read a delivery with its payload and attempts",
    scope: "submissions:read",
    responses: {
      200: { description: "The delivery.", schema: z.strictObject({ data: WebhookDelivery }) },
    },
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await getWebhookDelivery(ctx, params.formId, params.deliveryId) },
    }),
  }),
  defineEndpoint({
    operationId: "retryWebhookDelivery",
    method: "POST",
    path: "/v1/forms/{formId}/webhook/deliveries/{deliveryId}/retry",
    tag: "Webhooks",
    summary: "Send a failed event again",
    description:
      "The same event id and the same bytes, once. A minute after its last attempt, and only while the webhook is as it was when the event was made; events of submissions also need an enabled webhook and a message outside spam.",
    scope: "submissions:write",
    responses: {
      200: {
        description: "The event is queued again.",
        schema: z.strictObject({ data: RetriedWebhookDelivery }),
      },
    },
    errors: [
      "webhook_not_configured",
      "revision_conflict",
      "delivery_not_retryable",
      "retry_cooldown",
    ],
    queues: true,
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await retryWebhookDelivery(ctx, params.formId, params.deliveryId) },
    }),
  }),
];
