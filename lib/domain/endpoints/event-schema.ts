import { z } from "zod";
import { MessageContext } from "#lib/core/fields/context-schema";
import { Id, Timestamp } from "#lib/core/text";
import { Author, Person } from "#lib/domain/access/people";

/** The events that a destination can get. */
export const EVENT_TYPES = [
  "submission.created",
  "submission.updated",
  "submission.deleted",
  "submission.noted",
] as const;

function event<Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) {
  return z.strictObject({
    id: Id.describe("ID of the event. Stays the same across retries, so use it to deduplicate."),
    timestamp: z.iso.datetime().describe("When the event happened, as an ISO 8601 date-time."),
    type: z.literal(type).describe("The event type."),
    data: z.strictObject(data).describe("The event's data."),
  });
}

const ids = {
  id: Id.describe("UUID of the submission."),
  formId: Id.describe("UUID of the form."),
};

const EventAttachment = z.strictObject({
  id: Id.describe("UUID of the file."),
  field: z.string().describe("Name of the form field."),
  filename: z.string().describe("As submitted, without paths and control characters."),
  contentType: z.string().describe("Media type, detected from the file's content."),
  size: z.int().nonnegative().describe("In bytes."),
  expiresAt: Timestamp.describe("When the file will be deleted, in Unix epoch milliseconds."),
});

export const SubmissionCreatedEvent = event("submission.created", {
  submission: z
    .strictObject({
      ...ids,
      formName: z.string().describe("The form's name when the submission was received."),
      receivedAt: Timestamp,
      fields: z
        .record(z.string(), z.union([z.string(), z.array(z.string())]))
        .describe("Submitted values by field name. Repeated names have a list of values."),
      context: MessageContext.nullable()
        .optional()
        .describe(
          "Where it was written, or null if nothing is known or the form doesn't keep it. Missing in events of release 1.0.",
        ),
      attachments: z.array(EventAttachment).describe("Use the API to download files."),
      url: z
        .url()
        .optional()
        .describe("The message in the dashboard. Only sent with `content` set to `link`."),
    })
    .describe("The submission."),
}).describe("A submission was accepted. Spam doesn't trigger events.");
export type SubmissionCreatedEvent = z.output<typeof SubmissionCreatedEvent>;

export const SubmissionUpdatedEvent = event("submission.updated", {
  submission: z
    .strictObject({
      ...ids,
      folder: z.enum(["inbox", "archive"]).describe("The folder it's in now."),
      read: z.boolean().describe("Whether it's read now."),
      answeredAt: Timestamp.nullable().describe(
        "When it was answered, in Unix epoch milliseconds. Null if it isn't.",
      ),
      answeredBy: Person.nullable().describe("The member who answered it, or null."),
      assignee: Person.nullable().describe("The member it's assigned to, or null."),
    })
    .describe("The submission."),
}).describe(
  "A submission was moved, answered, or assigned, or its read state changed. Moves to spam don't trigger events.",
);
export type SubmissionUpdatedEvent = z.output<typeof SubmissionUpdatedEvent>;

export const SubmissionDeletedEvent = event("submission.deleted", {
  submission: z.strictObject(ids).describe("The submission."),
}).describe("A submission was permanently deleted, by a person, a token, or its retention period.");
export type SubmissionDeletedEvent = z.output<typeof SubmissionDeletedEvent>;

export const SubmissionNotedEvent = event("submission.noted", {
  submission: z.strictObject(ids).describe("The submission."),
  note: z
    .strictObject({
      id: Id.describe("UUID of the note."),
      text: z.string().describe("What was written."),
      author: Author,
      createdAt: Timestamp,
    })
    .describe("The note."),
}).describe("Someone wrote a note about a submission.");
export type SubmissionNotedEvent = z.output<typeof SubmissionNotedEvent>;

export const WebhookTestEvent = event("webhook.test", {
  formId: ids.formId,
  message: z.string().describe("Human-readable message."),
}).describe("A test event.");
export type WebhookTestEvent = z.output<typeof WebhookTestEvent>;

export const WebhookEvent = z
  .discriminatedUnion("type", [
    SubmissionCreatedEvent,
    SubmissionUpdatedEvent,
    SubmissionDeletedEvent,
    SubmissionNotedEvent,
    WebhookTestEvent,
  ])
  .describe("The stored event. Every attempt sends exactly these bytes.");
export type WebhookEvent = z.output<typeof WebhookEvent>;
