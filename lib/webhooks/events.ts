import type { Context } from "#lib/core/context";
import { FieldPairs, toFieldObject } from "#lib/core/fields";
import { newId } from "#lib/core/ids";
import { byId, type Db } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";
import { dueNow } from "#lib/deliveries/queue";
import type { SubmissionCreatedEvent, WebhookTestEvent } from "#lib/webhooks/event-schema";
import type { Webhook } from "#lib/webhooks/schema";
import { toWebhook, type WebhookRow } from "#lib/webhooks/store";

type EventSubmission = SubmissionCreatedEvent["data"]["submission"];

/** An accepted submission as events describe it. */
export type AcceptedSubmission = {
  id: string;
  formId: string;
  formName: string;
  /** Null until it's stored. */
  receivedAt: Date | null;
  fields: FieldPairs;
  /** Never with a URL of a file. */
  attachments: EventSubmission["attachments"];
};

/** The data of a stored submission that an event needs. */
export const WITH_EVENT_DATA = {
  form: { select: { name: true } },
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
  const { receivedAt, fields, attachments } = submission;
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
    data: { formId, message: "This is a test event. No one submitted this form." },
  };
  return JSON.stringify(event);
}

/** The data of the form's webhook that accepting a submission needs. */
export type EventEndpoint = Pick<Webhook, "id" | "enabled" | "revision" | "health">;

/** The event of an accepted submission, for a row of `deliveries`. */
export type PlannedEvent = {
  id: string;
  webhookId: string;
  revision: string;
  /** The event's ID. */
  dedupeKey: string;
  /** Its endpoint is suspended: stored as failed, to be retried by a person. */
  isSuspended: boolean;
  body: string;
};

/** The columns that every new event of a webhook has. */
export function eventOf(ctx: Context, webhook: { id: string; revision: string }) {
  return {
    workspaceId: ctx.workspaceId,
    channel: "webhook",
    webhookId: webhook.id,
    revision: webhook.revision,
    concurrencyKey: webhook.id,
    createdAt: ctx.now,
  };
}

const SUSPENDED = { status: "failed", failureReason: "endpoint_suspended" };

/**
 * The event of an accepted submission, or null. Not for spam. For a suspended endpoint it is stored
 * as failed, to be retried by a person. Pure except for new IDs.
 */
export function planWebhookEvent(
  webhook: EventEndpoint | null,
  submission: AcceptedSubmission,
): PlannedEvent | null {
  if (!webhook?.enabled) return null;
  const dedupeKey = newId();
  return {
    id: newId(),
    webhookId: webhook.id,
    revision: webhook.revision,
    dedupeKey,
    isSuspended: webhook.health === "suspended",
    body: makeSubmissionEvent(dedupeKey, submission),
  };
}

/** The delivery of a stored submission's event, due when `due` says. Null without an enabled webhook. */
export function newEvent(
  ctx: Context,
  webhook: WebhookRow | null,
  submission: AcceptedSubmission,
  due: Awaited<ReturnType<typeof dueNow>>,
) {
  const event = webhook && planWebhookEvent(toWebhook(webhook), submission);
  if (!event) return null;
  const { isSuspended, ...planned } = event;
  return {
    ...eventOf(ctx, webhook),
    ...planned,
    ...(isSuspended ? SUSPENDED : due),
    kind: "submission.created",
    submissionId: submission.id,
  };
}

/** `suspended`: stored as failed, to be retried by a person. */
export type Emission = "none" | "queued" | "suspended";

/** Emits the event of a submission that was accepted earlier. The caller holds the webhook's row. */
export async function emitEvent(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  submission: AcceptedSubmission,
): Promise<Emission> {
  const data = newEvent(ctx, webhook, submission, await dueNow(tx, ctx));
  if (!data) return "none";
  await tx.delivery.create({ data });
  return data.status === "failed" ? "suspended" : "queued";
}

/** Queues a cancelled event again, with the same ID, bytes, and number of attempts. */
export async function resumeEvent(
  tx: Db,
  ctx: Context,
  webhook: WebhookRow,
  deliveryId: string,
): Promise<Emission> {
  const isSuspended = webhook.health === "suspended";
  await tx.delivery.update({
    where: byId(ctx, deliveryId),
    data: isSuspended
      ? SUSPENDED
      : { ...(await dueNow(tx, ctx)), failureReason: null, seriesTrigger: "automatic" },
  });
  return isSuspended ? "suspended" : "queued";
}
