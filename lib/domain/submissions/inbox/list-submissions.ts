import { pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import {
  encodeCursor,
  OLDEST,
  olderPart,
  type Page,
  type Position,
  toPage,
  WHOLE_LIST,
} from "#lib/core/cursor";
import {
  NAMELESS_FIELDS,
  SENDER_COLUMNS,
  type SenderRow,
  toSender,
} from "#lib/domain/forms/spam/sender-sql";
import {
  HAS_FAILED,
  isVisibleSql,
  matchSql,
  pageSql,
  rangeOf,
} from "#lib/domain/submissions/inbox/filter-sql";
import type {
  Arrivals,
  InboxItem,
  InboxPage,
  ListArrivalsQuery,
  ListInboxQuery,
} from "#lib/domain/submissions/inbox/inbox-schema";
import { listPage } from "#lib/domain/submissions/inbox/list-page";
import { matchOf } from "#lib/domain/submissions/rules";
import {
  type ListSubmissionsQuery,
  SubmissionFields,
  type SubmissionSummary,
  WAITING,
} from "#lib/domain/submissions/schema";
import { orderSql } from "#lib/domain/submissions/search/search-submissions";
import { toFolder } from "#lib/domain/submissions/store";

/** A row of `submissions s JOIN forms f`, read with {@link SELECT_ITEM}. */
export type ItemRow = Omit<
  InboxItem,
  "folder" | "receivedAt" | "spamReason" | "phone" | "hasFailed"
> & {
  folder: string;
  receivedAt: Date;
  spamReason: string | null;
};

/** An {@link ItemRow} read with {@link SELECT_INBOX}. */
type InboxRow = ItemRow & SenderRow & Pick<InboxItem, "hasFailed">;

export const SELECT_ITEM = Prisma.sql`s.id, s.form_id AS "formId", f.name AS "formName", s.folder,
  s.is_read AS "read", s.received_at AS "receivedAt", s.name, s.email, s.preview,
  s.attachment_count AS "attachmentCount", s.is_suspected AS suspected, s.spam_reason AS "spamReason",
  s.spam_match AS "spamMatch"`;
const SELECT_INBOX = Prisma.sql`${SELECT_ITEM}, ${NAMELESS_FIELDS}, ${HAS_FAILED} AS "hasFailed"`;

export const ITEM_COLUMNS: Columns<ItemRow> = {
  id: "uuid",
  formId: "uuid",
  formName: "text",
  folder: "text",
  read: "bool",
  receivedAt: "timestamptz",
  name: "text",
  email: "text",
  preview: "text",
  attachmentCount: "int4",
  suspected: "bool",
  spamReason: "text",
  spamMatch: "text",
};
const INBOX_COLUMNS: Columns<InboxRow> = { ...ITEM_COLUMNS, ...SENDER_COLUMNS, hasFailed: "bool" };

function toInboxItem<Row extends InboxRow>({ shortFields, ...row }: Row) {
  return { ...toItem(row), ...toSender({ ...row, shortFields }) };
}

export function toItem<Row extends ItemRow>(row: Row) {
  const spamReason = SubmissionFields.shape.spamReason.parse(row.spamReason);
  return {
    ...row,
    folder: toFolder(row.folder),
    receivedAt: row.receivedAt.getTime(),
    spamReason,
    spamMatch: matchOf(spamReason, row.spamMatch),
  };
}

/**
 * One page of submissions for the dashboard, newest first. An unknown or foreign form gives an empty
 * page.
 */
export async function listInbox(ctx: Context, query: ListInboxQuery): Promise<InboxPage> {
  const rows = await listPage(ctx, query, {
    range: rangeOf(query),
    limit: query.limit + 1,
    select: SELECT_INBOX,
    columns: INBOX_COLUMNS,
  });
  return { ...toPage(rows, query.limit, toPosition, toInboxItem), asOf: ctx.now.getTime() };
}

/** A form's newest submissions that wait for their visitors' confirmation, for the dashboard. */
export async function listWaiting(ctx: Context, formId: string, limit: number) {
  const filter = { folder: WAITING, formId } as const;
  const reading = { range: WHOLE_LIST, limit, select: SELECT_INBOX, columns: INBOX_COLUMNS };
  return (await listPage(ctx, filter, reading)).map(toInboxItem);
}

function toPosition({ receivedAt, id }: ItemRow) {
  return { at: receivedAt, id };
}

/** One page of submissions for the API, without what `include` adds. An unknown or foreign form gives an empty page. */
export async function listSubmissions(
  ctx: Context,
  query: ListSubmissionsQuery,
): Promise<Page<SubmissionSummary>> {
  const isAscending = query.order === "asc";
  const folder = query.waiting === "true" ? WAITING : query.folder;
  const range = isAscending ? olderPart(rangeOf(query), await settledEnd()) : rangeOf(query);
  const rows = await listPage(
    ctx,
    { ...query, folder },
    {
      range,
      limit: query.limit + 1,
      select: SELECT_ITEM,
      columns: ITEM_COLUMNS,
    },
  );
  const page = toPage(rows, query.limit, toPosition, toSummary);
  if (!isAscending) return page;
  const last = rows.slice(0, query.limit).at(-1);
  return { ...page, resumeCursor: last ? encodeCursor(toPosition(last)) : (query.cursor ?? null) };
}

/**
 * The end of an ascending list for now: every submission before this is visible, so none can appear before
 * what a poller has read.
 */
async function settledEnd(): Promise<Position> {
  const rows = await queryPrepared<{ at: Date }>(pool(), Prisma.sql`SELECT settled_until() AS at`, {
    at: "timestamptz",
  });
  return { at: rows[0]?.at ?? OLDEST.at, id: OLDEST.id };
}

function toSummary(row: ItemRow): SubmissionSummary {
  const { spamReason: _, spamMatch: __, ...summary } = toItem(row);
  return summary;
}

const MAX_ARRIVALS = 50;
/** A submission may become visible shortly after a later one, so polls overlap. */
const OVERLAP_MS = 5_000;

/**
 * Lists the submissions the workspace received since the last poll, newest first, and those that match the list's
 * filter. One index scan, however many submissions there are.
 */
export async function listArrivals(ctx: Context, query: ListArrivalsQuery): Promise<Arrivals> {
  const since = new Date(query.since - OVERLAP_MS);
  const range = { ...WHOLE_LIST, from: { at: since, id: OLDEST.id } };
  const newest = pageSql(ctx, { folder: "all" }, range, MAX_ARRIVALS + 1, {
    only: isVisibleSql(ctx),
  });
  const rows = await queryPrepared<InboxRow & { isMatch: boolean }>(
    pool(),
    Prisma.sql`
      SELECT ${SELECT_INBOX}, ${matchSql(query)} AS "isMatch"
      FROM (${newest}) s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
      ${orderSql(range)}`,
    { ...INBOX_COLUMNS, isMatch: "bool" },
  );
  return {
    data: rows.slice(0, MAX_ARRIVALS).map(toInboxItem),
    isCut: rows.length > MAX_ARRIVALS,
    asOf: ctx.now.getTime(),
  };
}
