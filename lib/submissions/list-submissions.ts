import type { Context } from "#lib/core/context";
import { decodeCursor, NEWEST, OLDEST, type Page, toPage } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { queryPrepared } from "#lib/db/query-prepared";
import { isVisibleSql, matchSql, newestSql } from "#lib/submissions/filter-sql";
import type {
  Arrivals,
  InboxItem,
  InboxPage,
  ListArrivalsQuery,
} from "#lib/submissions/inbox-schema";
import { listNewest, rangeAfter } from "#lib/submissions/list-newest";
import {
  Folder,
  type ListSubmissionsQuery,
  SubmissionFields,
  type SubmissionFilter,
  type SubmissionSummary,
} from "#lib/submissions/schema";

/** A row of `submissions s JOIN forms f`, read with {@link ITEM_COLUMNS}. */
type ItemRow = Omit<InboxItem, "folder" | "receivedAt" | "spamReason"> & {
  folder: string;
  receivedAt: Date;
  spamReason: string | null;
};

const ITEM_COLUMNS = Prisma.sql`s.id, s.form_id AS "formId", f.name AS "formName", s.folder,
  s.is_read AS "read", s.received_at AS "receivedAt", s.name, s.email, s.preview,
  s.attachment_count AS "attachmentCount", s.spam_reason AS "spamReason"`;

function toInboxItem<Row extends ItemRow>(row: Row) {
  return {
    ...row,
    folder: Folder.parse(row.folder),
    receivedAt: row.receivedAt.getTime(),
    spamReason: SubmissionFields.shape.spamReason.parse(row.spamReason),
  };
}

/**
 * One page of submissions for the dashboard, newest first. An unknown or foreign form gives an empty
 * page.
 */
export async function listInbox(ctx: Context, query: ListSubmissionsQuery): Promise<InboxPage> {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const rows = await listNewest<ItemRow>(ctx, query, {
    range: rangeAfter(after),
    limit: query.limit + 1,
    columns: ITEM_COLUMNS,
  });
  const position = (row: ItemRow) => ({ at: row.receivedAt, id: row.id });
  return { ...toPage(rows, query.limit, position, toInboxItem), asOf: ctx.now.getTime() };
}

/** One page of submissions, newest first. An unknown or foreign form gives an empty page. */
export async function listSubmissions(
  ctx: Context,
  query: ListSubmissionsQuery,
): Promise<Page<SubmissionSummary>> {
  const { data, nextCursor } = await listInbox(ctx, query);
  return { data: data.map(({ spamReason: _, ...summary }) => summary), nextCursor };
}

const MAX_ARRIVALS = 50;
/** A submission may become visible shortly after a later one, so polls overlap. */
const OVERLAP_MS = 5_000;

/**
 * What the workspace received since the last poll, newest first, and which of it matches the list's
 * filter. One index scan, however many submissions there are.
 */
export async function listArrivals(ctx: Context, query: ListArrivalsQuery): Promise<Arrivals> {
  const since = new Date(query.since.getTime() - OVERLAP_MS);
  const range = { before: NEWEST, from: { at: since, id: OLDEST.id } };
  const newest = newestSql(ctx, { folder: "all" }, range, MAX_ARRIVALS + 1, isVisibleSql(ctx));
  const rows = await queryPrepared<ItemRow & { isMatch: boolean }>(
    pool(),
    Prisma.sql`
      SELECT ${ITEM_COLUMNS}, ${matchSql(query)} AS "isMatch"
      FROM (${newest}) s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      ORDER BY s.received_at DESC, s.id DESC`,
  );
  return {
    data: rows.slice(0, MAX_ARRIVALS).map(toInboxItem),
    isCut: rows.length > MAX_ARRIVALS,
    asOf: ctx.now.getTime(),
  };
}

/** How many messages can be selected at once; changing that many takes about a second. */
const MAX_SELECTED = 1_000;

/** What the inbox needs to apply a change optimistically and to undo it. */
export type SelectedMessage = Pick<
  InboxItem,
  "id" | "formId" | "folder" | "read" | "spamReason" | "attachmentCount"
>;

/** The newest matching messages, for "select all"; at most 1,000. */
export async function listMatching(
  ctx: Context,
  filter: SubmissionFilter,
): Promise<{ selected: SelectedMessage[]; isCut: boolean; asOf: number }> {
  const rows = await listNewest<ItemRow>(ctx, filter, {
    range: rangeAfter(null),
    limit: MAX_SELECTED + 1,
    columns: ITEM_COLUMNS,
  });
  return {
    selected: rows.slice(0, MAX_SELECTED).map(toInboxItem).map(toSelected),
    isCut: rows.length > MAX_SELECTED,
    asOf: ctx.now.getTime(),
  };
}

function toSelected(item: InboxItem): SelectedMessage {
  const { id, formId, folder, read, spamReason, attachmentCount } = item;
  return { id, formId, folder, read, spamReason, attachmentCount };
}
