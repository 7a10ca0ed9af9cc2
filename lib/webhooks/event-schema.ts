import { z } from "zod";
import { Id, Timestamp } from "#lib/core/text";

const head = {
  id: Id.describe("ID of the event. Stays the same across retries, so use it to deduplicate."),
  timestamp: z.iso.datetime().describe("When the event happened, as an ISO 8601 date-time."),
};

const EventAttachment = z.strictObject({
  id: Id.describe("UUID of the file."),
  field: z.string().describe("Name of the form field."),
  filename: z.string().describe("As submitted, without paths and control characters."),
  contentType: z.string().describe("Media type, detected from the file's content."),
  size: z.int().nonnegative().describe("In bytes."),
  expiresAt: Timestamp.describe("When the file will be deleted, in Unix epoch milliseconds."),
});

export const SubmissionCreatedEvent = z
  .strictObject({
    ...head,
    type: z.literal("submission.created").describe("The event type."),
    data: z
      .strictObject({
        submission: z
          .strictObject({
            id: Id.describe("UUID of the submission."),
            formId: Id.describe("UUID of the form."),
            formName: z.string().describe("The form's name when the submission was received."),
            receivedAt: Timestamp,
            fields: z
              .record(z.string(), z.union([z.string(), z.array(z.string())]))
              .describe("Submitted values by field name. Repeated names have a list of values."),
            attachments: z.array(EventAttachment).describe("Use the API to download files."),
            url: z
              .url()
              .optional()
              .describe("The message in the dashboard. Only sent with `content` set to `link`."),
          })
          .describe("The submission."),
      })
      .describe("The event's data."),
  })
  .describe("A submission was accepted. Spam doesn't trigger events.");
export type SubmissionCreatedEvent = z.output<typeof SubmissionCreatedEvent>;

export const SubmissionUpdatedEvent = z
  .strictObject({
    ...head,
    type: z.literal("submission.updated").describe("The event type."),
    data: z
      .strictObject({
        submission: z
          .strictObject({
            id: Id.describe("UUID of the submission."),
            formId: Id.describe("UUID of the form."),
            folder: z.enum(["inbox", "archive"]).describe("The folder it's in now."),
            read: z.boolean().describe("Whether it's read now."),
          })
          .describe("The submission."),
      })
      .describe("The event's data."),
  })
  .describe(
    "A submission was moved, or its read state changed. Moves to spam don't trigger events.",
  );
export type SubmissionUpdatedEvent = z.output<typeof SubmissionUpdatedEvent>;

export const SubmissionDeletedEvent = z
  .strictObject({
    ...head,
    type: z.literal("submission.deleted").describe("The event type."),
    data: z
      .strictObject({
        submission: z
          .strictObject({
            id: Id.describe("UUID of the submission."),
            formId: Id.describe("UUID of the form."),
          })
          .describe("The submission."),
      })
      .describe("The event's data."),
  })
  .describe("A submission was permanently deleted, by a person, a token, or its retention period.");
export type SubmissionDeletedEvent = z.output<typeof SubmissionDeletedEvent>;

export const WebhookTestEvent = z
  .strictObject({
    ...head,
    type: z.literal("webhook.test").describe("The event type."),
    data: z
      .strictObject({
        formId: Id.describe("UUID of the form."),
        message: z.string().describe("Human-readable message."),
      })
      .describe("The event's data."),
  })
  .describe("A test event.");
export type WebhookTestEvent = z.output<typeof WebhookTestEvent>;

export const WebhookEvent = z
  .discriminatedUnion("type", [
    SubmissionCreatedEvent,
    SubmissionUpdatedEvent,
    SubmissionDeletedEvent,
    WebhookTestEvent,
  ])
  .describe("The stored event. Every attempt sends exactly these bytes.");
export type WebhookEvent = z.output<typeof WebhookEvent>;
