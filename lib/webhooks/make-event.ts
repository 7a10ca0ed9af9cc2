import type { FieldPairs } from "#lib/core/fields";
import { toFieldObject } from "#lib/core/fields";
import type { SubmissionCreatedEvent, WebhookTestEvent } from "#lib/webhooks/event-schema";

type EventSubmission = SubmissionCreatedEvent["data"]["submission"];

/** An accepted submission as events tell of it. */
export type AcceptedSubmission = {
  id: string;
  formId: string;
  formName: string;
  receivedAt: Date;
  fields: FieldPairs;
  /** As sent; never a URL of a file. */
  attachments: EventSubmission["attachments"];
};

/**
 * The body of `submission.created` (CONTRACT section 5). Made once and saved: every attempt sends
 * these very bytes.
 */
export function makeSubmissionEvent(eventId: string, submission: AcceptedSubmission): string {
  const { receivedAt, fields, attachments } = submission;
  const event: SubmissionCreatedEvent = {
    id: eventId,
    type: "submission.created",
    timestamp: receivedAt.toISOString(),
    data: {
      submission: {
        id: submission.id,
        formId: submission.formId,
        formName: submission.formName,
        receivedAt: receivedAt.getTime(),
        fields: toFieldObject(fields),
        attachments: attachments.map((one) => ({
          id: one.id,
          field: one.field,
          filename: one.filename,
          contentType: one.contentType,
          size: one.size,
          expiresAt: one.expiresAt,
        })),
      },
    },
  };
  return JSON.stringify(event);
}

/** The body of `webhook.test`. */
export function makeTestEvent(eventId: string, formId: string, now: Date): string {
  const event: WebhookTestEvent = {
    id: eventId,
    type: "webhook.test",
    timestamp: now.toISOString(),
    data: { formId, message: "This is a test of your webhook. Nobody sent this form." },
  };
  return JSON.stringify(event);
}
