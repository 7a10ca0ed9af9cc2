import type { z } from "zod";
import type { Operation, Parameter, PathItem, Schema } from "#lib/http/openapi/document-shape";
import { eventExamples } from "#lib/http/openapi/examples/webhooks";
import { SubmissionCreatedEvent, WebhookTestEvent } from "#lib/webhooks/event-schema";

const EVENTS_TAG = "Webhooks";

/** Event payloads, which no endpoint accepts or returns directly. */
export const EVENT_SCHEMAS: readonly z.ZodType[] = [SubmissionCreatedEvent, WebhookTestEvent];

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** The headers of Standard Webhooks. */
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

function eventOperation(
  type: keyof typeof eventExamples,
  operationId: string,
  summary: string,
  attempts: string,
  schema: Schema,
): Operation {
  return {
    operationId,
    tags: [EVENTS_TAG],
    summary,
    description: `Sent to the form's webhook URL. ${DELIVERY} ${attempts}`,
    security: [],
    parameters: [...HEADERS],
    requestBody: {
      required: true,
      content: { "application/json": { schema, example: eventExamples[type] } },
    },
    responses: { "2XX": { description: "The event was accepted." } },
  };
}

/** The `webhooks` section: events sent to a form's endpoint. */
export function eventOperations(
  toSchema: (schema: z.ZodType) => Schema,
): Record<keyof typeof eventExamples, PathItem> {
  return {
    "submission.created": {
      post: eventOperation(
        "submission.created",
        "receiveSubmissionCreated",
        "A submission was accepted",
        "Failed deliveries are retried after 1 minute, 5 minutes, 30 minutes, 2 hours, 5 hours, 10 hours and another 10 hours, for 8 attempts in total. Spam doesn't trigger events.",
        toSchema(SubmissionCreatedEvent),
      ),
    },
    "webhook.test": {
      post: eventOperation(
        "webhook.test",
        "receiveWebhookTest",
        "A test event was requested",
        "Test events aren't retried.",
        toSchema(WebhookTestEvent),
      ),
    },
  };
}
