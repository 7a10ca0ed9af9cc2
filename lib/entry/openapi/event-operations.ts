import type { z } from "zod";
import {
  SubmissionCreatedEvent,
  SubmissionDeletedEvent,
  SubmissionNotedEvent,
  SubmissionUpdatedEvent,
  WebhookTestEvent,
} from "#lib/domain/endpoints/event-schema";
import { eventExamples } from "#lib/entry/management/contracts/examples/webhooks";
import type { Parameter, PathItem, Schema } from "#lib/entry/openapi/document-shape";

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const HEADERS: readonly Parameter[] = [
  header(
    "webhook-id",
    "ID of the event. Stays the same across retries, so use it to deduplicate.",
    eventExamples["submission.created"].id,
  ),
  header(
    "webhook-timestamp",
    "When this attempt was made, in Unix epoch seconds. Reject requests older than 5 minutes.",
    "1795082466",
  ),
  header(
    "webhook-signature",
    "`v1,` followed by the Base64-encoded HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the signing secret without `whsec_`, Base64-decoded.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

const DELIVERY =
  "Respond with any 2xx within 15 seconds to accept the event. Redirects count as failures. A 410 suspends the webhook.";

const RETRIES =
  "Failed deliveries are retried after 1 minute, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours, and another 10 hours, for 8 attempts in total.";
const OPT_IN =
  "Only sent to destinations with this event type, after they got the submission's `submission.created`.";

const EVENTS = {
  "submission.created": {
    operationId: "receiveSubmissionCreated",
    summary: "A submission was accepted",
    attempts: `${RETRIES} Spam doesn't trigger events.`,
    schema: SubmissionCreatedEvent,
    example: eventExamples["submission.created"],
  },
  "submission.updated": {
    operationId: "receiveSubmissionUpdated",
    summary: "A submission was moved, read, answered, or assigned",
    attempts: `${OPT_IN} ${RETRIES}`,
    schema: SubmissionUpdatedEvent,
    example: eventExamples["submission.updated"],
  },
  "submission.deleted": {
    operationId: "receiveSubmissionDeleted",
    summary: "A submission was deleted",
    attempts: `${OPT_IN} ${RETRIES}`,
    schema: SubmissionDeletedEvent,
    example: eventExamples["submission.deleted"],
  },
  "submission.noted": {
    operationId: "receiveSubmissionNoted",
    summary: "A note was written about a submission",
    attempts: `${OPT_IN} ${RETRIES}`,
    schema: SubmissionNotedEvent,
    example: eventExamples["submission.noted"],
  },
  "webhook.test": {
    operationId: "receiveWebhookTest",
    summary: "A test event was requested",
    attempts: "Test events aren't retried.",
    schema: WebhookTestEvent,
    example: eventExamples["webhook.test"],
  },
} as const;

/** Event payloads, which no endpoint accepts or returns directly. */
export const EVENT_SCHEMAS: readonly z.ZodType[] = Object.values(EVENTS).map(
  ({ schema }) => schema,
);

/** The `webhooks` section: events sent to a form's endpoint. */
export function eventOperations(toSchema: (schema: z.ZodType) => Schema) {
  const items = Object.entries(EVENTS).map(([type, event]): [string, PathItem] => {
    const { operationId, summary, attempts, schema, example } = event;
    const post = {
      operationId,
      tags: ["Webhooks"],
      summary,
      description: `Sent to the form's webhook URL and to destinations of the kind \`webhook\`. ${DELIVERY} ${attempts}`,
      security: [],
      parameters: [...HEADERS],
      requestBody: {
        required: true,
        content: { "application/json": { schema: toSchema(schema), example } },
      },
      responses: { "2XX": { description: "The event was accepted." } },
    };
    return [type, { post }];
  });
  return Object.fromEntries(items);
}
