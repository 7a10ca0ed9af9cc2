import { z } from "zod";
import { Id, OneLine, Timestamp, TrimmedText } from "#lib/core/text";

const draft = {
  enabled: z
    .boolean("must be true or false")
    .describe("Needs a connected, enabled and verified anti-spam widget."),
  subject: OneLine(1, 150).describe("1-150 characters in one line, trimmed."),
  message: TrimmedText(1, 3000).describe("1-3,000 characters, trimmed."),
  replyRecipientId: Id.describe("The verified recipient that a visitor's answer goes to."),
};

export const Autoresponder = z
  .strictObject({
    revision: z.string().describe("New at every save, to be sent with the next one."),
    ...draft,
    updatedAt: Timestamp,
  })
  .describe("The automatic reply to visitors that ask for one.");
export type Autoresponder = z.output<typeof Autoresponder>;

export const SaveAutoresponderInput = z.strictObject({
  revision: z
    .string("must be text or null")
    .nullable()
    .describe("null on the first save; later the revision of the latest read."),
  ...draft,
});
export type SaveAutoresponderInput = z.output<typeof SaveAutoresponderInput>;

export const PreviewAutoresponderInput = z.strictObject(draft);
export type PreviewAutoresponderInput = z.output<typeof PreviewAutoresponderInput>;

export const AutoresponderPreview = z
  .strictObject({
    subject: z.string().describe("Subject of the mail."),
    replyTo: z.string().describe("Where a visitor's answer goes."),
    text: z.string().describe("The reply as plain text, with a placeholder for the opt-out link."),
  })
  .describe("The reply as a visitor would get it.");
export type AutoresponderPreview = z.output<typeof AutoresponderPreview>;
