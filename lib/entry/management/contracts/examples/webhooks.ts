import type {
  SubmissionCreatedEvent,
  SubmissionDeletedEvent,
  SubmissionNotedEvent,
  SubmissionUpdatedEvent,
  WebhookTestEvent,
} from "#lib/domain/endpoints/event-schema";
import type {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryItem,
  WebhookWithSecret,
} from "#lib/domain/endpoints/schema";
import { FIELDS, IDS, member, TIMES } from "#lib/entry/management/contracts/examples/example";

export const webhook: Webhook = {
  id: IDS.webhook,
  url: "https://hooks.example.com/form-intake",
  enabled: true,
  headers: [{ name: "Authorization", value: "…q7Zx" }],
  revision: "w_1cRj",
  health: "healthy",
  createdAt: TIMES.created,
  updatedAt: TIMES.created,
};

export const webhookWithSecret: WebhookWithSecret = {
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

export const webhookDeliveryItem: WebhookDeliveryItem = {
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

/** The same delivery after a retry. */
export const queuedDeliveryItem: WebhookDeliveryItem = {
  ...webhookDeliveryItem,
  status: "queued",
  failureReason: null,
  retryable: false,
};

export const webhookDelivery: WebhookDelivery = {
  ...webhookDeliveryItem,
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

const head = { id: IDS.event, timestamp: new Date(TIMES.now).toISOString() };

const updatedEvent: SubmissionUpdatedEvent = {
  ...head,
  type: "submission.updated",
  data: {
    submission: {
      id: IDS.submission,
      formId: IDS.form,
      folder: "archive",
      read: true,
      answeredAt: TIMES.now,
      answeredBy: member,
      assignee: member,
    },
  },
};

const deletedEvent: SubmissionDeletedEvent = {
  ...head,
  type: "submission.deleted",
  data: { submission: { id: IDS.submission, formId: IDS.form } },
};

const notedEvent: SubmissionNotedEvent = {
  ...head,
  type: "submission.noted",
  data: {
    submission: { id: IDS.submission, formId: IDS.form },
    note: {
      id: IDS.note,
      text: "Called her. She needs it by March.",
      author: member,
      createdAt: TIMES.now,
    },
  },
};

export const eventExamples = {
  "submission.created": event,
  "submission.updated": updatedEvent,
  "submission.deleted": deletedEvent,
  "submission.noted": notedEvent,
  "webhook.test": testEvent,
} as const;
