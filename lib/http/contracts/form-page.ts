import { getPage, savePage } from "#lib/forms/form-page";
import { FormPage, SavePageInput, UNSAVED_PAGE } from "#lib/forms/page-schema";
import { dataResponse, defineEndpoint, withTag } from "#lib/http/endpoint";

const own = {
  title: "Ask us for a quote",
  thanksText: "We’ll get back to you within one working day.",
  accent: "#7a2e8e",
} as const;
const saved: FormPage = { revision: "r_5fK2", ...UNSAVED_PAGE, ...own };

export const formPageEndpoints = withTag("Fields and pages", [
  defineEndpoint("GET /v1/forms/{formId}/page", {
    operationId: "getPage",
    summary: "Get a form's hosted page",
    description:
      "Returns the texts and look of the form's hosted page and thank-you page, with their revision. Texts that are null are ours, in the visitor's language. The revision is null if the page has never been saved.",
    scope: "forms:read",
    responses: { 200: dataResponse("The page's texts and look.", FormPage, saved) },
    run: async (ctx, { params }) => ({ data: await getPage(ctx, params.formId) }),
  }),
  defineEndpoint("POST /v1/forms/{formId}/page", {
    operationId: "savePage",
    summary: "Save a form's hosted page",
    description:
      "Replaces the texts and look of the form's pages; members that you leave out get their default. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`. `confirmEmail: true` requires an enabled Turnstile widget with at least one passed challenge (409 `widget_required`). To show the form on your own site, open it in a frame with `?embed=1`.",
    scope: "forms:write",
    body: SavePageInput,
    example: { body: { revision: saved.revision, ...own } },
    responses: {
      200: dataResponse("The page with its new revision.", FormPage, {
        ...saved,
        revision: "r_8wQz",
      }),
    },
    errors: ["revision_conflict", "widget_required"],
    run: async (ctx, { params, body }) => ({ data: await savePage(ctx, params.formId, body) }),
  }),
]);
