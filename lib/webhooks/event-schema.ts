import { z } from "zod";
import { Id, Timestamp } from "#lib/core/text";

const head = {
  id: Id.describe(
    "The event: the same at every attempt and retry, so receivers drop repeats by it.",
  ),
  timestamp: z.iso.datetime().describe("When the event happened."),
};

const EventAttachment = z.strictObject({
  id: Id,
  field: z.string(),
  filename: z.string(),
  contentType: z.string(),
  size: z.int().nonnegative().describe("Bytes."),
  expiresAt: Timestamp,
});

export const SubmissionCreatedEvent = z
  .strictObject({
    ...head,
    type: z.literal("submission.created"),
    data: z.strictObject({
      submission: z.strictObject({
        id: Id,
        formId: Id,
        formName: z.string(),
        receivedAt: Timestamp,
        fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
        attachments: z.array(EventAttachment).describe("Files are fetched through the API."),
      }),
    }),
  })
  .describe("A submission was accepted. Spam emits nothing.");
export type SubmissionCreatedEvent = z.output<typeof SubmissionCreatedEvent>;

export const WebhookTestEvent = z
  .strictObject({
    ...head,
    type: z.literal("webhook.test"),
    data: z.strictObject({ formId: Id, message: z.string() }),
  })
  .describe("A test that somebody asked for.");
export type WebhookTestEvent = z.output<typeof WebhookTestEvent>;

export const WebhookEvent = z.discriminatedUnion("type", [
  SubmissionCreatedEvent,
  WebhookTestEvent,
]);
export type WebhookEvent = z.output<typeof WebhookEvent>;
