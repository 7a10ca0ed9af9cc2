import { z } from "zod";
import {
  CreateDestinationInput,
  CreatedDestination,
  Destination,
  DestinationWithSecret,
  ListDestinationsQuery,
  RotateDestinationSecretInput,
  UpdateDestinationInput,
} from "#lib/domain/endpoints/destination-schema";
import { getDestination, listDestinations } from "#lib/domain/endpoints/destinations";
import { SubmissionCreatedEvent } from "#lib/domain/endpoints/event-schema";
import { getSampleEvents } from "#lib/domain/endpoints/events";
import {
  createDestination,
  deleteDestination,
  rotateDestinationSecret,
  updateDestination,
} from "#lib/domain/endpoints/save-destination";
import { WebhookTest } from "#lib/domain/endpoints/schema";
import { testWebhook } from "#lib/domain/endpoints/test-webhook";
import { IDS, TIMES } from "#lib/entry/management/contracts/examples/example";
import {
  eventExamples,
  webhookWithSecret,
} from "#lib/entry/management/contracts/examples/webhooks";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const destination: Destination = {
  id: IDS.destination,
  kind: "slack",
  name: "Sales channel",
  url: "https://hooks.slack.com/…q7Zx",
  enabled: true,
  events: ["submission.created"],
  conditions: { match: "all", rules: [{ field: "topic", operator: "equals", value: "Sales" }] },
  content: "full",
  headers: [],
  source: null,
  revision: "d_1cRj",
  health: "unknown",
  createdAt: TIMES.created,
  updatedAt: TIMES.created,
};

const webhookDestination: CreatedDestination & { signingSecret: string } = {
  ...destination,
  kind: "webhook",
  name: "Zapier",
  url: "https://hooks.example.com/catch/1",
  source: "Zapier",
  signingSecret: webhookWithSecret.signingSecret,
};

export const destinationEndpoints = withTag({ tag: "Destinations", hasOwnBucket: true }, [
  defineEndpoint("GET /v1/forms/{formId}/destinations", {
    operationId: "listDestinations",
    summary: "List a form's destinations",
    description:
      "Returns where a form's messages go besides email and its signed webhook, oldest first: up to 10 chats, sheets, and webhooks. Use `source` or `url` to find what your integration created. URLs of services are masked, because they're secrets.",
    scope: "integrations:read",
    query: ListDestinationsQuery,
    example: { query: { kind: "slack" } },
    responses: {
      200: dataResponse(
        "The destinations, oldest first.",
        z.array(Destination).describe("The destinations."),
        [destination],
      ),
    },
    data: (ctx, { params, query }) => listDestinations(ctx, params.formId, query),
  }),
  defineEndpoint("POST /v1/forms/{formId}/destinations", {
    operationId: "createDestination",
    summary: "Add a destination to a form",
    description:
      "Adds a chat, a sheet, or a webhook that gets the form's messages. For the kind `webhook`, the response has the signing secret, which is shown only once. A URL of another kind is a 422 that names the right one. An 11th destination is a 429 `destination_limit_reached`.",
    scope: "integrations:write",
    body: CreateDestinationInput,
    example: {
      body: {
        kind: "slack",
        url: "https://hooks.slack.com/services/T0000/B0000/abcdefghq7Zx",
        name: destination.name,
        conditions: {
          match: "all",
          rules: [{ field: "topic", operator: "equals", value: "Sales" }],
        },
      },
    },
    status: 201,
    responses: {
      201: dataResponse(
        "The destination. A webhook's signing secret is shown only here.",
        CreatedDestination,
        webhookDestination,
      ),
    },
    errors: ["address_unconfirmed", "destination_limit_reached"],
    data: (ctx, { params, body }) => createDestination(ctx, params.formId, body),
  }),
  defineEndpoint("GET /v1/forms/{formId}/destinations/{destinationId}", {
    operationId: "getDestination",
    summary: "Get a destination",
    description:
      "Returns one destination with its revision and health. The signing secret is never returned here, and the URL of a service is masked.",
    scope: "integrations:read",
    responses: { 200: dataResponse("The destination.", Destination, destination) },
    data: (ctx, { params }) => getDestination(ctx, params.formId, params.destinationId),
  }),
  defineEndpoint("PATCH /v1/forms/{formId}/destinations/{destinationId}", {
    operationId: "updateDestination",
    summary: "Update a destination",
    description:
      "Changes the properties you send. What's waiting goes to a new URL, too; nothing is canceled unless you turn the destination off. Send `revision` if the update must fail with a 409 `revision_conflict` when someone else has changed it.",
    scope: "integrations:write",
    body: UpdateDestinationInput,
    example: { body: { enabled: false } },
    responses: {
      200: dataResponse("The updated destination.", Destination, {
        ...destination,
        enabled: false,
        revision: "d_6vMx",
        updatedAt: TIMES.now,
      }),
    },
    errors: ["revision_conflict"],
    data: (ctx, { params, body }) =>
      updateDestination(ctx, params.formId, params.destinationId, body),
  }),
  defineEndpoint("DELETE /v1/forms/{formId}/destinations/{destinationId}", {
    operationId: "deleteDestination",
    summary: "Delete a destination",
    description:
      "Deletes the destination with its URL, secret, deliveries, and attempts. To pause it instead, update it with `enabled` set to false.",
    scope: "integrations:write",
    status: 204,
    responses: { 204: { description: "The destination was deleted." } },
    run: (ctx, { params }) => deleteDestination(ctx, params.formId, params.destinationId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/destinations/{destinationId}/test", {
    operationId: "testDestination",
    summary: "Send a test to a destination",
    description:
      "Queues a test in the destination's own format, even if it's turned off. It's attempted once; read its delivery for the result. You can send one per minute and 100 per 24 hours to a host (429 `webhook_test_cooldown`).",
    scope: "integrations:write",
    status: 202,
    responses: {
      202: dataResponse("The test was queued.", WebhookTest, {
        deliveryId: IDS.webhookDelivery,
        eventId: IDS.event,
      }),
    },
    errors: ["webhook_test_cooldown"],
    queues: true,
    data: (ctx, { params }) => testWebhook(ctx, params.formId, params.destinationId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/destinations/{destinationId}/rotate-secret", {
    operationId: "rotateDestinationSecret",
    summary: "Rotate a destination's signing secret",
    description:
      "Replaces the signing secret of a destination of the kind `webhook`; for others it's a 409. With `overlapHours`, events carry a signature by each secret for that long, separated by a space, so that your endpoint can switch without a gap.",
    scope: "integrations:write",
    body: RotateDestinationSecretInput,
    isBodyOptional: true,
    example: { body: { overlapHours: 24 } },
    responses: {
      200: dataResponse(
        "The destination with its new signing secret, which is shown only once.",
        DestinationWithSecret,
        { ...webhookDestination, revision: "d_9hBs", updatedAt: TIMES.now },
      ),
    },
    errors: ["webhook_not_configured"],
    data: (ctx, { params, body }) =>
      rotateDestinationSecret(ctx, params.formId, params.destinationId, body),
  }),
  defineEndpoint("GET /v1/forms/{formId}/sample-event", {
    operationId: "getSampleEvents",
    summary: "Get sample events",
    description:
      "Returns a form's three newest messages as `submission.created` events, newest first, in the shape that webhooks get. Without messages, returns one made-up event. Use it to show what an integration will receive.",
    scope: "submissions:read",
    responses: {
      200: dataResponse(
        "Up to three events, at least one.",
        z.array(SubmissionCreatedEvent).describe("The events."),
        [eventExamples["submission.created"]],
      ),
    },
    data: (ctx, { params }) => getSampleEvents(ctx, params.formId),
  }),
]);
