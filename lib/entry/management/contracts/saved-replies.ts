import { z } from "zod";
import {
  createSavedReply,
  deleteSavedReply,
  listSavedReplies,
  updateSavedReply,
} from "#lib/domain/replies/saved-reply";
import {
  CreateSavedReplyInput,
  MAX_SAVED_REPLIES,
  SavedReply,
  UpdateSavedReplyInput,
} from "#lib/domain/replies/saved-reply-schema";
import { IDS, TIMES } from "#lib/entry/management/contracts/examples/example";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";

const saved: SavedReply = {
  id: IDS.savedReply,
  name: "Quote",
  text: "Hello {{name}},\n\nThank you for your message about {{topic}}. We’ll send a quote by tomorrow.",
  createdAt: TIMES.created,
  updatedAt: TIMES.created,
};

export const savedReplyEndpoints = withTag({ tag: "Saved replies" }, [
  defineEndpoint("GET /v1/saved-replies", {
    operationId: "listSavedReplies",
    summary: "List saved replies",
    description:
      "Returns all saved replies of the workspace, at most 100, with their placeholders as typed. Use it to pick a text before you reply to a message.",
    scope: "submissions:read",
    responses: {
      200: dataResponse(
        "Returns every saved reply. This list isn't paginated.",
        z.array(SavedReply).max(MAX_SAVED_REPLIES).describe("All saved replies, by name."),
        [saved],
      ),
    },
    data: (ctx) => listSavedReplies(ctx),
  }),
  defineEndpoint("POST /v1/saved-replies", {
    operationId: "createSavedReply",
    summary: "Create a saved reply",
    description:
      "Saves a text that members can use again when they reply to messages. Another one with the same name, whatever its case, is a 409 `saved_reply_name_taken`. A 101st is a 429 `saved_reply_limit_reached`.",
    scope: "submissions:reply",
    body: CreateSavedReplyInput,
    example: { body: { name: saved.name, text: saved.text } },
    status: 201,
    responses: { 201: dataResponse("The created saved reply.", SavedReply, saved) },
    errors: ["saved_reply_name_taken", "saved_reply_limit_reached"],
    data: (ctx, { body }) => createSavedReply(ctx, body),
  }),
  defineEndpoint("PATCH /v1/saved-replies/{savedReplyId}", {
    operationId: "updateSavedReply",
    summary: "Update a saved reply",
    description:
      "Changes the name, the text, or both. Replies that were sent with it stay as they are. A name that another saved reply has is a 409 `saved_reply_name_taken`.",
    scope: "submissions:reply",
    body: UpdateSavedReplyInput,
    example: { body: { name: "Quote by tomorrow" } },
    responses: {
      200: dataResponse("The updated saved reply.", SavedReply, {
        ...saved,
        name: "Quote by tomorrow",
        updatedAt: TIMES.now,
      }),
    },
    errors: ["saved_reply_name_taken"],
    data: (ctx, { params, body }) => updateSavedReply(ctx, params.savedReplyId, body),
  }),
  defineEndpoint("DELETE /v1/saved-replies/{savedReplyId}", {
    operationId: "deleteSavedReply",
    summary: "Delete a saved reply",
    description:
      "Permanently deletes the saved reply for all members. Replies that were sent with it stay as they are.",
    scope: "submissions:reply",
    status: 204,
    responses: { 204: { description: "The saved reply was deleted." } },
    run: (ctx, { params }) => deleteSavedReply(ctx, params.savedReplyId),
  }),
]);
