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
  type SubmissionSummary,
} from "#lib/submissions/schema";

/** A row of `submissions s JOIN forms f` as lists read it. */
export type ItemRow = {
  id: string;
  form_id: string;
  form_name: string;
  folder: string;
  is_read: boolean;
  received_at: Date;
  name: string | null;
  email: string | null;
  preview: string;
  attachment_count: number;
  spam_reason: string | null;
};

export const ITEM_COLUMNS = Prisma.sql`s.id, s.form_id, f.name AS form_name, s.folder, s.is_read,
  s.received_at, s.name, s.email, s.preview, s.attachment_count, s.spam_reason`;

export function toInboxItem(row: ItemRow): InboxItem {
  return {
    id: row.id,
    formId: row.form_id,
    formName: row.form_name,
    folder: Folder.parse(row.folder),
    read: row.is_read,
    receivedAt: row.received_at.getTime(),
    name: row.name,
    email: row.email,
    preview: row.preview,
    attachmentCount: row.attachment_count,
    spamReason: SubmissionFields.shape.spamReason.parse(row.spam_reason),
  };
}

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

/** One page of messages, newest first. A form that is unknown or foreign gives an empty page. */
export async function listSubmissions(
  ctx: Context,
  query: ListSubmissionsQuery,
): Promise<Page<SubmissionSummary>> {
  const { data, nextCursor } = await listInbox(ctx, query);
  return { data: data.map(({ spamReason: _, ...summary }) => summary), nextCursor };
}

/** More in one look than anybody reads one by one. */
const MAX_TOLD = 50;
/** A message may be seen a moment after one that was received later: looks overlap by as much. */
const OVERLAP_MS = 5_000;

/**
 * What the workspace received since the last look, newest first, and which of it belongs into the
 * list that asks: one read along an index, whatever the number of messages.
 */
export async function listArrivals(ctx: Context, query: ListArrivalsQuery): Promise<Arrivals> {
  const since = new Date(query.since.getTime() - OVERLAP_MS);
  const range = { before: NEWEST, from: { at: since, id: OLDEST.id } };
  const newest = newestSql(ctx, { folder: "all" }, range, MAX_TOLD + 1, isVisibleSql(ctx));
  const rows = await queryPrepared<ItemRow & { is_match: boolean }>(
    pool(),
    Prisma.sql`
      SELECT ${ITEM_COLUMNS}, ${matchSql(query)} AS is_match
      FROM (${newest}) s JOIN forms f ON f.id = s.form_id
      ORDER BY s.received_at DESC, s.id DESC`,
  );
  return {
    data: rows.slice(0, MAX_TOLD).map((row) => ({ ...toInboxItem(row), isMatch: row.is_match })),
    isCut: rows.length > MAX_TOLD,
    asOf: ctx.now.getTime(),
  };
}
