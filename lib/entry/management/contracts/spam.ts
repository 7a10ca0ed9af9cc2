import { getSpamFilter, saveSpamFilter } from "#lib/domain/forms/spam/filter";
import { SaveSpamFilterInput, SpamFilter } from "#lib/domain/forms/spam/filter-schema";
import { forgetWords } from "#lib/domain/spam/forget-words";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const saved: SpamFilter = { revision: "r_5fK2", filter: "watch", challenge: false };

export const spamEndpoints = withTag({ tag: "Spam" }, [
  defineEndpoint("GET /v1/forms/{formId}/spam", {
    operationId: "getSpamFilter",
    summary: "Get a form's spam filter",
    description:
      "Returns how the content of the form's messages is judged, with the revision. The revision is null if the filter has never been saved: then it watches.",
    scope: "forms:read",
    responses: { 200: dataResponse("The spam filter.", SpamFilter, saved) },
    data: (ctx, { params }) => getSpamFilter(ctx, params.formId),
  }),
  defineEndpoint("POST /v1/forms/{formId}/spam", {
    operationId: "saveSpamFilter",
    summary: "Save a form's spam filter",
    description:
      "Replaces the form's spam filter, which applies to messages from then on. Send the revision you last read, or null on the first save; an outdated one returns 409 `revision_conflict`.",
    scope: "forms:write",
    body: SaveSpamFilterInput,
    example: { body: { ...saved, filter: "move" } },
    responses: {
      200: dataResponse("The spam filter with its new revision.", SpamFilter, {
        ...saved,
        revision: "r_8wQz",
        filter: "move",
      }),
    },
    errors: ["revision_conflict"],
    data: (ctx, { params, body }) => saveSpamFilter(ctx, params.formId, body),
  }),
  defineEndpoint("DELETE /v1/spam/words", {
    operationId: "forgetSpamWords",
    summary: "Forget the words of spam",
    description:
      "Deletes what the workspace's spam filter has learned from messages that people marked, moved back, or archived. From then on it learns again. Messages that were judged stay as they are.",
    scope: "forms:write",
    status: 204,
    responses: { 204: { description: "The words were forgotten." } },
    run: (ctx) => forgetWords(ctx),
  }),
]);
