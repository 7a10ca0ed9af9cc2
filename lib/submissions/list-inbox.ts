import type { Context } from "#lib/core/context";
import { decodeCursor, toPage } from "#lib/core/cursor";
import type { InboxPage } from "#lib/submissions/inbox-schema";
import { ITEM_COLUMNS, type ItemRow, toInboxItem } from "#lib/submissions/item-rows";
import { listNewest, rangeAfter } from "#lib/submissions/list-newest";
import type { ListSubmissionsQuery } from "#lib/submissions/schema";

/**
 * One page of messages as the dashboard lists them, newest first. A form that is unknown or foreign
 * gives an empty page.
 */
export async function listInbox(ctx: Context, query: ListSubmissionsQuery): Promise<InboxPage> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await listNewest<ItemRow>(ctx, query, {
    range: rangeAfter(after),
    limit: query.limit + 1,
    columns: ITEM_COLUMNS,
  });
  const position = (row: ItemRow) => ({ at: row.received_at, id: row.id });
  return { ...toPage(rows, query.limit, position, toInboxItem), asOf: ctx.now.getTime() };
}
