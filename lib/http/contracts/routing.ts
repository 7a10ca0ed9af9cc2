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
    summary: "Get a form's routing rules",
    scope: "integrations:read",
    responses: {
      200: { description: "The routing rules. Empty if they've never been saved.", schema: data },
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
    summary: "Save a form's routing rules",
    description: "Replaces all rules. Send the revision you last read, or null on the first save.",
    scope: "integrations:write",
    body: SaveRoutingInput,
    responses: { 200: { description: "The routing rules with their new revision.", schema: data } },
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
    summary: "Test routing rules on a sample submission",
    description: "Nothing is saved or sent, and no submission is created.",
    scope: "integrations:read",
    body: PreviewRoutingInput,
    responses: {
      200: {
        description: "Who would be notified, and why.",
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
