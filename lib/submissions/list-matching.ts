import type { Context } from "#lib/core/context";
import type { InboxItem } from "#lib/submissions/inbox-schema";
import { listNewest, rangeAfter } from "#lib/submissions/list-newest";
import { ITEM_COLUMNS, type ItemRow, toInboxItem } from "#lib/submissions/list-submissions";
import type { SubmissionFilter } from "#lib/submissions/schema";

/** How many messages can be selected at once; changing that many takes about a second. */
const MAX_CHOSEN = 1_000;

/** What the inbox needs to apply a change optimistically and to undo it. */
export type ChosenMessage = Pick<
  InboxItem,
  "id" | "formId" | "folder" | "read" | "spamReason" | "attachmentCount"
>;

/** The newest matching messages, for "select all"; at most 1,000. */
export async function listMatching(
  ctx: Context,
  filter: SubmissionFilter,
): Promise<{ chosen: ChosenMessage[]; isCut: boolean; asOf: number }> {
  const rows = await listNewest<ItemRow>(ctx, filter, {
    range: rangeAfter(null),
    limit: MAX_CHOSEN + 1,
    columns: ITEM_COLUMNS,
  });
  return {
    chosen: rows.slice(0, MAX_CHOSEN).map(toInboxItem).map(toChosen),
    isCut: rows.length > MAX_CHOSEN,
    asOf: ctx.now.getTime(),
  };
}

function toChosen(item: InboxItem): ChosenMessage {
  const { id, formId, folder, read, spamReason, attachmentCount } = item;
  return { id, formId, folder, read, spamReason, attachmentCount };
}
