import { z } from "zod";
import { Id, Timestamp, TrimmedText } from "#lib/core/text";
import { Author } from "#lib/domain/access/people";

/** Notes of one message. */
export const MAX_NOTES = 200;

export const NoteInput = z.strictObject({
  text: TrimmedText(1, 5000).describe(
    "Plain text, 1–5,000 characters. `@` and a member's name mentions them: they get an email.",
  ),
});
export type NoteInput = z.output<typeof NoteInput>;

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
