import { z } from "zod";
import { previewAutoresponder } from "#lib/autoresponder/compose-reply";
import { saveAutoresponder } from "#lib/autoresponder/save-autoresponder";
import {
  Autoresponder,
  AutoresponderPreview,
  PreviewAutoresponderInput,
  SaveAutoresponderInput,
} from "#lib/autoresponder/schema";
import { getAutoresponder } from "#lib/autoresponder/store";
import { defineEndpoint } from "#lib/http/endpoint";

export const autoresponderEndpoints = [
  defineEndpoint({
    operationId: "getAutoresponder",
    method: "GET",
    path: "/v1/forms/{formId}/autoresponder",
    tag: "Auto-replies",
    summary: "Get a form's auto-reply",
    scope: "integrations:read",
    responses: {
      200: {
        description: "The auto-reply, or null if it has never been saved.",
        schema: z.strictObject({ data: Autoresponder.nullable() }),
      },
    },
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await getAutoresponder(ctx, params.formId) },
    }),
  }),
  defineEndpoint({
    operationId: "saveAutoresponder",
    method: "POST",
    path: "/v1/forms/{formId}/autoresponder",
    tag: "Auto-replies",
    summary: "Save a form's auto-reply",
    description:
      "Send the revision you last read, or null on the first save. Visitors opt in with the form field `_service_autoreply=true`.",
    scope: "integrations:write",
    body: SaveAutoresponderInput,
    responses: {
      200: {
        description: "The auto-reply with its new revision.",
        schema: z.strictObject({ data: Autoresponder }),
      },
    },
    errors: ["revision_conflict", "recipient_not_verified", "widget_required"],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await saveAutoresponder(ctx, params.formId, body) },
    }),
  }),
  defineEndpoint({
    operationId: "previewAutoresponder",
    method: "POST",
    path: "/v1/forms/{formId}/autoresponder/preview",
    tag: "Auto-replies",
    summary: "Preview a form's auto-reply",
    description: "Nothing is saved or sent. Doesn't require an anti-spam widget.",
    scope: "integrations:read",
    body: PreviewAutoresponderInput,
    responses: {
      200: {
        description: "The rendered auto-reply, with a placeholder for the opt-out link.",
        schema: z.strictObject({ data: AutoresponderPreview }),
      },
    },
    errors: ["recipient_not_verified"],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await previewAutoresponder(ctx, params.formId, body) },
    }),
  }),
];
