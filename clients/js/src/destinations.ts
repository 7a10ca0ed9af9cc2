import { type CallOptions, type Connected, eachItem, type Page, type Query } from "./call.js";
import type {
  CreateDestinationInput,
  CreatedDestination,
  Destination,
  DestinationDelivery,
  DestinationWithSecret,
  ReplayWebhookInput,
  RetriedWebhookDelivery,
  RotateDestinationSecretInput,
  SubmissionCreatedEvent,
  UpdateDestinationInput,
  WebhookDeliveryItem,
  WebhookReplay,
  WebhookTest,
} from "./generated/api-types.js";

type ListQuery = Query<"/v1/forms/{formId}/destinations">;
type DeliveriesQuery = Query<"/v1/forms/{formId}/destinations/{destinationId}/deliveries">;

const ONE = "/v1/forms/{formId}/destinations/{destinationId}";

/** The destinations of a form's messages besides email and its signed webhook. */
export function destinationResources({ call }: Connected) {
  const listDeliveries = (
    formId: string,
    destinationId: string,
    query: DeliveriesQuery = {},
    options: CallOptions = {},
  ): Promise<Page<WebhookDeliveryItem>> =>
    call("GET", `${ONE}/deliveries`, { path: { formId, destinationId }, query, ...options });
  return {
    destinations: {
      /** The form's destinations, oldest first. */
      async list(
        formId: string,
        query: ListQuery = {},
        options: CallOptions = {},
      ): Promise<Destination[]> {
        const at = { path: { formId }, query, ...options };
        const { data }: { data: Destination[] } = await call(
          "GET",
          "/v1/forms/{formId}/destinations",
          at,
        );
        return data;
      },
      /** Adds a destination. The `signingSecret` of a webhook is only returned here. */
      create: (
        formId: string,
        body: CreateDestinationInput,
        options: CallOptions = {},
      ): Promise<CreatedDestination> =>
        call("POST", "/v1/forms/{formId}/destinations", { path: { formId }, body, ...options }),
      get: (
        formId: string,
        destinationId: string,
        options: CallOptions = {},
      ): Promise<Destination> => call("GET", ONE, { path: { formId, destinationId }, ...options }),
      update: (
        formId: string,
        destinationId: string,
        body: UpdateDestinationInput,
        options: CallOptions = {},
      ): Promise<Destination> =>
        call("PATCH", ONE, { path: { formId, destinationId }, body, ...options }),
      delete: (formId: string, destinationId: string, options: CallOptions = {}): Promise<void> =>
        call("DELETE", ONE, { path: { formId, destinationId }, ...options }),
      /** Sends a test. Its delivery shows the result. */
      test: (
        formId: string,
        destinationId: string,
        options: CallOptions = {},
      ): Promise<WebhookTest> =>
        call("POST", `${ONE}/test`, { path: { formId, destinationId }, ...options }),
      /** Returns a new `signingSecret`. The old one signs too for `overlapHours`. */
      rotateSecret: (
        formId: string,
        destinationId: string,
        body: RotateDestinationSecretInput = {},
        options: CallOptions = {},
      ): Promise<DestinationWithSecret> =>
        call("POST", `${ONE}/rotate-secret`, { path: { formId, destinationId }, body, ...options }),
      /** Sends the events of a period again. */
      replay: (
        formId: string,
        destinationId: string,
        body: ReplayWebhookInput,
        options: CallOptions = {},
      ): Promise<WebhookReplay> =>
        call("POST", `${ONE}/replay`, { path: { formId, destinationId }, body, ...options }),
      /** The newest messages as events, or a made-up one. */
      async sampleEvents(
        formId: string,
        options: CallOptions = {},
      ): Promise<SubmissionCreatedEvent[]> {
        const at = { path: { formId }, ...options };
        const { data }: { data: SubmissionCreatedEvent[] } = await call(
          "GET",
          "/v1/forms/{formId}/sample-event",
          at,
        );
        return data;
      },
    },
    destinationDeliveries: {
      /** One page of deliveries, newest first. */
      list: listDeliveries,
      /** All deliveries, newest first, page by page. */
      all: (
        formId: string,
        destinationId: string,
        query: DeliveriesQuery = {},
        options: CallOptions = {},
      ): AsyncGenerator<WebhookDeliveryItem, void> =>
        eachItem((page) => listDeliveries(formId, destinationId, page, options), {
          limit: 50,
          ...query,
        }),
      /** A delivery with what was sent and its attempts. */
      get: (
        formId: string,
        destinationId: string,
        deliveryId: string,
        options: CallOptions = {},
      ): Promise<DestinationDelivery> =>
        call("GET", `${ONE}/deliveries/{deliveryId}`, {
          path: { formId, destinationId, deliveryId },
          ...options,
        }),
      /** Sends it again. */
      retry: (
        formId: string,
        destinationId: string,
        deliveryId: string,
        options: CallOptions = {},
      ): Promise<RetriedWebhookDelivery> =>
        call("POST", `${ONE}/deliveries/{deliveryId}/retry`, {
          path: { formId, destinationId, deliveryId },
          ...options,
        }),
    },
  };
}
