import { z } from "zod";
import { defineEndpoint } from "#lib/http/endpoint";
import { previewNotification } from "#lib/notifications/plan-notification";
import { NotificationPlan } from "#lib/notifications/schema";
import { saveRouting } from "#lib/routing/save-routing";
import { PreviewRoutingInput, Routing, SaveRoutingInput } from "#lib/routing/schema";
import { getRouting } from "#lib/routing/store";

const data = z.strictObject({ data: Routing });

export const routingEndpoints = [
  defineEndpoint({
    operationId: "getRouting",
    method: "GET",
    path: "/v1/forms/{formId}/routing",
    tag: "Routing",
    summary: "Read the routing rules of a form",
    scope: "integrations:read",
    responses: {
      200: { description: "The routing; without rules before the first save.", schema: data },
    },
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await getRouting(ctx, params.formId) },
    }),
  }),
  defineEndpoint({
    operationId: "saveRouting",
    method: "POST",
    path: "/v1/forms/{formId}/routing",
    tag: "Routing",
    summary: "Save the routing rules of a form",
    description:
      "Replaces all rules. Send the revision of the latest read; null on the first save.",
    scope: "integrations:write",
    body: SaveRoutingInput,
    responses: { 200: { description: "The routing with its new revision.", schema: data } },
    errors: ["revision_conflict", "recipient_not_verified"],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await saveRouting(ctx, params.formId, body) },
    }),
  }),
  defineEndpoint({
    operationId: "previewRouting",
    method: "POST",
    path: "/v1/forms/{formId}/routing/preview",
    tag: "Routing",
    summary: "Try rules on a message that nobody sent",
    description: "Saves nothing, creates no message and sends no email.",
    scope: "integrations:read",
    body: PreviewRoutingInput,
    responses: {
      200: {
        description: "Who would be told, and why.",
        schema: z.strictObject({ data: NotificationPlan }),
      },
    },
    errors: ["recipient_not_verified"],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await previewNotification(ctx, params.formId, body) },
    }),
  }),
];
