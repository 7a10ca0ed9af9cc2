import { z } from "zod";
import { FieldPairs, toFieldObject } from "#lib/core/fields";
import type { Prisma } from "#lib/db/generated/client";
import { KnownField } from "#lib/fields/schema";
import type {
  SubmissionCreatedEvent,
  SubmissionDeletedEvent,
  SubmissionUpdatedEvent,
  WebhookTestEvent,
} from "#lib/webhooks/event-schema";

const KnownFields = z.array(KnownField.strip());

type EventSubmission = SubmissionCreatedEvent["data"]["submission"];

/** An accepted submission as events describe it. */
export type AcceptedSubmission = {
  id: string;
  formId: string;
  formName: string;
  /** Null until it's stored. */
  receivedAt: Date | null;
  fields: FieldPairs;
  /** The form's own fields, by which people read the submission's. */
  known: readonly KnownField[];
  /** Never with a URL of a file. */
  attachments: EventSubmission["attachments"];
  /** Its address in the dashboard; left out unless the event has only the link. */
  url?: string;
};

/** The data of a stored submission that an event needs. */
export const WITH_EVENT_DATA = {
  form: { select: { name: true, fieldList: { select: { fields: true } } } },
  attachments: { orderBy: { position: "asc" } },
} as const satisfies Prisma.SubmissionInclude;

/** A stored submission as events describe it. */
export function toEventSubmission(
  row: Omit<Prisma.SubmissionGetPayload<{ include: typeof WITH_EVENT_DATA }>, "searchText">,
): AcceptedSubmission {
  return {
    id: row.id,
    formId: row.formId,
    formName: row.form.name,
    receivedAt: row.receivedAt,
    fields: FieldPairs.parse(row.fields),
    known: KnownFields.parse(row.form.fieldList?.fields ?? []),
    attachments: row.attachments.map((file) => ({
      id: file.id,
      field: file.field,
      filename: file.filename,
      contentType: file.contentType,
      size: file.sizeBytes,
      expiresAt: file.expiresAt.getTime(),
    })),
  };
}

/**
 * The body of `submission.created`. Created once and saved: every attempt sends exactly these bytes.
 * Until the submission is stored, its times are 0; the accepting statement sets them.
 */
export function makeSubmissionEvent(eventId: string, submission: AcceptedSubmission): string {
  const { receivedAt, fields, attachments, url } = submission;
  const event = {
    id: eventId,
    type: "submission.created",
    timestamp: receivedAt?.toISOString() ?? 0,
    data: {
      submission: {
        id: submission.id,
        formId: submission.formId,
        formName: submission.formName,
        receivedAt: receivedAt?.getTime() ?? 0,
        fields: toFieldObject(fields),
        attachments: attachments.map((one) => ({
          id: one.id,
          field: one.field,
          filename: one.filename,
          contentType: one.contentType,
          size: one.size,
          expiresAt: one.expiresAt,
        })),
        ...(url === undefined ? {} : { url }),
      },
    },
  };
  return JSON.stringify(event);
}

/** The body of `submission.updated`. */
export function makeUpdatedEvent(
  eventId: string,
  submission: SubmissionUpdatedEvent["data"]["submission"],
  now: Date,
): string {
  const event: SubmissionUpdatedEvent = {
    id: eventId,
    type: "submission.updated",
    timestamp: now.toISOString(),
    data: { submission },
  };
  return JSON.stringify(event);
}

/** The body of `submission.deleted`. */
export function makeDeletedEvent(
  eventId: string,
  submission: SubmissionDeletedEvent["data"]["submission"],
  now: Date,
): string {
  const event: SubmissionDeletedEvent = {
    id: eventId,
    type: "submission.deleted",
    timestamp: now.toISOString(),
    data: { submission },
  };
  return JSON.stringify(event);
}

/** The body of `webhook.test`. */
export function makeTestEvent(eventId: string, formId: string, now: Date): string {
  const event: WebhookTestEvent = {
    id: eventId,
    type: "webhook.test",
    timestamp: now.toISOString(),
    data: { formId, message: "This is a test event. No one submitted this form." },
  };
  return JSON.stringify(event);
}

/** The columns that every new event of a webhook has. */
export function eventOf(
  { workspaceId, now }: { workspaceId: string; now: Date },
  webhook: { id: string; revision: string },
) {
  return {
    workspaceId,
    channel: "webhook",
    webhookId: webhook.id,
    revision: webhook.revision,
    concurrencyKey: webhook.id,
    createdAt: now,
  };
}
