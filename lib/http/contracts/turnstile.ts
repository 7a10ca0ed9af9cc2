import { dataResponse, defineEndpoint, withTag } from "#lib/http/endpoint";
import { turnstile } from "#lib/http/openapi/examples/example";
import { connectTurnstile, disconnectTurnstile } from "#lib/turnstile/connect-turnstile";
import { ConnectTurnstileInput, Turnstile } from "#lib/turnstile/schema";

export const turnstileEndpoints = withTag("Anti-spam widget", [
  defineEndpoint("POST /v1/forms/{formId}/turnstile", {
    operationId: "connectTurnstile",
    summary: "Connect or update a form's anti-spam widget",
    description:
      "The secret is checked with Cloudflare before anything is saved. Each save resets `verifiedAt` until a visitor passes a challenge.",
    scope: "forms:write",
    body: ConnectTurnstileInput,
    example: {
      body: {
        siteKey: turnstile.siteKey,
        secretKey: "0x4AAAAAAADnPKKf0xYf5Ks7Zt2mEwQh1bc",
        hostnames: turnstile.hostnames,
        enabled: true,
      },
    },
    responses: {
      200: dataResponse("The widget, without its secret.", Turnstile, turnstile),
    },
    errors: ["turnstile_secret_rejected", "turnstile_unreachable"],
    run: async (ctx, { params, body }) => ({
      data: await connectTurnstile(ctx, params.formId, body),
    }),
  }),
  defineEndpoint("DELETE /v1/forms/{formId}/turnstile", {
    operationId: "disconnectTurnstile",
    summary: "Disconnect a form's anti-spam widget",
    description: "Auto-replies stop, because they require a widget.",
    scope: "forms:write",
    responses: { 204: { description: "The widget was disconnected." } },
    run: (ctx, { params }) => disconnectTurnstile(ctx, params.formId),
  }),
]);
