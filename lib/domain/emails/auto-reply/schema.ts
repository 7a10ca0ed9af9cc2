import { z } from "zod";
import { GivenRevision } from "#lib/core/revision";
import { Id, OneLine, Timestamp, TrimmedText } from "#lib/core/text";

const draft = {
  enabled: z
    .boolean("must be true or false")
    .describe("Requires a verified Turnstile widget or own challenge."),
  subject: OneLine(1, 150).describe("1–150 characters on one line, trimmed."),
  message: TrimmedText(1, 3000).describe("1–3,000 characters, trimmed."),
  replyRecipientId: Id.describe(
    "The verified recipient who receives the visitor's replies. An auto-reply that is off may still name one that was removed.",
  ),
};

export const Autoresponder = z
  .strictObject({
    revision: z.string().describe("Changes with every save. Send it with your next update."),
    ...draft,
    updatedAt: Timestamp,
  })
  .describe("The email sent automatically to visitors who opt in.");
export type Autoresponder = z.output<typeof Autoresponder>;

export const SaveAutoresponderInput = z.strictObject({ revision: GivenRevision, ...draft });
export type SaveAutoresponderInput = z.output<typeof SaveAutoresponderInput>;

export const PreviewAutoresponderInput = z.strictObject(draft);
export type PreviewAutoresponderInput = z.output<typeof PreviewAutoresponderInput>;

export const AutoresponderPreview = z
  .strictObject({
    subject: z.string().describe("The email's subject."),
    replyTo: z.string().describe("The reply-to address."),
    text: z
      .string()
      .describe("The auto-reply as plain text, with a placeholder for the opt-out link."),
  })
  .describe("The auto-reply as a visitor would receive it.");
export type AutoresponderPreview = z.output<typeof AutoresponderPreview>;
