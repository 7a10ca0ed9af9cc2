import type { Context } from "#lib/core/context";
import { decodeCursor, toPage } from "#lib/core/cursor";
import { db } from "#lib/db/database";
import { filterSql } from "#lib/submissions/filter-sql";
import type { InboxPage } from "#lib/submissions/inbox-schema";
import { ITEM_COLUMNS, type ItemRow, toInboxItem } from "#lib/submissions/item-rows";
import type { ListSubmissionsQuery } from "#lib/submissions/schema";

/**
 * One page of messages as the dashboard lists them, newest first. A form that is unknown or foreign
 * gives an empty page.
 */
export async function listInbox(ctx: Context, query: ListSubmissionsQuery): Promise<InboxPage> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await db().$queryRaw<ItemRow[]>`
    SELECT ${ITEM_COLUMNS}
    FROM submissions s JOIN forms f ON f.id = s.form_id
    WHERE ${filterSql(ctx, query, after)}
    ORDER BY s.received_at DESC, s.id DESC
    LIMIT ${query.limit + 1}`;
  const position = (row: ItemRow) => ({ at: row.received_at, id: row.id });
  return { ...toPage(rows, query.limit, position, toInboxItem), asOf: ctx.now.getTime() };
}
