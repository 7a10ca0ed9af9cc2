import { DestinationDelivery } from "#lib/domain/endpoints/destination-schema";
import { getWebhookDelivery, listWebhookDeliveries } from "#lib/domain/endpoints/list-deliveries";
import { replayWebhook } from "#lib/domain/endpoints/replay-webhook";
import { retryWebhookDelivery } from "#lib/domain/endpoints/retry-delivery";
import { RetriedWebhookDelivery } from "#lib/domain/endpoints/schema";
import {
  queuedDeliveryItem,
  webhookDelivery,
} from "#lib/entry/management/contracts/examples/webhooks";
import { deliveryList, eventReplay } from "#lib/entry/management/contracts/webhooks";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const { payload, ...delivery } = webhookDelivery;
const destinationDelivery: DestinationDelivery = { ...delivery, payload: { ...payload } };

export const destinationDeliveryEndpoints = withTag(
  { tag: "Destination deliveries", hasOwnBucket: true },
  [
    defineEndpoint("GET /v1/forms/{formId}/destinations/{destinationId}/deliveries", {
      operationId: "listDestinationDeliveries",
      summary: "List a destination's deliveries",
      description:
        "Returns the deliveries of a destination, newest first, a page at a time. Use `status` to find those that failed.",
      ...deliveryList,
      run: (ctx, { params, query }) =>
        listWebhookDeliveries(ctx, params.formId, query, params.destinationId),
    }),
    defineEndpoint("GET /v1/forms/{formId}/destinations/{destinationId}/deliveries/{deliveryId}", {
      operationId: "getDestinationDelivery",
      summary: "Get a destination's delivery",
      description:
        "Returns one delivery with what was sent and every attempt, including the start of the response. Use it to find out why it failed.",
      scope: "submissions:read",
      responses: {
        200: dataResponse(
          "The delivery, with its payload and attempts.",
          DestinationDelivery,
          destinationDelivery,
        ),
      },
      data: (ctx, { params }) =>
        getWebhookDelivery(ctx, params.formId, params.deliveryId, params.destinationId),
    }),
    defineEndpoint(
      "POST /v1/forms/{formId}/destinations/{destinationId}/deliveries/{deliveryId}/retry",
      {
        operationId: "retryDestinationDelivery",
        summary: "Send a delivery again",
        description:
          "Sends the same event ID and payload again to the destination's current URL: once if the delivery failed or arrived, or now instead of at its next automatic attempt if it's retrying. Available a minute after the last attempt. For submissions, the destination must be enabled and the submission must not be in spam.",
        scope: "submissions:write",
        responses: {
          200: dataResponse("The event was queued.", RetriedWebhookDelivery, {
            message: "The event is queued and will be sent shortly.",
            delivery: queuedDeliveryItem,
          }),
        },
        errors: ["delivery_not_retryable", "retry_cooldown"],
        queues: true,
        data: (ctx, { params }) =>
          retryWebhookDelivery(ctx, params.formId, params.deliveryId, params.destinationId),
      },
    ),
    defineEndpoint("POST /v1/forms/{formId}/destinations/{destinationId}/replay", {
      operationId: "replayDestination",
      summary: "Replay a destination's events",
      description:
        "Sends the events of up to 1,000 submissions received within up to 31 days again, with the same event IDs, as far as they match the destination's conditions. With `undelivered`, events that arrived are left out. Spam and events that are still queued are always left out. The destination must be enabled (409 `delivery_not_retryable`). Available once per minute to a host (429 `retry_cooldown`).",
      ...eventReplay,
      errors: ["delivery_not_retryable", "retry_cooldown"],
      data: (ctx, { params, body }) =>
        replayWebhook(ctx, params.formId, body, params.destinationId),
    }),
  ],
);
