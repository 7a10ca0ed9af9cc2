import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { parseOrderedJson } from "#lib/core/ordered-json";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import type { SubmissionCreatedEvent } from "#lib/webhooks/event-schema";
import {
  type AcceptedSubmission,
  makeSubmissionEvent,
  toEventSubmission,
  WITH_EVENT_DATA,
} from "#lib/webhooks/events";

const MAX_SAMPLES = 3;

/**
 * The newest messages of a form as events, for tools that show what they will get; outside spam, at most
 * three. Without any, one that is made up from the fields of the hosted form. An event has its submission's ID.
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
  const made: AcceptedSubmission = {
    id: newId(),
    formId,
    formName: form.name,
    receivedAt: ctx.now,
    fields: [
      ["name", "Ada Lovelace"],
      ["email", "ada@example.com"],
      ["message", "This is a sample message."],
    ],
    known: [],
    attachments: [],
  };
  const samples = rows.length > 0 ? rows.map(toEventSubmission) : [made];
  return samples.map((one) => parseEvent(makeSubmissionEvent(one.id, one)));
}

/** Keeps the order of the fields. The body was just made by {@link makeSubmissionEvent}. */
function parseEvent(body: string): SubmissionCreatedEvent {
  return parseOrderedJson(body) as SubmissionCreatedEvent;
}
