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
import { personSql } from "#lib/domain/access/people";
import {
  NAMELESS_FIELDS,
  SENDER_COLUMNS,
  type SenderRow,
  toSender,
} from "#lib/domain/forms/spam/sender-sql";
import { HAS_FAILED, rangeOf } from "#lib/domain/submissions/inbox/filter-sql";
import type {
  InboxItem,
  InboxPage,
  ListInboxQuery,
} from "#lib/domain/submissions/inbox/inbox-schema";
import { listPage } from "#lib/domain/submissions/inbox/list-page";
import { currentMatchOf } from "#lib/domain/submissions/rules";
import {
  type ListSubmissionsQuery,
  SubmissionFields,
  type SubmissionSummary,
  WAITING,
} from "#lib/domain/submissions/schema";
import { toFolder } from "#lib/domain/submissions/store";

/** A row of `submissions s JOIN forms f`, read with {@link SELECT_ITEM}. */
export type ItemRow = Omit<
  InboxItem,
  "folder" | "receivedAt" | "answeredAt" | "spamReason" | "phone" | "hasFailed" | "hasNotes"
> & {
  folder: string;
  receivedAt: Date;
  answeredAt: Date | null;
  spamReason: string | null;
};

/** An {@link ItemRow} read with {@link SELECT_INBOX}. */
export type InboxRow = ItemRow & SenderRow & Pick<InboxItem, "hasFailed" | "hasNotes">;

export const SELECT_ITEM = Prisma.sql`s.id, s.form_id AS "formId", f.name AS "formName", s.folder,
  s.is_read AS "read", s.received_at AS "receivedAt", s.name, s.email, s.preview,
  s.attachment_count AS "attachmentCount", s.is_suspected AS suspected, s.spam_reason AS "spamReason",
  s.spam_match AS "spamMatch", s.answered_at AS "answeredAt",
  ${personSql(Prisma.sql`s.answered_by`)} AS "answeredBy", ${personSql(Prisma.sql`s.assignee_id`)} AS assignee`;
export const SELECT_INBOX = Prisma.sql`${SELECT_ITEM}, ${NAMELESS_FIELDS}, ${HAS_FAILED} AS "hasFailed",
  s.has_notes AS "hasNotes"`;

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
  answeredAt: "timestamptz",
  answeredBy: "json",
  assignee: "json",
};
export const INBOX_COLUMNS: Columns<InboxRow> = {
  ...ITEM_COLUMNS,
  ...SENDER_COLUMNS,
  hasFailed: "bool",
  hasNotes: "bool",
};

export function toInboxItem<Row extends InboxRow>({ shortFields, ...row }: Row) {
  return { ...toItem(row), ...toSender({ ...row, shortFields }) };
}

export function toItem<Row extends ItemRow>(row: Row) {
  const spamReason = SubmissionFields.shape.spamReason.parse(row.spamReason);
  return {
    ...row,
    folder: toFolder(row.folder),
    receivedAt: row.receivedAt.getTime(),
    answeredAt: row.answeredAt?.getTime() ?? null,
    spamReason,
    spamMatch: currentMatchOf(spamReason, row.spamMatch),
  };
}

/**
 * Lists one page of submissions for the dashboard, newest first. The page is empty for an unknown
 * form or one of another workspace.
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

/**
 * Lists one page of submissions for the API, without the content of `include`. The page is empty for an unknown form or
 * one of another workspace.
 */
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
 * Returns the current end of an ascending list: every submission before it is visible, so none can appear
 * before what a poller has read.
 */
async function settledEnd(): Promise<Position> {
  const rows = await queryPrepared<{ at: Date }>(
    pool(),
    {
      at: "timestamptz",
    },
    Prisma.sql`SELECT settled_until() AS at`,
  );
  return { at: rows[0]?.at ?? OLDEST.at, id: OLDEST.id };
}

function toSummary(row: ItemRow): SubmissionSummary {
  const { spamReason: _, spamMatch: __, ...summary } = toItem(row);
  return summary;
}
