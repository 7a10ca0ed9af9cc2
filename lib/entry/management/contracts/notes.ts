import { z } from "zod";
import { Person } from "#lib/domain/access/people";
import { listColleagues } from "#lib/domain/accounts/members/list-members";
import { createNote, createNotes } from "#lib/domain/submissions/notes/add-notes";
import {
  CreatedNotes,
  Note,
  NoteInput,
  NotesInput,
} from "#lib/domain/submissions/notes/note-schema";
import { deleteNote, listNotes, updateNote } from "#lib/domain/submissions/notes/notes";
import { Reply, SendReplyInput } from "#lib/domain/submissions/replies/reply-schema";
import { listReplies, sendReply, undoReply } from "#lib/domain/submissions/replies/send-reply";
import { IDS, member, TIMES, VISITOR } from "#lib/entry/management/contracts/examples/example";
import { dataResponse, defineEndpoint, withTag } from "#lib/entry/management/endpoint";
import { quoteWords } from "#lib/entry/visitor-pages/words/page-texts";

const note: Note = {
  id: IDS.note,
  text: "Called her. She needs it by March.",
  author: member,
  createdAt: TIMES.now,
  updatedAt: TIMES.now,
};

const reply: Reply = {
  id: IDS.reply,
  text: "Hello Ada, here is our quote.",
  email: VISITOR.email,
  replyTo: "grace@example.com",
  author: member,
  createdAt: TIMES.now,
  status: "queued",
  undoUntil: TIMES.now + 10_000,
};

const noteBody = { text: note.text };
const replyBody = { text: reply.text };

export const noteEndpoints = withTag({ tag: "Notes and replies" }, [
  defineEndpoint("GET /v1/members", {
    operationId: "listMembers",
    summary: "List members",
    description:
      "Returns the members of the workspace by name, at most 50. Use their IDs to assign submissions, or to select who gets what a visitor writes back.",
    scope: "submissions:read",
    responses: {
      200: dataResponse("The members by name.", z.array(Person).describe("By name."), [member]),
    },
    data: async (ctx) => (await listColleagues(ctx)).map(({ id, name }) => ({ id, name })),
  }),
  defineEndpoint("GET /v1/submissions/{submissionId}/notes", {
    operationId: "listNotes",
    summary: "List notes",
    description:
      "Returns what colleagues wrote about a submission, oldest first. Visitors never see notes.",
    scope: "submissions:read",
    responses: {
      200: dataResponse("The notes, oldest first.", z.array(Note).describe("Oldest first."), [
        note,
      ]),
    },
    data: (ctx, { params }) => listNotes(ctx, params.submissionId),
  }),
  defineEndpoint("POST /v1/submissions/{submissionId}/notes", {
    operationId: "createNote",
    summary: "Create a note",
    description:
      "Writes a note about a submission. Visitors never see it. Members whom it mentions with `@` and their name get an email. At most 200 notes per submission (429 `note_limit_reached`).",
    scope: "submissions:write",
    status: 201,
    body: NoteInput,
    example: { body: noteBody },
    responses: { 201: dataResponse("The new note.", Note, note) },
    errors: ["note_limit_reached"],
    queues: true,
    data: (ctx, { params, body }) => createNote(ctx, params.submissionId, body),
  }),
  defineEndpoint("POST /v1/submissions/notes", {
    operationId: "createNotes",
    summary: "Create a note on several submissions",
    description:
      "Writes the same note about up to 100 submissions at once. Members whom it mentions get one email, not one for each. IDs that don't exist are listed in `notFound`, and submissions that have 200 notes already in `full`. Neither gets a note.",
    scope: "submissions:write",
    status: 201,
    body: NotesInput,
    example: { body: { ids: [IDS.submission], ...noteBody } },
    responses: {
      201: dataResponse("The new notes by submission.", CreatedNotes, {
        created: [{ submissionId: IDS.submission, noteId: IDS.note }],
        notFound: [],
        full: [],
      }),
    },
    queues: true,
    data: (ctx, { body: { ids, ...input } }) => createNotes(ctx, [...new Set(ids)], input),
  }),
  defineEndpoint("PATCH /v1/submissions/{submissionId}/notes/{noteId}", {
    operationId: "updateNote",
    summary: "Update a note",
    description:
      "Changes the text of a note. Members whom only the new text mentions get an email.",
    scope: "submissions:write",
    body: NoteInput,
    example: { body: noteBody },
    responses: { 200: dataResponse("The updated note.", Note, note) },
    queues: true,
    data: (ctx, { params, body }) => updateNote(ctx, params.submissionId, params.noteId, body),
  }),
  defineEndpoint("DELETE /v1/submissions/{submissionId}/notes/{noteId}", {
    operationId: "deleteNote",
    summary: "Delete a note",
    description:
      "Permanently deletes a note about a submission. Its author or an owner can do this, and any token with the scope.",
    scope: "submissions:write",
    status: 204,
    responses: { 204: { description: "The note was deleted." } },
    run: (ctx, { params }) => deleteNote(ctx, params.submissionId, params.noteId),
  }),
  defineEndpoint("GET /v1/submissions/{submissionId}/replies", {
    operationId: "listReplies",
    summary: "List replies",
    description:
      "Returns what was written to the sender of a submission, oldest first. Use it to see whether a reply was sent.",
    scope: "submissions:read",
    responses: {
      200: dataResponse("The replies, oldest first.", z.array(Reply).describe("Oldest first."), [
        reply,
      ]),
    },
    data: (ctx, { params }) => listReplies(ctx, params.submissionId),
  }),
  defineEndpoint("POST /v1/submissions/{submissionId}/replies", {
    operationId: "sendReply",
    summary: "Reply to a submission",
    description:
      "Queues an email to the sender of a submission and marks it answered. It comes from the form's name at the service's address, quotes what the visitor wrote, and what they write back goes to a member or recipient. It's sent after 10 seconds and can be deleted until then. A sender without an address, who opted out, or whose address bounced can't be written to (409 `reply_not_possible`). At most 50 replies an hour per member or token, and 200 per workspace (429 `reply_limit_reached`).",
    scope: "submissions:reply",
    status: 201,
    body: SendReplyInput,
    example: { body: replyBody },
    responses: { 201: dataResponse("The queued reply.", Reply, reply) },
    errors: ["address_unconfirmed", "reply_not_possible", "reply_limit_reached"],
    queues: true,
    data: (ctx, { params, body }) => sendReply(ctx, params.submissionId, body, quoteWords),
  }),
  defineEndpoint("DELETE /v1/submissions/{submissionId}/replies/{replyId}", {
    operationId: "undoReply",
    summary: "Undo a reply",
    description:
      "Deletes a reply that isn't being sent yet, which it is 10 seconds after it was queued (409 `reply_sent`). A submission that it marked as answered isn't anymore.",
    scope: "submissions:reply",
    status: 204,
    responses: { 204: { description: "The reply was deleted and isn't sent." } },
    errors: ["reply_sent"],
    queues: true,
    run: (ctx, { params }) => undoReply(ctx, params.submissionId, params.replyId),
  }),
]);
