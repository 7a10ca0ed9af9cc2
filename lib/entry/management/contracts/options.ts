import { getOptions, saveOptions } from "#lib/domain/forms/options/form-options";
import {
  Options,
  SaveOptionsInput,
  UNSAVED_OPTIONS,
} from "#lib/domain/forms/options/options-schema";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const saved: Options = {
  ...UNSAVED_OPTIONS,
  revision: "r_5fK2",
  closesAt: 1_796_083_200_000,
  maxSubmissions: 50,
  closedText: "We have no places left. Write to events@example.com for the next date.",
};

export const optionsEndpoints = withTag({ tag: "Forms" }, [
  defineEndpoint("GET /v1/forms/{formId}/options", {
    operationId: "getOptions",
    summary: "Get a form's options",
    description:
      "Returns when the form is open, how many submissions it has room for, and what happens to them, with the revision. The revision is null if the options have never been saved.",
    scope: "forms:read",
    responses: { 200: dataResponse("The options.", Options, saved) },
    data: (ctx, { params }) => getOptions(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/options", {
    operationId: "saveOptions",
    summary: "Save a form's options",
    description:
      "Replaces the form's options, which apply to submissions from then on. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`.",
    scope: "forms:write",
    body: SaveOptionsInput,
    example: { body: saved },
    responses: {
      200: dataResponse("The options with their new revision.", Options, {
        ...saved,
        revision: "r_8wQz",
      }),
    },
    errors: ["revision_conflict"],
    data: (ctx, { params, body }) => saveOptions(ctx, params.formId, body),
  }),
]);
