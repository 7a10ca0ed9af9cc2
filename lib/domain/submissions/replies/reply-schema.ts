import { z } from "zod";
import { Id, Timestamp, TrimmedText } from "#lib/core/text";
import { Author } from "#lib/domain/access/people";
import { EmailDelivery } from "#lib/domain/emails/schema";

/** A reply can be undone this long. It isn't sent before. */
export const REPLY_UNDO_MS = 10_000;

export const REPLY_LIMITS = { perMember: 50, perWorkspace: 200 } as const;

export const SendReplyInput = z.strictObject({
  text: TrimmedText(1, 10_000).describe(
    "Plain text, 1–10,000 characters, trimmed. What the visitor wrote is quoted below it.",
  ),
  replyToMemberId: Id.optional().describe(
    "The member whose confirmed address gets what the visitor writes back. By default the member who sends the reply; for a token, a recipient of the submission or else an owner.",
  ),
});
export type SendReplyInput = z.output<typeof SendReplyInput>;

export const Reply = z
  .strictObject({
    id: Id.describe("UUID of the reply, and of its delivery in the submission's `deliveries`."),
    text: z.string().describe("What was written, without the quote below it."),
    email: z.string().describe("The visitor's address."),
    replyTo: z.string().describe("Where what the visitor writes back goes."),
    author: Author,
    createdAt: Timestamp,
    status: EmailDelivery.shape.status,
    undoUntil: Timestamp.nullable().describe(
      "Until when DELETE can undo it, in Unix epoch milliseconds. Null once it's being sent.",
    ),
  })
  .describe("A reply to the sender of a submission.");
export type Reply = z.output<typeof Reply>;
