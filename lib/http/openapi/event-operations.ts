import type { z } from "zod";
import type { Operation, Parameter, PathItem, Schema } from "#lib/http/openapi/document-shape";
import { eventExamples } from "#lib/http/openapi/examples/webhooks";
import { SubmissionCreatedEvent, WebhookTestEvent } from "#lib/webhooks/event-schema";

const EVENTS_TAG = "Webhooks";

/** The bodies of events, which no endpoint takes or answers by themselves. */
export const EVENT_SCHEMAS: readonly z.ZodType[] = [SubmissionCreatedEvent, WebhookTestEvent];

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** Standard Webhooks (CONTRACT section 5). */
const HEADERS: readonly Parameter[] = [
  header(
    "webhook-id",
    "The event: the same at every attempt and retry. Drop what you have seen before.",
    eventExamples["submission.created"].id,
  ),
  header(
    "webhook-timestamp",
    "Seconds since the Unix epoch at which this attempt was made. Refuse what is older than 5 minutes.",
    "1795082466",
  ),
  header(
    "webhook-signature",
    "`v1,` and the Base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, keyed with the bytes that the signing secret holds as Base64 after `whsec_`.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

const DELIVERY =
  "Any 2xx status line takes the event; redirects are not followed and count as failures; 410 ends the deliveries. The whole exchange has 15 seconds.";

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
    description: `Sent to the URL of the form's webhook. ${DELIVERY} ${attempts}`,
    security: [],
    parameters: [...HEADERS],
    requestBody: {
      required: true,
      content: { "application/json": { schema, example: eventExamples[type] } },
    },
    responses: { "2XX": { description: "The event has arrived." } },
  };
}

/** The events that a form's receiver gets, as the document's `webhooks`. */
export function eventOperations(
  toSchema: (schema: z.ZodType) => Schema,
): Record<keyof typeof eventExamples, PathItem> {
  return {
    "submission.created": {
      post: eventOperation(
        "submission.created",
        "receiveSubmissionCreated",
        "A submission was accepted",
        "After a failure it is tried again 1 minute, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours later, 8 times in all. Spam emits nothing.",
        toSchema(SubmissionCreatedEvent),
      ),
    },
    "webhook.test": {
      post: eventOperation(
        "webhook.test",
        "receiveWebhookTest",
        "Somebody asked for a test",
        "It is tried once.",
        toSchema(WebhookTestEvent),
      ),
    },
  };
}
