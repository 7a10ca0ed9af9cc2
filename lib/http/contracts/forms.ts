import { createForm } from "#lib/forms/create-form";
import { deleteForm, getForm, listForms, rotateFormKey } from "#lib/forms/forms";
import {
  CreateFormInput,
  Form,
  FormSummary,
  FormWithWidget,
  ListFormsQuery,
  UpdateFormInput,
} from "#lib/forms/schema";
import { updateForm } from "#lib/forms/update-form";
import { dataResponse, defineEndpoint, pageResponse, withTag } from "#lib/http/endpoint";
import { form, formSummary, settings, TIMES, turnstile } from "#lib/http/openapi/examples/example";
import { ConnectTurnstileInput, Turnstile } from "#lib/turnstile/schema";
import { connectTurnstile, disconnectTurnstile } from "#lib/turnstile/turnstile";

export const formEndpoints = withTag("Forms", [
  defineEndpoint("GET /v1/forms", {
    operationId: "listForms",
    summary: "List forms",
    scope: "forms:read",
    query: ListFormsQuery,
    example: { query: { limit: 25 } },
    responses: {
      200: pageResponse("A page of forms, newest first.", FormSummary, formSummary),
    },
    run: (ctx, { query }) => listForms(ctx, query),
  }),
  defineEndpoint("POST /v1/forms", {
    operationId: "createForm",
    summary: "Create a form",
    description:
      "This request has no idempotency key. If you lose the response, list your forms before you retry.",
    scope: "forms:write",
    body: CreateFormInput,
    example: {
      body: {
        name: form.name,
        recipientIds: form.recipientIds,
        settings: {
          subject: settings.subject,
          allowedOrigins: settings.allowedOrigins,
          redirectUrl: settings.redirectUrl,
          uploads: { enabled: true },
        },
      },
    },
    responses: { 201: dataResponse("The created form, with its public key.", Form, form) },
    errors: ["recipient_not_verified"],
    run: async (ctx, { body }) => ({ data: await createForm(ctx, body) }),
  }),
  defineEndpoint("GET /v1/forms/{formId}", {
    operationId: "getForm",
    summary: "Get a form",
    scope: "forms:read",
    responses: {
      200: dataResponse("The form, with its anti-spam widget.", FormWithWidget, {
        ...form,
        turnstile: { ...turnstile, verifiedAt: TIMES.received },
      }),
    },
    run: async (ctx, { params }) => ({ data: await getForm(ctx, params.formId) }),
  }),
  defineEndpoint("PATCH /v1/forms/{formId}", {
    operationId: "updateForm",
    summary: "Update a form",
    description: "Only the settings you send change, including those nested in `uploads`.",
    scope: "forms:write",
    body: UpdateFormInput,
    example: { body: { status: "paused", settings: { uploads: { retentionDays: 7 } } } },
    responses: {
      200: dataResponse("The updated form.", Form, {
        ...form,
        status: "paused",
        settings: { ...settings, uploads: { enabled: true, retentionDays: 7 } },
        updatedAt: TIMES.now,
      }),
    },
    errors: ["recipient_not_verified"],
    run: async (ctx, { params, body }) => ({ data: await updateForm(ctx, params.formId, body) }),
  }),
  defineEndpoint("DELETE /v1/forms/{formId}", {
    operationId: "deleteForm",
    summary: "Delete a form",
    scope: "forms:write",
    responses: {
      204: { description: "The form and all its submissions were permanently deleted." },
    },
    run: (ctx, { params }) => deleteForm(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/rotate-key", {
    operationId: "rotateFormKey",
    summary: "Rotate a form's public key",
    description:
      "The old key stops working immediately. If you lose the response, get the form before you retry.",
    scope: "forms:write",
    responses: {
      200: dataResponse("The form, with its new public key.", Form, {
        ...form,
        publicKey: "Kp5sYb2JtW8fNq3GxM7uHr4a",
        updatedAt: TIMES.now,
      }),
    },
    run: async (ctx, { params }) => ({ data: await rotateFormKey(ctx, params.formId) }),
  }),
]);

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
