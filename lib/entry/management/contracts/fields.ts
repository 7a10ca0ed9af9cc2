import { getFields, saveFields } from "#lib/domain/forms/fields/form-fields";
import { type Field, FormFields, SaveFieldsInput } from "#lib/domain/forms/fields/schema";
import { BLANK_FIELD } from "#lib/domain/forms/fields/types";
import { getPage, savePage } from "#lib/domain/forms/page/form-page";
import { FormPage, SavePageInput, UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const email: Field = {
  ...BLANK_FIELD,
  name: "email",
  type: "email",
  label: "Your email",
  required: true,
  autocomplete: "email",
};

const saved: FormFields = {
  revision: "r_5fK2",
  fields: [
    email,
    {
      ...BLANK_FIELD,
      name: "topic",
      type: "choice",
      label: "What is it about?",
      options: [
        { value: "Sales", label: "A quote" },
        { value: "Support", label: "Something doesn’t work" },
      ],
    },
    { ...BLANK_FIELD, name: "message", type: "long_text", label: "Message", required: true },
  ],
  otherFields: "accept",
  onInvalid: "reject",
};

const ownPage = {
  title: "Ask us for a quote",
  thanksText: "We’ll get back to you within one working day.",
  accent: "#7a2e8e",
} as const;
const savedPage: FormPage = { revision: "r_5fK2", ...UNSAVED_PAGE, ...ownPage };

export const fieldEndpoints = withTag({ tag: "Fields and pages" }, [
  defineEndpoint("GET /v1/forms/{formId}/fields", {
    operationId: "getFields",
    summary: "Get a form's fields",
    description:
      "Returns the fields that the form knows, in the order shown, with their revision. Use it before saving, because an update must send the current revision. A form without fields accepts any field.",
    scope: "forms:read",
    responses: {
      200: dataResponse("The fields. Empty if they've never been saved.", FormFields, saved),
    },
    data: (ctx, { params }) => getFields(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/fields", {
    operationId: "saveFields",
    summary: "Save a form's fields",
    description:
      "Replaces all fields of the form. New submissions are checked against them, and the hosted form shows them. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. With an empty list, the form accepts any field again.",
    scope: "forms:write",
    body: SaveFieldsInput,
    example: {
      body: {
        revision: saved.revision,
        fields: [
          { name: "email", type: "email", label: "Your email", required: true },
          { name: "message", type: "long_text", label: "Message", required: true },
        ],
        otherFields: "accept",
        onInvalid: "reject",
      },
    },
    responses: {
      200: dataResponse("The fields with their new revision.", FormFields, {
        ...saved,
        fields: saved.fields.filter(({ name }) => name !== "topic"),
        revision: "r_8wQz",
      }),
    },
    errors: ["revision_conflict"],
    data: (ctx, { params, body }) => saveFields(ctx, params.formId, body),
  }),
  defineEndpoint("GET /v1/forms/{formId}/page", {
    operationId: "getPage",
    summary: "Get a form's hosted page",
    description:
      "Returns the texts and look of the form's hosted page and thank-you page, with their revision. Texts that are null are ours, in the visitor's language. The revision is null if the page has never been saved.",
    scope: "forms:read",
    responses: { 200: dataResponse("The page's texts and look.", FormPage, savedPage) },
    data: (ctx, { params }) => getPage(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/page", {
    operationId: "savePage",
    summary: "Save a form's hosted page",
    description:
      "Replaces the texts and look of the form's pages; members that you leave out get their default. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. `confirmEmail: true` requires an enabled Turnstile widget or the form's own challenge, with at least one passed challenge (409 `widget_required`). To show the form on your own site, open it in a frame with `?embed=1`.",
    scope: "forms:write",
    body: SavePageInput,
    example: { body: { revision: savedPage.revision, ...ownPage } },
    responses: {
      200: dataResponse("The page with its new revision.", FormPage, {
        ...savedPage,
        revision: "r_8wQz",
      }),
    },
    errors: ["revision_conflict", "widget_required"],
    data: (ctx, { params, body }) => savePage(ctx, params.formId, body),
  }),
]);
