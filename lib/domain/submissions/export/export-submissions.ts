import { db, pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import {
  decodeCursor,
  encodeCursor,
  justNewer,
  NEWEST,
  newerPart,
  olderPart,
  type Position,
  type PositionRange,
  WHOLE_LIST,
} from "#lib/core/cursor";
import { dayBefore, startOfDay } from "#lib/core/dates";
import { AppError } from "#lib/core/errors";
import { idsOf } from "#lib/core/ids";
import { streamText } from "#lib/core/streams";
import { recordAudit } from "#lib/domain/audit/record-audit";
import {
  fieldColumns,
  JSON_COLUMNS,
  planFields,
  writeCsv,
} from "#lib/domain/submissions/export/export-csv";
import type {
  ExportQuery,
  ExportSelectedInput,
  ExportSlice,
} from "#lib/domain/submissions/export/export-schema";
import { byIdsSql, rangeOf, visibleSql } from "#lib/domain/submissions/inbox/filter-sql";
import type { InboxFilter } from "#lib/domain/submissions/inbox/inbox-schema";
import { listPage } from "#lib/domain/submissions/inbox/list-page";
import type { ExportSubmissionsQuery } from "#lib/domain/submissions/schema";

const MAX_EXPORTED = 1_000;

/**
 * Exports matching submissions, newest first, as CSV in UTF-8 with a byte order mark. The selection is made and
 * recorded in the audit log before this returns; rows are read in small batches as the stream is read, without those
 * deleted since.
 *
 * @param query - `newest` and `oldest` select a slice from {@link planExport}; `fields` are its columns
 * @throws {AppError} export_too_large when more than 1,000 submissions match
 */
export async function exportSubmissions(
  ctx: Context,
  query: ExportQuery & Partial<ExportSubmissionsQuery>,
): Promise<ReadableStream<Uint8Array>> {
  const found = await listPage<{ id: string }>(ctx, query, {
    range: sliceOf(rangeOf(query), query),
    limit: MAX_EXPORTED + 1,
    select: Prisma.sql`s.id`,
    columns: { id: "uuid" },
  });
  if (found.length > MAX_EXPORTED)
    throw new AppError(
      "export_too_large",
      "More than 1,000 messages match. Narrow the dates, or filter by form, folder, or search text.",
    );
  const { folder, formId } = query;
  return startExport(ctx, found, query, { folder, ...(formId ? { formId } : {}) });
}

function sliceOf(range: PositionRange, { newest, oldest }: ExportQuery): PositionRange {
  const older = newest ? olderPart(range, justNewer(decodeCursor(newest))) : range;
  return oldest ? newerPart(older, decodeCursor(oldest)) : older;
}

/** Like {@link exportSubmissions}, for selected submissions. Those that no longer exist are left out. */
export async function exportSelected(
  ctx: Context,
  { ids, ...layout }: ExportSelectedInput,
): Promise<ReadableStream<Uint8Array>> {
  const found = await queryRows<{ id: string }>(pool(), { id: "uuid" })`
    SELECT s.id FROM ${byIdsSql(ctx, [...new Set(ids)])}
    JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE ${visibleSql(ctx)}
    ORDER BY s.received_at DESC, s.id DESC`;
  return startExport(ctx, found, layout, { scope: "selection" });
}

async function startExport(
  ctx: Context,
  found: readonly { id: string }[],
  layout: Pick<ExportQuery, "columns" | "fields" | "timeZone">,
  what: Record<string, string>,
): Promise<ReadableStream<Uint8Array>> {
  const ids = idsOf(found);
  const columns = layout.columns === "fields" ? await fieldColumns(ctx, ids, layout) : JSON_COLUMNS;
  await recordAudit(db(), ctx, {
    action: "submissions.exported",
    details: { messages: ids.length, ...what },
  });
  return streamText(writeCsv(ctx, ids, columns));
}

/**
 * The maximum number of submissions planned for a slice. It leaves room for submissions that are moved into
 * the slice before it's downloaded.
 */
const MAX_PLANNED = 950;
/** The maximum number of files of one export: a person downloads each by hand. */
const MAX_SLICES = 100;

export type ExportPlan = Awaited<ReturnType<typeof planExport>>;

/**
 * Splits an export into files: one if everything fits, otherwise slices of whole days in the filter's
 * time zone, newest first. A day with too many submissions is split further. Submissions after `now`
 * and beyond 100 slices are left out.
 */
export async function planExport(ctx: Context, filter: InboxFilter) {
  const slices: ExportSlice[] = [];
  let fields: string[] | null = null;
  let range = { ...WHOLE_LIST, before: justNewer({ at: ctx.now, id: NEWEST.id }) };
  let isCut = true;
  while (isCut && slices.length < MAX_SLICES) {
    const found = await listPage<Position>(ctx, filter, {
      range,
      limit: MAX_EXPORTED + 1,
      select: Prisma.sql`s.received_at AS at, s.id`,
      columns: { at: "timestamptz", id: "uuid" },
    });
    isCut = found.length > (slices.length === 0 ? MAX_EXPORTED : MAX_PLANNED);
    const part = isCut ? firstDays(found, filter.timeZone) : found;
    const [newest] = part;
    const oldest = part.at(-1);
    if (!newest || !oldest) break;
    if (isCut) fields ??= await planFields(ctx, idsOf(found));
    slices.push({
      newest: encodeCursor(newest),
      oldest: encodeCursor(oldest),
      count: part.length,
    });
    range = olderPart(range, oldest);
  }
  const total = slices.reduce((sum, { count }) => sum + count, 0);
  /** `isCut`: whether more match. `fields`: those that have columns in every slice; null for a single one. */
  return { total, isCut, slices, fields };
}

/** Returns the whole days that fit into a slice, or as much as fits of the first day. */
function firstDays(found: readonly Position[], timeZone: string | undefined): readonly Position[] {
  const next = found[MAX_PLANNED];
  if (!next) return found;
  const day = dayBefore(next.at.getTime(), 0, timeZone);
  const end = startOfDay(day, timeZone, { isNext: true });
  const fitting = found.findIndex(({ at }) => at < end);
  return found.slice(0, fitting > 0 ? fitting : MAX_PLANNED);
}
