import type { Context } from "#lib/core/context";
import type { Page } from "#lib/core/cursor";
import { listInbox } from "#lib/submissions/list-inbox";
import type { ListSubmissionsQuery, SubmissionSummary } from "#lib/submissions/schema";

/** One page of messages, newest first. A form that is unknown or foreign gives an empty page. */
export async function listSubmissions(
  ctx: Context,
  query: ListSubmissionsQuery,
): Promise<Page<SubmissionSummary>> {
  const { data, nextCursor } = await listInbox(ctx, query);
  return { data: data.map(({ spamReason: _, ...summary }) => summary), nextCursor };
}
