import { type CallOptions, type Connected, eachItem, type Query } from "./call.js";
import type {
  SaveWebhookInput,
  Webhook,
  WebhookDeliveryItem,
  WebhookWithSecret,
} from "./generated/api-types.js";

const HOOK = "/v1/forms/{formId}/webhook";

/** A form's webhook and the deliveries of its events. */
export function webhookResources({ operation, operationWith }: Connected) {
  const saveWebhook = operationWith("POST", HOOK);
  const listDeliveries = operationWith("GET", `${HOOK}/deliveries`);
  return {
    webhooks: {
      /** The form's webhook, or null. */
      get: operation("GET", HOOK),
      /** Creates the webhook and returns its `signingSecret`, only here, or updates it with its `revision`. */
      save: (
        formId: string,
        body: SaveWebhookInput,
        options: CallOptions = {},
      ): Promise<Webhook & Partial<Pick<WebhookWithSecret, "signingSecret">>> =>
        saveWebhook(formId, body, options),
      delete: operation("DELETE", HOOK),
      /** Returns a new `signingSecret`. The old one stops working. */
      rotateSecret: operationWith("POST", `${HOOK}/rotate-secret`),
      /** Sends a test event. Its delivery shows the result. */
      test: operation("POST", `${HOOK}/test`),
      /** Sends the events of a period again. */
      replay: operationWith("POST", `${HOOK}/replay`),
    },
    webhookDeliveries: {
      /** One page of deliveries, newest first. */
      list: listDeliveries,
      /** All deliveries, newest first, page by page. */
      all: (
        formId: string,
        query: Query<`${typeof HOOK}/deliveries`> = {},
        options: CallOptions = {},
      ): AsyncGenerator<WebhookDeliveryItem, void> =>
        eachItem((page) => listDeliveries(formId, page, options), { limit: 50, ...query }),
      /** A delivery with its payload and attempts. */
      get: operation("GET", `${HOOK}/deliveries/{deliveryId}`),
      /** Sends the event again. */
      retry: operation("POST", `${HOOK}/deliveries/{deliveryId}/retry`),
    },
  };
}
