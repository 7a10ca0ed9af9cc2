import { AppError } from "#lib/core/errors";
import { createForm } from "#lib/domain/forms/create-form";
import { deleteForm, getForm, listForms, rotateFormKey } from "#lib/domain/forms/forms";
import {
  CreateFormInput,
  Form,
  type FormSettings,
  FormSummary,
  FormWithWidget,
  ListFormsQuery,
  UpdateFormInput,
} from "#lib/domain/forms/schema";
import { ConnectTurnstileInput, Turnstile } from "#lib/domain/forms/turnstile/schema";
import { connectTurnstile, disconnectTurnstile } from "#lib/domain/forms/turnstile/turnstile";
import { updateForm } from "#lib/domain/forms/update-form";
import { createFromTemplate } from "#lib/domain/templates/create-from-template";
import { getTemplate } from "#lib/domain/templates/get-template";
import { CreateFormBody, type Template } from "#lib/domain/templates/template-input";
import { hasIntegrations } from "#lib/domain/templates/template-problems";
import {
  CreatedForm,
  FormTemplate,
  MAX_TEMPLATE_BYTES,
} from "#lib/domain/templates/template-schema";
import type { Token } from "#lib/domain/tokens/schema";
import { IDS, intakeExamples, TIMES } from "#lib/entry/management/contracts/examples/example";
import { toTemplateExample } from "#lib/entry/management/contracts/examples/template";
import {
  dataResponse,
  defineEndpoint,
  pageResponse,
  withTag,
} from "#lib/entry/management/endpoint";

const settings: FormSettings = {
  subject: "New message from the website",
  allowedOrigins: ["https://www.example.com"],
  redirectUrl: "https://www.example.com/thanks",
  honeypot: "botcheck",
  messageRetentionDays: null,
  uploads: { enabled: true, retentionDays: 30 },
};

const formSummary: FormSummary = {
  id: IDS.form,
  name: "Contact",
  status: "active",
  recipientIds: [IDS.recipient],
  settings,
  createdAt: TIMES.created,
  updatedAt: TIMES.created,
};

const template = toTemplateExample(formSummary.name, settings);

const form: Form = { ...formSummary, publicKey: intakeExamples.publicKey };

/** A widget that no visitor has passed yet. */
const turnstile: Turnstile = {
  siteKey: "0x4AAAAAAADnPIDROrmt1Wwj",
  hostnames: ["www.example.com"],
  enabled: true,
  verifiedAt: null,
  updatedAt: TIMES.created,
};

/** @throws {AppError} insufficient_scope when a template has more than the token may set */
function requireIntegrations(template: Template, { scopes }: Token): void {
  if (scopes.includes("integrations:write") || !hasIntegrations(template)) return;
  throw new AppError(
    "insufficient_scope",
    "This token doesn't have the integrations:write scope, which a template with routing rules, an auto-reply, a webhook, or destinations requires.",
  );
}

export const formEndpoints = withTag({ tag: "Forms" }, [
  defineEndpoint("GET /v1/forms", {
    operationId: "listForms",
    summary: "List forms",
    description:
      "Returns the workspace's forms with their settings, newest first, a page at a time. Use it to find a form's ID. Public keys and widgets are only in the single form.",
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
      "Creates an active form and returns it with its public key. The recipients must be verified: add them first, or the request returns 422 `recipient_not_verified`. With a `template`, the form has all its settings, and `remaining` lists what's left to do: a webhook, destinations, and emails to visitors are turned off. A template with routing rules, an auto-reply, a webhook, or destinations also requires `integrations:write`. There is no idempotency key, so if you lose the response, list your forms before you retry.",
    scope: "forms:write",
    body: CreateFormBody,
    maxBodyBytes: MAX_TEMPLATE_BYTES,
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
    status: 201,
    responses: { 201: dataResponse("The created form, with its public key.", CreatedForm, form) },
    errors: ["recipient_not_verified", "form_limit_reached", "address_unconfirmed"],
    data: async (ctx, { body: { template, ...given }, token }) => {
      if (!template) return createForm(ctx, CreateFormInput.parse(given));
      requireIntegrations(template, token);
      return createFromTemplate(ctx, { template, ...given });
    },
  }),
  defineEndpoint("GET /v1/forms/{formId}", {
    operationId: "getForm",
    summary: "Get a form",
    description:
      "Returns one form with its public key, settings, and Turnstile widget. Use it to get the address to submit to, `POST /f/{publicKey}`, or to check the current settings before you change them.",
    scope: "forms:read",
    responses: {
      200: dataResponse("The form, with its Turnstile widget.", FormWithWidget, {
        ...form,
        turnstile: { ...turnstile, verifiedAt: TIMES.received },
      }),
    },
    data: (ctx, { params }) => getForm(ctx, params.formId),
  }),
  defineEndpoint("PATCH /v1/forms/{formId}", {
    operationId: "updateForm",
    summary: "Update a form",
    description:
      "Changes only what you send, including single settings nested in `uploads`. Pausing a form rejects new submissions and keeps stored ones. Returns 422 if the body is empty or a recipient isn't verified (`recipient_not_verified`).",
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
    data: (ctx, { params, body }) => updateForm(ctx, params.formId, body),
  }),
  defineEndpoint("DELETE /v1/forms/{formId}", {
    operationId: "deleteForm",
    summary: "Delete a form",
    description:
      "Permanently deletes the form with all its submissions, files, and webhook. This can't be undone. To stop new submissions and keep stored ones, set `status` to `paused` instead.",
    scope: "forms:write",
    status: 204,
    responses: {
      204: { description: "The form and all its submissions were permanently deleted." },
    },
    run: (ctx, { params }) => deleteForm(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/rotate-key", {
    operationId: "rotateFormKey",
    summary: "Rotate a form's public key",
    description:
      "Replaces the form's public key, for example after someone abused it. The old key stops working immediately, so update every page that uses it. If you lose the response, get the form before you retry.",
    scope: "forms:write",
    responses: {
      200: dataResponse("The form, with its new public key.", Form, {
        ...form,
        publicKey: "Kp5sYb2JtW8fNq3GxM7uHr4a",
        updatedAt: TIMES.now,
      }),
    },
    data: (ctx, { params }) => rotateFormKey(ctx, params.formId),
  }),
]);

export const templateEndpoints = withTag({ tag: "Form templates" }, [
  defineEndpoint("GET /v1/forms/{formId}/template", {
    operationId: "getFormTemplate",
    summary: "Get a form as a template",
    description:
      "Returns everything that makes the form what it is, to create it again in another workspace or on another server: send it as `template` when you create a form. It has recipients' addresses, but no IDs, messages, or secrets: no signing secrets, no Turnstile widget, no URLs of chats, and no webhook URL that could contain a secret. `leftOut` lists what is missing. Addresses also require `recipients:read`, and routing, auto-reply, webhook, and destinations `integrations:read`: without these scopes, they're left out.",
    scope: "forms:read",
    responses: {
      200: dataResponse("The form as a template.", FormTemplate, template),
    },
    data: (ctx, { params, token: { scopes } }) =>
      getTemplate(ctx, params.formId, [
        ...(scopes.includes("recipients:read") ? [] : ["recipients" as const]),
        ...(scopes.includes("integrations:read") ? [] : ["integrations" as const]),
      ]),
  }),
]);

export const turnstileEndpoints = withTag({ tag: "Cloudflare Turnstile" }, [
  defineEndpoint("POST /v1/forms/{formId}/turnstile", {
    operationId: "connectTurnstile",
    summary: "Connect or update a form's Turnstile widget",
    description:
      "Saves your Cloudflare Turnstile widget for this form, so that visitors must pass its challenge. The secret is checked with Cloudflare first: nothing is saved if it's wrong (`turnstile_secret_rejected`) or Cloudflare can't be reached (`turnstile_unreachable`). Each save resets `verifiedAt` until a visitor passes a challenge.",
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
    data: (ctx, { params, body }) => connectTurnstile(ctx, params.formId, body),
  }),
  defineEndpoint("DELETE /v1/forms/{formId}/turnstile", {
    operationId: "disconnectTurnstile",
    summary: "Disconnect a form's Turnstile widget",
    description:
      "Removes the widget and its secret, so that visitors no longer need to pass a challenge. Auto-replies stop unless the form has its own challenge. Also succeeds if there is no widget.",
    scope: "forms:write",
    status: 204,
    responses: { 204: { description: "The widget was disconnected." } },
    run: (ctx, { params }) => disconnectTurnstile(ctx, params.formId),
  }),
]);
