import { FIELDS, IDS, type OperationExample, TIMES } from "#lib/http/openapi/examples/example";
import type { SubmissionCreatedEvent, WebhookTestEvent } from "#lib/webhooks/event-schema";
import type {
  RetriedWebhookDelivery,
  RotateWebhookSecretInput,
  SaveWebhookInput,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryItem,
  WebhookTest,
  WebhookWithSecret,
} from "#lib/webhooks/schema";

const webhook: Webhook = {
  id: IDS.webhook,
  url: "https://hooks.example.com/form-intake",
  enabled: true,
  revision: "w_1cRj",
  health: "healthy",
  createdAt: TIMES.created,
  updatedAt: TIMES.created,
};

const withSecret: WebhookWithSecret = {
  ...webhook,
  signingSecret: "whsec_c2lnbmluZy1zZWNyZXQtb2YtdGhlLWV4YW1wbGUtMzI=",
};

const event: SubmissionCreatedEvent = {
  id: IDS.event,
  type: "submission.created",
  timestamp: new Date(TIMES.received).toISOString(),
  data: {
    submission: {
      id: IDS.submission,
      formId: IDS.form,
      formName: "Contact",
      receivedAt: TIMES.received,
      fields: FIELDS,
      attachments: [],
    },
  },
};

const testEvent: WebhookTestEvent = {
  id: IDS.event,
  type: "webhook.test",
  timestamp: new Date(TIMES.now).toISOString(),
  data: { formId: IDS.form, message: "A test requested in the dashboard or through the API." },
};

const item: WebhookDeliveryItem = {
  id: IDS.webhookDelivery,
  eventId: IDS.event,
  type: "submission.created",
  status: "failed",
  submissionId: IDS.submission,
  attemptCount: 1,
  failureReason: "attempts_exhausted",
  createdAt: TIMES.received,
  lastAttemptAt: TIMES.attempted,
  nextAttemptAt: null,
  retryable: true,
  retryAvailableAt: TIMES.attempted + 60_000,
};

const delivery: WebhookDelivery = {
  ...item,
  payload: event,
  attempts: [
    {
      id: IDS.webhookAttempt,
      number: 1,
      trigger: "automatic",
      startedAt: TIMES.attempted,
      durationMs: 317,
      outcome: "http_error",
      responseStatus: 500,
      responseBody: "Internal Server Error",
      responseTruncated: false,
      error: null,
    },
  ],
};

export const webhookExamples = {
  getWebhook: { responses: { 200: { data: webhook } } },
  saveWebhook: {
    body: { url: webhook.url, enabled: true } satisfies SaveWebhookInput,
    responses: {
      200: { data: { ...webhook, revision: "w_6vMx", updatedAt: TIMES.now } },
      201: { data: withSecret },
    },
  },
  rotateWebhookSecret: {
    body: { revision: webhook.revision } satisfies RotateWebhookSecretInput,
    responses: { 200: { data: { ...withSecret, revision: "w_9hBs", updatedAt: TIMES.now } } },
  },
  testWebhook: {
    responses: {
      202: {
        data: { deliveryId: IDS.webhookDelivery, eventId: IDS.event } satisfies WebhookTest,
      },
    },
  },
  listWebhookDeliveries: {
    query: { limit: 20 },
    responses: { 200: { data: [item], nextCursor: null } },
  },
  getWebhookDelivery: { responses: { 200: { data: delivery } } },
  retryWebhookDelivery: {
    responses: {
      200: {
        data: {
          message: "The event is queued and will be sent in a moment.",
          delivery: { ...item, status: "queued", failureReason: null, retryable: false },
        } satisfies Omit<RetriedWebhookDelivery, "delivery"> & { delivery: object },
      },
    },
  },
} satisfies Record<string, OperationExample>;

/** Event payloads by type. */
export const eventExamples = { "submission.created": event, "webhook.test": testEvent } as const;
