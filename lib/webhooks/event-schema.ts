import { z } from "zod";
import { Id, Timestamp } from "#lib/core/text";

const head = {
  id: Id.describe(
    "The event: the same at every attempt and retry, so receivers drop repeats by it.",
  ),
  timestamp: z.iso.datetime().describe("When the event happened, as ISO 8601 date-time."),
};

const EventAttachment = z.strictObject({
  id: Id.describe("UUID of the file."),
  field: z.string().describe("Name of the form field that carried the file."),
  filename: z.string().describe("As sent, without paths and control characters."),
  contentType: z.string().describe("Media type, proven by the file's content."),
  size: z.int().nonnegative().describe("Bytes."),
  expiresAt: Timestamp.describe("When the file is deleted, in Unix epoch milliseconds."),
});

export const SubmissionCreatedEvent = z
  .strictObject({
    ...head,
    type: z.literal("submission.created").describe("What happened."),
    data: z
      .strictObject({
        submission: z
          .strictObject({
            id: Id.describe("UUID of the message."),
            formId: Id.describe("UUID of the form."),
            formName: z.string().describe("The form's name when the message came."),
            receivedAt: Timestamp,
            fields: z
              .record(z.string(), z.union([z.string(), z.array(z.string())]))
              .describe("Submitted values by field name; a list where a name was repeated."),
            attachments: z.array(EventAttachment).describe("Files are fetched through the API."),
          })
          .describe("The message."),
      })
      .describe("What it is about."),
  })
  .describe("A submission was accepted. Spam emits nothing.");
export type SubmissionCreatedEvent = z.output<typeof SubmissionCreatedEvent>;

export const WebhookTestEvent = z
  .strictObject({
    ...head,
    type: z.literal("webhook.test").describe("What happened."),
    data: z
      .strictObject({
        formId: Id.describe("UUID of the form."),
        message: z.string().describe("One sentence."),
      })
      .describe("What it is about."),
  })
  .describe("A test that somebody asked for.");
export type WebhookTestEvent = z.output<typeof WebhookTestEvent>;

export const WebhookEvent = z
  .discriminatedUnion("type", [SubmissionCreatedEvent, WebhookTestEvent])
  .describe("The event as it was saved; it is sent byte for byte at every attempt.");
export type WebhookEvent = z.output<typeof WebhookEvent>;
