import { z } from "zod";
import { Id, Name, NOT_BLANK_PATTERN, Text, Timestamp } from "#lib/core/text";

/** The maximum number of saved replies of a workspace. */
export const MAX_SAVED_REPLIES = 100;

const name = Name(1, 80).describe(
  "1–80 characters on one line, trimmed. Unique in the workspace, whatever its case.",
);
/** Converts line breaks: browsers send two characters for each, which would count twice. */
const lines = z
  .string("must be a string")
  .overwrite((given) => given.replaceAll(/\r\n?/g, "\n"))
  .trim();
const text = Text(1, 10_000, lines)
  .meta({ pattern: NOT_BLANK_PATTERN })
  .describe(
    "Plain text, 1–10,000 characters, trimmed. `{{name}}` stands for the sender's name, `{{form}}` for the form's name, and a field's name or label in such braces for what was submitted.",
  );

export const SavedReply = z
  .strictObject({
    id: Id.describe("UUID of the saved reply."),
    name: z.string().describe("What members find it by."),
    text: z.string().describe("Plain text, with placeholders as they were typed."),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .describe("A text that members use again when they reply to messages.");
export type SavedReply = z.output<typeof SavedReply>;

export const CreateSavedReplyInput = z.strictObject({ name, text });
export type CreateSavedReplyInput = z.output<typeof CreateSavedReplyInput>;

export const UpdateSavedReplyInput = CreateSavedReplyInput.partial()
  .refine((changes) => Object.keys(changes).length > 0, "must include at least one of name, text")
  .meta({ description: "At least one property is required.", minProperties: 1 });
export type UpdateSavedReplyInput = z.output<typeof UpdateSavedReplyInput>;
