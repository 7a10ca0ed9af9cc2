import { type CallOptions, type Connected, eachItem, type Page, type Query } from "./call.js";
import type {
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
} from "./generated/api-types.js";

type DeliveriesQuery = Query<"/v1/forms/{formId}/webhook/deliveries">;

/** A form's webhook and the deliveries of its events. */
export function webhookResources({ call }: Connected) {
  const listDeliveries = (
    formId: string,
    query: DeliveriesQuery = {},
    options: CallOptions = {},
  ): Promise<Page<WebhookDeliveryItem>> =>
    call("GET", "/v1/forms/{formId}/webhook/deliveries", { path: { formId }, query, ...options });
  return {
    webhooks: {
      /** The form's webhook, or null. */
      get: (formId: string, options: CallOptions = {}): Promise<Webhook | null> =>
        call("GET", "/v1/forms/{formId}/webhook", { path: { formId }, ...options }),
      /** Creates the webhook and returns its `signingSecret`, only here, or updates it with its `revision`. */
      save: (
        formId: string,
        body: SaveWebhookInput,
        options: CallOptions = {},
      ): Promise<Webhook & Partial<Pick<WebhookWithSecret, "signingSecret">>> =>
        call("POST", "/v1/forms/{formId}/webhook", { path: { formId }, body, ...options }),
      delete: (formId: string, options: CallOptions = {}): Promise<void> =>
        call("DELETE", "/v1/forms/{formId}/webhook", { path: { formId }, ...options }),
      /** Returns a new `signingSecret`. The old one stops working. */
      rotateSecret: (
        formId: string,
        body: RotateWebhookSecretInput,
        options: CallOptions = {},
      ): Promise<WebhookWithSecret> =>
        call("POST", "/v1/forms/{formId}/webhook/rotate-secret", {
          path: { formId },
          body,
          ...options,
        }),
      /** Sends a test event. Its delivery shows the result. */
      test: (formId: string, options: CallOptions = {}): Promise<WebhookTest> =>
        call("POST", "/v1/forms/{formId}/webhook/test", { path: { formId }, ...options }),
      /** Sends the events of a period again. */
      replay: (
        formId: string,
        body: ReplayWebhookInput,
        options: CallOptions = {},
      ): Promise<WebhookReplay> =>
        call("POST", "/v1/forms/{formId}/webhook/replay", { path: { formId }, body, ...options }),
    },
    webhookDeliveries: {
      /** One page of deliveries, newest first. */
      list: listDeliveries,
      /** All deliveries, newest first, page by page. */
      all: (
        formId: string,
        query: DeliveriesQuery = {},
        options: CallOptions = {},
      ): AsyncGenerator<WebhookDeliveryItem, void> =>
        eachItem((page) => listDeliveries(formId, page, options), { limit: 50, ...query }),
      /** A delivery with its payload and attempts. */
      get: (
        formId: string,
        deliveryId: string,
        options: CallOptions = {},
      ): Promise<WebhookDelivery> =>
        call("GET", "/v1/forms/{formId}/webhook/deliveries/{deliveryId}", {
          path: { formId, deliveryId },
          ...options,
        }),
      /** Sends the event again. */
      retry: (
        formId: string,
        deliveryId: string,
        options: CallOptions = {},
      ): Promise<RetriedWebhookDelivery> =>
        call("POST", "/v1/forms/{formId}/webhook/deliveries/{deliveryId}/retry", {
          path: { formId, deliveryId },
          ...options,
        }),
    },
  };
}
