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
import { REPLY_NAMES } from "#lib/core/fields/control-fields";
import { FieldPairs, findReplyTo } from "#lib/core/fields/fields";
import { findBlockedSender } from "#lib/domain/forms/spam/rules";
import {
  REPLY_FIELDS,
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
import {
  type Arrivals,
  type InboxFilter,
  type InboxItem,
  type InboxPage,
  type ListArrivalsQuery,
  type ListInboxQuery,
  MAX_CHANGED_AT_ONCE,
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
type ItemRow = Omit<
  InboxItem,
  "folder" | "receivedAt" | "spamReason" | "replyAddress" | "hasFailed"
> & {
  folder: string;
  receivedAt: Date;
  spamReason: string | null;
};

/** An {@link ItemRow} read with {@link SELECT_INBOX}. */
type InboxRow = ItemRow & SenderRow & Pick<InboxItem, "hasFailed">;

const SELECT_ITEM = Prisma.sql`s.id, s.form_id AS "formId", f.name AS "formName", s.folder,
  s.is_read AS "read", s.received_at AS "receivedAt", s.name, s.email, s.preview,
  s.attachment_count AS "attachmentCount", s.spam_reason AS "spamReason",
  s.spam_match AS "spamMatch"`;
const SELECT_INBOX = Prisma.sql`${SELECT_ITEM}, ${REPLY_FIELDS}, ${HAS_FAILED} AS "hasFailed"`;

const ITEM_COLUMNS: Columns<ItemRow> = {
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
  spamReason: "text",
  spamMatch: "text",
};
const INBOX_COLUMNS: Columns<InboxRow> = { ...ITEM_COLUMNS, ...SENDER_COLUMNS, hasFailed: "bool" };

function toInboxItem<Row extends InboxRow>({ replyFields, ...row }: Row) {
  return { ...toItem(row), ...toSender({ ...row, replyFields }) };
}

function toItem<Row extends ItemRow>(row: Row) {
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

/** The state that the inbox needs to apply a change optimistically and to undo it. */
export type SelectedMessage = Pick<
  InboxItem,
  "id" | "formId" | "folder" | "read" | "spamReason" | "spamMatch" | "attachmentCount"
>;

/** The newest matching messages, for "select all"; at most MAX_CHANGED_AT_ONCE. */
export async function listMatching(
  ctx: Context,
  filter: InboxFilter,
): Promise<{ selected: SelectedMessage[]; isCut: boolean; asOf: number }> {
  const rows = await listPage(ctx, filter, {
    range: WHOLE_LIST,
    limit: MAX_CHANGED_AT_ONCE + 1,
    select: SELECT_ITEM,
    columns: ITEM_COLUMNS,
  });
  return {
    selected: rows.slice(0, MAX_CHANGED_AT_ONCE).map(toItem).map(toSelected),
    isCut: rows.length > MAX_CHANGED_AT_ONCE,
    asOf: ctx.now.getTime(),
  };
}

function toSelected(item: SelectedMessage): SelectedMessage {
  const { id, formId, folder, read, spamReason, spamMatch, attachmentCount } = item;
  return { id, formId, folder, read, spamReason, spamMatch, attachmentCount };
}

/** The fields that can hold the sender's address; null if there are none. */
const SENDER_FIELDS = Prisma.sql`(SELECT json_agg(pair) FROM json_array_elements(s.fields) AS pair
  WHERE lower(pair ->> 0) = ANY(${["email", ...REPLY_NAMES]})) AS "senderFields"`;

/**
 * Messages in the inbox that an entry of the block list would have caught. Of the messages that contain
 * the address or domain, it looks at the newest MAX_CHANGED_AT_ONCE.
 *
 * @param entry - parsed by `BlockedSenderInput`
 */
export async function listFromSender(
  ctx: Context,
  entry: string,
): Promise<{ selected: SelectedMessage[]; isCut: boolean }> {
  const rows = await listPage<ItemRow & { senderFields: unknown }>(
    ctx,
    { folder: "inbox", search: entry.replace(/^@/, "") },
    {
      range: WHOLE_LIST,
      limit: MAX_CHANGED_AT_ONCE + 1,
      select: Prisma.sql`${SELECT_ITEM}, ${SENDER_FIELDS}`,
      columns: { ...ITEM_COLUMNS, senderFields: "json" },
    },
  );
  const blocked = new Set([entry]);
  const isFromSender = ({ senderFields }: { senderFields: unknown }) =>
    findBlockedSender(blocked, findReplyTo(FieldPairs.parse(senderFields ?? []))) !== null;
  const selected = rows
    .slice(0, MAX_CHANGED_AT_ONCE)
    .filter(isFromSender)
    .map(({ senderFields: _, ...row }) => toSelected(toItem(row)));
  return { selected, isCut: rows.length > MAX_CHANGED_AT_ONCE };
}
