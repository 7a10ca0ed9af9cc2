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
    summary: "Connect or update a form's anti-spam widget",
    description:
      "The secret is checked with Cloudflare before anything is saved. Each save resets `verifiedAt` until a visitor passes a challenge.",
    scope: "forms:write",
    body: ConnectTurnstileInput,
    responses: {
      200: {
        description: "The widget, without its secret.",
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
    summary: "Disconnect a form's anti-spam widget",
    description: "Auto-replies stop, because they require a widget.",
    scope: "forms:write",
    responses: { 204: { description: "The widget was disconnected." } },
    run: async (ctx, { params }) => {
      await disconnectTurnstile(ctx, params.formId);
      return { status: 204 };
    },
  }),
];
