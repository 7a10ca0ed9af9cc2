import { z } from "zod";
import { defineEndpoint } from "#lib/http/endpoint";
import { connectTurnstile, disconnectTurnstile } from "#lib/turnstile/connect-turnstile";
import { ConnectTurnstileInput, Turnstile } from "#lib/turnstile/schema";

export const turnstileEndpoints = [
  defineEndpoint({
    operationId: "connectTurnstile",
    method: "POST",
    path: "/v1/forms/{formId}/turnstile",
    tag: "Anti-spam widget",
    summary: "Connect a widget, or change the connected one",
    description:
      "The secret is checked with Cloudflare before anything is saved. Every save resets `verifiedAt` until a visitor's challenge passes again.",
    scope: "forms:write",
    body: ConnectTurnstileInput,
    responses: {
      200: {
        description: "The widget without its secret.",
        schema: z.strictObject({ data: Turnstile }),
      },
    },
    errors: ["turnstile_secret_rejected", "turnstile_unreachable"],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await connectTurnstile(ctx, params.formId, body) },
    }),
  }),
  defineEndpoint({
    operationId: "disconnectTurnstile",
    method: "DELETE",
    path: "/v1/forms/{formId}/turnstile",
    tag: "Anti-spam widget",
    summary: "Disconnect the widget",
    description: "Visitor replies become ineligible.",
    scope: "forms:write",
    responses: { 204: { description: "No widget is connected." } },
    run: async (ctx, { params }) => {
      await disconnectTurnstile(ctx, params.formId);
      return { status: 204 };
    },
  }),
];
