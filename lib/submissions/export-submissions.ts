import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import {
  decodeCursor,
  justNewer,
  newerPart,
  olderPart,
  type PositionRange,
} from "#lib/core/cursor";
import { AppError } from "#lib/core/errors";
import { streamText } from "#lib/core/streams";
import { db, pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { queryRows } from "#lib/db/query-rows";
import {
  type CsvColumns,
  fieldColumns,
  JSON_COLUMNS,
  plannedColumns,
  writeCsv,
} from "#lib/submissions/export-csv";
import { byIdsSql, rangeOf, visibleSql } from "#lib/submissions/filter-sql";
import type { ExportQuery, ExportSelectedInput } from "#lib/submissions/inbox-schema";
import { listPage } from "#lib/submissions/list-page";
import type { ExportSubmissionsQuery } from "#lib/submissions/schema";

export const MAX_EXPORTED = 1_000;

/**
 * Matching submissions, newest first, as CSV in UTF-8 with a byte order mark. The selection is made
 * before this returns, and the audit log has it then; rows are read in small batches as the stream is read, without those deleted
 * since.
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
      "More than 1,000 messages match. Filter by form, folder, or search text.",
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

type Layout = Pick<ExportQuery, "columns" | "fields">;

async function columnsFor(
  ctx: Context,
  ids: readonly string[],
  { columns, fields }: Layout,
): Promise<CsvColumns> {
  if (columns !== "fields") return JSON_COLUMNS;
  return fields ? plannedColumns(ctx, ids, fields) : fieldColumns(ctx, ids);
}

async function startExport(
  ctx: Context,
  found: readonly { id: string }[],
  layout: Layout,
  what: Record<string, string>,
): Promise<ReadableStream<Uint8Array>> {
  const ids = found.map(({ id }) => id);
  const columns = await columnsFor(ctx, ids, layout);
  await recordAudit(db(), ctx, {
    action: "submissions.exported",
    details: { messages: ids.length, ...what },
  });
  return streamText(writeCsv(ctx, ids, columns));
}
