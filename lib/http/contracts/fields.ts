import { type Field, FormFields, SaveFieldsInput } from "#lib/fields/schema";
import { BLANK_FIELD } from "#lib/fields/types";
import { getFields, saveFields } from "#lib/forms/form-fields";
import { dataResponse, defineEndpoint, withTag } from "#lib/http/endpoint";

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

export const fieldEndpoints = withTag("Fields and pages", [
  defineEndpoint("GET /v1/forms/{formId}/fields", {
    operationId: "getFields",
    summary: "Get a form's fields",
    description:
      "Returns the fields that the form knows, in the order shown, with their revision. Use it before saving, because an update must send the current revision. A form without fields accepts any field.",
    scope: "forms:read",
    responses: {
      200: dataResponse("The fields. Empty if they've never been saved.", FormFields, saved),
    },
    run: async (ctx, { params }) => ({ data: await getFields(ctx, params.formId) }),
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
    run: async (ctx, { params, body }) => ({ data: await saveFields(ctx, params.formId, body) }),
  }),
]);
