import { z } from "zod";
import { db } from "#lib/adapters/db/database";
import type { Prisma } from "#lib/adapters/db/generated/client";
import type { Context } from "#lib/core/context";
import { MessageContext as ContextSchema } from "#lib/core/fields/context-schema";
import { FieldPairs, toFieldObject } from "#lib/core/fields/fields";
import type { MessageContext } from "#lib/core/fields/message-context";
import { completeSender, type FoundSender } from "#lib/core/fields/sender";
import { newId } from "#lib/core/ids";
import { parseOrderedJson } from "#lib/core/ordered-json";
import type { SubmissionCreatedEvent, WebhookEvent } from "#lib/domain/endpoints/event-schema";
import { KnownField } from "#lib/domain/forms/fields/schema";
import { requireForm } from "#lib/domain/forms/store";

const KnownFields = z.array(KnownField.strip());

type EventSubmission = SubmissionCreatedEvent["data"]["submission"];

/** An accepted submission as events describe it. */
export type SubmissionOfEvent = {
  id: string;
  formId: string;
  formName: string;
  /** Null until it's stored. */
  receivedAt: Date | null;
  fields: FieldPairs;
  sender: FoundSender;
  /** The page that the message was sent from. */
  context: MessageContext | null;
  /** The form's own fields, which give the submission's fields labels and an order. */
  known: readonly KnownField[];
  /** Contains only what an event includes about a file, never a URL. */
  attachments: EventSubmission["attachments"];
  /** The submission's URL in the dashboard; left out unless the event has only the link. */
  url?: string;
};

/** The data of a stored submission that an event needs. */
export const WITH_EVENT_DATA = {
  form: { select: { name: true, fieldList: { select: { fields: true } } } },
  attachments: { orderBy: { position: "asc" } },
} as const satisfies Prisma.SubmissionInclude;

export function toEventSubmission(
  row: Omit<Prisma.SubmissionGetPayload<{ include: typeof WITH_EVENT_DATA }>, "searchText">,
): SubmissionOfEvent {
  const fields = FieldPairs.parse(row.fields);
  const known = KnownFields.parse(row.form.fieldList?.fields ?? []);
  return {
    id: row.id,
    formId: row.formId,
    formName: row.form.name,
    receivedAt: row.receivedAt,
    fields,
    sender: completeSender(row, fields, known),
    context: ContextSchema.nullable().parse(row.context),
    known,
    attachments: row.attachments.map((file) => ({
      ...file,
      size: file.sizeBytes,
      expiresAt: file.expiresAt.getTime(),
    })),
  };
}

/**
 * Makes the body of `submission.created`. It's created once and saved: every attempt sends exactly
 * these bytes. Until the submission is stored, its times are 0; the accepting statement sets them.
 */
export function makeSubmissionEvent(eventId: string, submission: SubmissionOfEvent): string {
  const { receivedAt, fields, context, attachments, url } = submission;
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
        context,
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

type OtherEvent = Exclude<WebhookEvent, SubmissionCreatedEvent>;

/** Makes the body of an event that has no submission's content. */
export function makeEvent<Type extends OtherEvent["type"]>(
  eventId: string,
  type: Type,
  data: Extract<OtherEvent, { type: Type }>["data"],
  now: Date,
): string {
  return JSON.stringify({ id: eventId, type, timestamp: now.toISOString(), data });
}

export function makeTestEvent(eventId: string, formId: string, now: Date): string {
  const message = "This is a test event. No one submitted this form.";
  return makeEvent(eventId, "webhook.test", { formId, message }, now);
}

/** Returns the columns that every new event of a webhook has. */
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

const MAX_SAMPLES = 3;

/**
 * Returns the newest messages of a form as events, for tools that show a sample: outside spam, at most three.
 * If there are none, one event is made up from the fields of the hosted form. An event has its submission's ID.
 *
 * @throws {AppError} not_found
 */
export async function getSampleEvents(
  ctx: Context,
  formId: string,
): Promise<SubmissionCreatedEvent[]> {
  const form = await requireForm(db(), ctx, formId);
  const rows = await db().submission.findMany({
    where: {
      workspaceId: ctx.workspaceId,
      formId,
      folder: { in: ["inbox", "archive"] },
      OR: [{ expiresAt: null }, { expiresAt: { gt: ctx.now } }],
    },
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    take: MAX_SAMPLES,
    include: WITH_EVENT_DATA,
  });
  const made: SubmissionOfEvent = {
    id: newId(),
    formId,
    formName: form.name,
    receivedAt: ctx.now,
    fields: [
      ["name", "Ada Lovelace"],
      ["email", "ada@example.com"],
      ["message", "This is a sample message."],
    ],
    sender: { name: "Ada Lovelace", email: "ada@example.com" },
    context: null,
    known: [],
    attachments: [],
  };
  const samples = rows.length > 0 ? rows.map(toEventSubmission) : [made];
  return samples.map((one) => parseEvent<SubmissionCreatedEvent>(makeSubmissionEvent(one.id, one)));
}

/**
 * Parses a body that this file created. A schema would drop a field named `__proto__`, and JSON.parse would move one
 * named `10` to the front.
 */
export function parseEvent<Event extends WebhookEvent>(body: string): Event {
  return parseOrderedJson(body) as Event;
}
