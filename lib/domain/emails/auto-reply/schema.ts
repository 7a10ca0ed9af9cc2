import { z } from "zod";
import { GivenRevision } from "#lib/core/revision";
import { Id, OneLine, Timestamp, TrimmedText } from "#lib/core/text";

export const IncludeAnswers = z
  .enum(["none", "choices", "all"], { error: "must be none, choices, or all" })
  .describe(
    "What the reply repeats of the visitor's message, never files: `choices` for selected options, numbers, and dates of the form's fields; `all` for texts too, if the visitor has confirmed their address (`confirmEmail` of the form's page), and else the same as `choices`.",
  );
export type IncludeAnswers = z.output<typeof IncludeAnswers>;

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
    includeAnswers: IncludeAnswers,
    updatedAt: Timestamp,
  })
  .describe("The email sent automatically to visitors who opt in.");
export type Autoresponder = z.output<typeof Autoresponder>;

export const SaveAutoresponderInput = z.strictObject({
  revision: GivenRevision,
  ...draft,
  includeAnswers: IncludeAnswers.optional().meta({
    description: `${IncludeAnswers.description} Omit to keep the saved value, initially \`none\`.`,
  }),
});
export type SaveAutoresponderInput = z.output<typeof SaveAutoresponderInput>;

export const PreviewAutoresponderInput = z.strictObject({
  ...draft,
  includeAnswers: IncludeAnswers.default("none"),
});
export type PreviewAutoresponderInput = z.output<typeof PreviewAutoresponderInput>;

export const AutoresponderPreview = z
  .strictObject({
    subject: z.string().describe("The email's subject."),
    replyTo: z.string().describe("The reply-to address."),
    text: z
      .string()
      .describe(
        "The auto-reply as plain text, with a placeholder for the opt-out link and sample values of the form's fields.",
      ),
  })
  .describe("The auto-reply as a visitor would receive it.");
export type AutoresponderPreview = z.output<typeof AutoresponderPreview>;
