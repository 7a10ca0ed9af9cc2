import { z } from "zod";
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
import { defineEndpoint, pageOf } from "#lib/http/endpoint";

const data = z.strictObject({ data: Form });

export const formEndpoints = [
  defineEndpoint({
    operationId: "listForms",
    method: "GET",
    path: "/v1/forms",
    tag: "Forms",
    summary: "List forms",
    scope: "forms:read",
    query: ListFormsQuery,
    responses: {
      200: { description: "A page of forms, newest first.", schema: pageOf(FormSummary) },
    },
    run: async (ctx, { query }) => ({ status: 200, body: await listForms(ctx, query) }),
  }),
  defineEndpoint({
    operationId: "createForm",
    method: "POST",
    path: "/v1/forms",
    tag: "Forms",
    summary: "Create a form",
    description:
      "This request has no idempotency key. If you lose the response, list your forms before you retry.",
    scope: "forms:write",
    body: CreateFormInput,
    responses: { 201: { description: "The created form, with its public key.", schema: data } },
    errors: ["recipient_not_verified"],
    run: async (ctx, { body }) => ({ status: 201, body: { data: await createForm(ctx, body) } }),
  }),
  defineEndpoint({
    operationId: "getForm",
    method: "GET",
    path: "/v1/forms/{formId}",
    tag: "Forms",
    summary: "Get a form",
    scope: "forms:read",
    responses: {
      200: {
        description: "The form, with its anti-spam widget.",
        schema: z.strictObject({ data: FormWithWidget }),
      },
    },
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await getForm(ctx, params.formId) },
    }),
  }),
  defineEndpoint({
    operationId: "updateForm",
    method: "PATCH",
    path: "/v1/forms/{formId}",
    tag: "Forms",
    summary: "Update a form",
    description: "Only the settings you send change, including those nested in `uploads`.",
    scope: "forms:write",
    body: UpdateFormInput,
    responses: { 200: { description: "The updated form.", schema: data } },
    errors: ["recipient_not_verified"],
    run: async (ctx, { params, body }) => ({
      status: 200,
      body: { data: await updateForm(ctx, params.formId, body) },
    }),
  }),
  defineEndpoint({
    operationId: "deleteForm",
    method: "DELETE",
    path: "/v1/forms/{formId}",
    tag: "Forms",
    summary: "Delete a form",
    scope: "forms:write",
    responses: {
      204: { description: "The form and all its submissions were permanently deleted." },
    },
    run: async (ctx, { params }) => {
      await deleteForm(ctx, params.formId);
      return { status: 204 };
    },
  }),
  defineEndpoint({
    operationId: "rotateFormKey",
    method: "POST",
    path: "/v1/forms/{formId}/rotate-key",
    tag: "Forms",
    summary: "Rotate a form's public key",
    description:
      "The old key stops working immediately. If you lose the response, get the form before you retry.",
    scope: "forms:write",
    responses: { 200: { description: "The form, with its new public key.", schema: data } },
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await rotateFormKey(ctx, params.formId) },
    }),
  }),
];
