import { getWebhookDelivery, listWebhookDeliveries } from "#lib/domain/endpoints/list-deliveries";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import {
  deleteWebhook,
  rotateWebhookSecret,
  saveWebhook,
} from "#lib/domain/endpoints/save-webhook";
import {
  ListWebhookDeliveriesQuery,
  ReplayWebhookInput,
  RetriedWebhookDelivery,
  RotateWebhookSecretInput,
  SaveWebhookInput,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryItem,
  WebhookReplay,
  WebhookTest,
  WebhookWithSecret,
} from "#lib/domain/endpoints/schema";
import { getWebhook } from "#lib/domain/endpoints/store";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { jsonResponse } from "#lib/entry/http/respond";
import { IDS, TIMES } from "#lib/entry/management/contracts/examples/example";
import {
  queuedDeliveryItem,
  webhook,
  webhookDelivery,
  webhookDeliveryItem,
  webhookWithSecret,
} from "#lib/entry/management/contracts/examples/webhooks";
import {
  dataResponse,
  defineEndpoint,
  pageResponse,
  withTag,
} from "#lib/entry/management/endpoint";

/** Describes a list of deliveries, here and for destinations. */
export const deliveryList = {
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
} as const;

export const eventReplay = {
  scope: "submissions:write",
  body: ReplayWebhookInput,
  example: { body: { from: TIMES.received, to: TIMES.now, status: "undelivered" } },
  status: 202,
  responses: { 202: dataResponse("The events were queued.", WebhookReplay, { queued: 12 }) },
  queues: true,
} as const;

export const webhookEndpoints = withTag({ tag: "Webhooks" }, [
  defineEndpoint("GET /v1/forms/{formId}/webhook", {
    operationId: "getWebhook",
    summary: "Get a form's webhook",
    description:
      "Returns the form's webhook with its revision and health, or null if there is none. Use it before saving, because an update must send the current revision. The signing secret is never returned here.",
    scope: "integrations:read",
    responses: {
      200: dataResponse(
        "The webhook without its secret, or null if there is none.",
        Webhook.nullable(),
        webhook,
      ),
    },
    data: (ctx, { params }) => getWebhook(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/webhook", {
    operationId: "saveWebhook",
    summary: "Create or update a form's webhook",
    description:
      "Creates the form's webhook, or updates it if you send its current `revision`. The signing secret is only returned on creation: store it, because it verifies every event. An update cancels events queued under the earlier revision. A missing or outdated revision returns 409 `revision_conflict`.",
    scope: "integrations:write",
    body: SaveWebhookInput,
    example: {
      body: {
        url: webhook.url,
        enabled: true,
        headers: [{ name: "Authorization", value: "Bearer 2mWk8sVd4q7Zx" }],
      },
    },
    responses: {
      200: dataResponse("The updated webhook, without its secret.", Webhook, {
        ...webhook,
        revision: "w_6vMx",
        updatedAt: TIMES.now,
      }),
      201: dataResponse(
        "The created webhook with its signing secret, which is shown only once.",
        WebhookWithSecret,
        webhookWithSecret,
      ),
    },
    errors: ["address_unconfirmed", "revision_conflict"],
    run: async (ctx, { params, body }) => {
      const data = await saveWebhook(ctx, params.formId, body);
      return jsonResponse("signingSecret" in data ? 201 : 200, { data });
    },
  }),
  defineEndpoint("DELETE /v1/forms/{formId}/webhook", {
    operationId: "deleteWebhook",
    summary: "Delete a form's webhook",
    description:
      "Deletes the form's webhook with its secret, deliveries, and attempts, so that submissions no longer trigger events. To pause it, save it with `enabled` set to false. Also succeeds if there is no webhook.",
    scope: "integrations:write",
    status: 204,
    responses: { 204: { description: "The webhook was deleted." } },
    run: (ctx, { params }) => deleteWebhook(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/webhook/rotate-secret", {
    operationId: "rotateWebhookSecret",
    summary: "Rotate a webhook's signing secret",
    description:
      "Replaces the signing secret, for example after a leak. The old one stops working immediately, and events queued under the earlier revision are canceled. If you lose the response, rotate again.",
    scope: "integrations:write",
    body: RotateWebhookSecretInput,
    example: { body: { revision: webhook.revision } },
    responses: {
      200: dataResponse(
        "The webhook with its new signing secret, which is shown only once.",
        WebhookWithSecret,
        { ...webhookWithSecret, revision: "w_9hBs", updatedAt: TIMES.now },
      ),
    },
    errors: ["webhook_not_configured", "revision_conflict"],
    data: (ctx, { params, body }) => rotateWebhookSecret(ctx, params.formId, body),
  }),
  defineEndpoint("POST /v1/forms/{formId}/webhook/test", {
    operationId: "testWebhook",
    summary: "Send a test event",
    description:
      "Queues a `webhook.test` event to check that your endpoint receives and verifies events. Works even if the webhook is disabled. It's attempted once; read its delivery for the result. You can send one per minute and 100 per 24 hours to a host (429 `webhook_test_cooldown`).",
    scope: "integrations:write",
    status: 202,
    responses: {
      202: dataResponse("The test event was queued.", WebhookTest, {
        deliveryId: IDS.webhookDelivery,
        eventId: IDS.event,
      }),
    },
    errors: ["webhook_not_configured", "webhook_test_cooldown"],
    queues: true,
    data: (ctx, { params }) => testWebhook(ctx, params.formId),
  }),
  defineEndpoint("GET /v1/forms/{formId}/webhook/deliveries", {
    operationId: "listWebhookDeliveries",
    summary: "List webhook deliveries",
    description:
      "Returns the deliveries of the form's webhook, newest first, a page at a time. Use it to find events that failed. It's empty if the form has no webhook.",
    ...deliveryList,
    run: (ctx, { params, query }) => listWebhookDeliveries(ctx, params.formId, query),
  }),
  defineEndpoint("GET /v1/forms/{formId}/webhook/deliveries/{deliveryId}", {
    operationId: "getWebhookDelivery",
    summary: "Get a webhook delivery",
    description:
      "Returns one delivery with its payload and every attempt, including the start of your endpoint's response. Use it to find out why an event failed.",
    scope: "submissions:read",
    responses: {
      200: dataResponse(
        "The delivery, with its payload and attempts.",
        WebhookDelivery,
        webhookDelivery,
      ),
    },
    data: (ctx, { params }) => getWebhookDelivery(ctx, params.formId, params.deliveryId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/webhook/deliveries/{deliveryId}/retry", {
    operationId: "retryWebhookDelivery",
    summary: "Retry a webhook delivery",
    description:
      "Sends the same event ID and payload again: once if the delivery failed, or now instead of at its next automatic attempt if it's retrying. Available a minute after the last attempt, unless the webhook has changed since the event was created. For submission events, the webhook must be enabled and the submission must not be in spam.",
    scope: "submissions:write",
    responses: {
      200: dataResponse("The event was queued.", RetriedWebhookDelivery, {
        message: "The event is queued and will be sent in a moment.",
        delivery: queuedDeliveryItem,
      }),
    },
    errors: [
      "webhook_not_configured",
      "revision_conflict",
      "delivery_not_retryable",
      "retry_cooldown",
    ],
    queues: true,
    data: (ctx, { params }) => retryWebhookDelivery(ctx, params.formId, params.deliveryId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/webhook/replay", {
    operationId: "replayWebhook",
    summary: "Replay events of a period",
    description:
      "Sends the events of up to 1,000 submissions received within up to 31 days again, to the current URL and with the same event IDs, for example after a wrong URL was corrected. With `undelivered`, events that arrived are left out. Spam and events that are still queued are always left out. If the request fails partway, the events queued so far are still sent: replay the rest with `undelivered`. The webhook must be enabled (409 `delivery_not_retryable`). Available once per minute to a host (429 `retry_cooldown`).",
    ...eventReplay,
    errors: ["webhook_not_configured", "delivery_not_retryable", "retry_cooldown"],
    data: (ctx, { params, body }) => replayWebhook(ctx, params.formId, body),
  }),
]);
