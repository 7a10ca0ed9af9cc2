import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields";
import { db } from "#lib/db/database";
import type { InboxMessage } from "#lib/submissions/inbox-schema";
import { requireFullSubmission, toSubmission } from "#lib/submissions/store";
import { listSubmissionEvents } from "#lib/webhooks/list-submission-events";

/** All that is known of a message, its webhook events included. @throws {AppError} not_found */
export async function getInboxMessage(ctx: Context, submissionId: string): Promise<InboxMessage> {
  const row = await requireFullSubmission(db(), ctx, submissionId);
  const { fields: _, ...message } = toSubmission(row, ctx.now);
  return {
    message,
    fields: FieldPairs.parse(row.fields),
    events: await listSubmissionEvents(ctx, row.formId, row.id),
    asOf: ctx.now.getTime(),
  };
}
