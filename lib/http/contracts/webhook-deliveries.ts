import { dataResponse, defineEndpoint, pageResponse } from "#lib/http/endpoint";
import { webhookDelivery, webhookDeliveryItem } from "#lib/http/openapi/examples/webhooks";
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
    summary: "List webhook deliveries",
    scope: "submissions:read",
    query: ListWebhookDeliveriesQuery,
    example: { query: { limit: 20 } },
    responses: {
      200: pageResponse(
        "A page of deliveries, newest first.",
        WebhookDeliveryItem,
        webhookDeliveryItem,
      ),
    },
    run: (ctx, { params, query }) => listWebhookDeliveries(ctx, params.formId, query),
  }),
  defineEndpoint({
    operationId: "getWebhookDelivery",
    method: "GET",
    path: "/v1/forms/{formId}/webhook/deliveries/{deliveryId}",
    tag: "Webhooks",
    summary: "Get a webhook delivery",
    scope: "submissions:read",
    responses: {
      200: dataResponse(
        "The delivery, with its payload and attempts.",
        WebhookDelivery,
        webhookDelivery,
      ),
    },
    run: async (ctx, { params }) => ({
      data: await getWebhookDelivery(ctx, params.formId, params.deliveryId),
    }),
  }),
  defineEndpoint({
    operationId: "retryWebhookDelivery",
    method: "POST",
    path: "/v1/forms/{formId}/webhook/deliveries/{deliveryId}/retry",
    tag: "Webhooks",
    summary: "Retry a webhook delivery",
    description:
      "Sends the same event ID and payload once more. Available a minute after the last attempt, unless the webhook has changed since the event was created. For submission events, the webhook must be enabled and the submission must not be in spam.",
    scope: "submissions:write",
    responses: {
      200: dataResponse("The event was queued.", RetriedWebhookDelivery, {
        message: "The event is queued and will be sent in a moment.",
        delivery: {
          ...webhookDeliveryItem,
          status: "queued",
          failureReason: null,
          retryable: false,
        },
      }),
    },
    errors: [
      "webhook_not_configured",
      "revision_conflict",
      "delivery_not_retryable",
      "retry_cooldown",
    ],
    queues: true,
    run: async (ctx, { params }) => ({
      data: await retryWebhookDelivery(ctx, params.formId, params.deliveryId),
    }),
  }),
];
