import { type CallOptions, type Connected, eachItem, type Query } from "./call.js";
import type {
  Destination,
  SubmissionCreatedEvent,
  WebhookDeliveryItem,
} from "./generated/api-types.js";

const ALL = "/v1/forms/{formId}/destinations";
const ONE = `${ALL}/{destinationId}` as const;
const DELIVERIES = `${ONE}/deliveries` as const;
const DELIVERY = `${DELIVERIES}/{deliveryId}` as const;

/** The destinations of a form's messages besides email and its signed webhook. */
export function destinationResources({ operation, operationWith }: Connected) {
  const listDestinations = operationWith("GET", ALL);
  const listSamples = operation("GET", "/v1/forms/{formId}/sample-event");
  const listDeliveries = operationWith("GET", DELIVERIES);
  return {
    destinations: {
      /** The form's destinations, oldest first. */
      list: async (
        formId: string,
        query: Query<typeof ALL> = {},
        options: CallOptions = {},
      ): Promise<Destination[]> => (await listDestinations(formId, query, options)).data,
      /** Adds a destination. The `signingSecret` of a webhook is only returned here. */
      create: operationWith("POST", ALL),
      get: operation("GET", ONE),
      update: operationWith("PATCH", ONE),
      delete: operation("DELETE", ONE),
      /** Sends a test. Its delivery shows the result. */
      test: operation("POST", `${ONE}/test` as const),
      /** Returns a new `signingSecret`. The old one signs too for `overlapHours`. */
      rotateSecret: operationWith("POST", `${ONE}/rotate-secret` as const),
      /** Sends the events of a period again. */
      replay: operationWith("POST", `${ONE}/replay` as const),
      /** The newest messages as events, or a made-up one. */
      sampleEvents: async (
        formId: string,
        options: CallOptions = {},
      ): Promise<SubmissionCreatedEvent[]> => (await listSamples(formId, options)).data,
    },
    destinationDeliveries: {
      /** One page of deliveries, newest first. */
      list: listDeliveries,
      /** All deliveries, newest first, page by page. */
      all: (
        formId: string,
        destinationId: string,
        query: Query<typeof DELIVERIES> = {},
        options: CallOptions = {},
      ): AsyncGenerator<WebhookDeliveryItem, void> =>
        eachItem((page) => listDeliveries(formId, destinationId, page, options), {
          limit: 50,
          ...query,
        }),
      /** A delivery with what was sent and its attempts. */
      get: operation("GET", DELIVERY),
      /** Sends it again. */
      retry: operation("POST", `${DELIVERY}/retry` as const),
    },
  };
}
