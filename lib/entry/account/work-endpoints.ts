import { listColleagues } from "#lib/domain/accounts/members/list-members";
import { listSavedReplies } from "#lib/domain/replies/saved-reply";
import { DeleteNoteQuery } from "#lib/domain/submissions/notes/note-schema";
import { deleteNote } from "#lib/domain/submissions/notes/notes";
import { closeComposer, openComposer } from "#lib/domain/submissions/replies/composers";
import { defineAccountEndpoint } from "#lib/entry/management/endpoint";

/** Endpoints for working on a message: its composer, colleagues, saved replies, and notes. */
export const workEndpoints = [
  defineAccountEndpoint("GET /api/account/saved-replies", {
    data: ({ ctx }) => listSavedReplies(ctx),
  }),
  defineAccountEndpoint("GET /api/account/colleagues", {
    data: ({ ctx }) => listColleagues(ctx),
  }),
  defineAccountEndpoint("POST /api/account/submissions/{submissionId}/composer", {
    run: ({ ctx }, { params }) => openComposer(ctx, params.submissionId),
  }),
  defineAccountEndpoint("DELETE /api/account/submissions/{submissionId}/composer", {
    run: ({ ctx }, { params }) => closeComposer(ctx, params.submissionId),
  }),
  // A request that outlives its page, which a server action doesn't.
  defineAccountEndpoint("DELETE /api/account/submissions/{submissionId}/notes/{noteId}", {
    query: DeleteNoteQuery,
    run: ({ ctx }, { params, query }) => deleteNote(ctx, params.submissionId, params.noteId, query),
  }),
];
