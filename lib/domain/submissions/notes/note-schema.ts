import { z } from "zod";
import { Id, Timestamp, TimestampParameter, TrimmedText } from "#lib/core/text";
import { Author } from "#lib/domain/access/people";

/** The maximum number of notes of one message. */
export const MAX_NOTES = 200;

/** How long emails about a new note are delayed, so that Undo can cancel them. */
export const NOTE_UNDO_MS = 10_000;

const Text = TrimmedText(1, 5000).describe(
  "Plain text, 1–5,000 characters. `@` and a member's name mentions them: they get an email.",
);

export const NoteInput = z.strictObject({ text: Text });
export type NoteInput = z.output<typeof NoteInput>;

export const NotesInput = z.strictObject({
  ids: z
    .array(Id)
    .min(1, "must have at least 1 ID")
    .max(100, "must have at most 100 IDs")
    .describe("UUIDs of the submissions."),
  text: Text,
});
export type NotesInput = z.output<typeof NotesInput>;

export const CreatedNotes = z
  .strictObject({
    created: z
      .array(
        z.strictObject({
          submissionId: Id.describe("UUID of the submission."),
          noteId: Id.describe("UUID of its new note."),
        }),
      )
      .describe("The new notes, one for each submission."),
    notFound: z.array(Id).describe("UUIDs that are unknown or belong to another workspace."),
    full: z
      .array(Id)
      .describe(`UUIDs of submissions that have ${MAX_NOTES} notes already, and got none.`),
  })
  .describe("Which submissions got a note.");
export type CreatedNotes = z.output<typeof CreatedNotes>;

/** When the note was last changed, as its reader saw it. A note that was changed since isn't deleted. */
export const DeleteNoteQuery = z.strictObject({ updatedAt: TimestampParameter.optional() });

export const Note = z
  .strictObject({
    id: Id.describe("UUID of the note."),
    text: z.string().describe("What was written, as plain text."),
    author: Author,
    createdAt: Timestamp,
    updatedAt: Timestamp.describe(
      "When the text was last changed, in Unix epoch milliseconds. Equal to `createdAt` if it wasn't.",
    ),
  })
  .describe("What a colleague says about a submission. Visitors never see it.");
export type Note = z.output<typeof Note>;
