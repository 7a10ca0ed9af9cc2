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
import { defineEndpoint } from "#lib/http/endpoint";
import { pageOf } from "#lib/http/page-schema";

const data = z.strictObject({ data: Form });

export const formEndpoints = [
  defineEndpoint({
    operationId: "listForms",
    method: "GET",
    path: "/v1/forms",
    tag: "Forms",
    summary: "List forms, newest first",
    scope: "forms:read",
    query: ListFormsQuery,
    responses: { 200: { description: "One page of forms.", schema: pageOf(FormSummary) } },
    run: async (ctx, { query }) => ({ status: 200, body: await listForms(ctx, query) }),
  }),
  defineEndpoint({
    operationId: "createForm",
    method: "POST",
    path: "/v1/forms",
    tag: "Forms",
    summary: "Create a form",
    description:
      "Do not repeat it automatically after a lost response: there is no idempotency key.",
    scope: "forms:write",
    body: CreateFormInput,
    responses: { 201: { description: "The form with its public key.", schema: data } },
    errors: ["recipient_not_verified"],
    run: async (ctx, { body }) => ({ status: 201, body: { data: await createForm(ctx, body) } }),
  }),
  defineEndpoint({
    operationId: "getForm",
    method: "GET",
    path: "/v1/forms/{formId}",
    tag: "Forms",
    summary: "Read a form with its anti-spam widget",
    scope: "forms:read",
    responses: {
      200: { description: "The form.", schema: z.strictObject({ data: FormWithWidget }) },
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
    summary: "Change a form",
    description: "Settings are merged member by member, also inside `uploads`.",
    scope: "forms:write",
    body: UpdateFormInput,
    responses: { 200: { description: "The form as it is now.", schema: data } },
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
    summary: "Delete a form and its messages for good",
    scope: "forms:write",
    responses: { 204: { description: "The form and its messages are gone." } },
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
    summary: "Replace the public key",
    description: "The old key is invalid immediately. Do not repeat it automatically.",
    scope: "forms:write",
    responses: { 200: { description: "The form with its new key.", schema: data } },
    run: async (ctx, { params }) => ({
      status: 200,
      body: { data: await rotateFormKey(ctx, params.formId) },
    }),
  }),
];
