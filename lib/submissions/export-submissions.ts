import { recordAudit } from "#lib/audit/record-audit";
import type { Context } from "#lib/core/context";
import { decodeCursor, justNewer, type PositionRange, WHOLE_LIST } from "#lib/core/cursor";
import { AppError } from "#lib/core/errors";
import { FieldPairs, toFieldObject } from "#lib/core/fields";
import { BYTE_ORDER_MARK, toCsvRow } from "#lib/core/quote";
import { streamText } from "#lib/core/streams";
import { db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { byIdsSql } from "#lib/submissions/filter-sql";
import type { ExportQuery } from "#lib/submissions/inbox-schema";
import { listFirst } from "#lib/submissions/list-first";

export const MAX_EXPORTED = 1_000;
/** Submissions in memory at once; one may contain 4 MiB of text. */
const ROWS_PER_CHUNK = 20;

const COLUMNS = ["id", "received_at", "form", "folder", "name", "email", "fields_json"];

type Row = {
  id: string;
  received_at: Date;
  form_name: string;
  folder: string;
  name: string | null;
  email: string | null;
  fields: unknown;
};

function toCsv(row: Row): string {
  return toCsvRow([
    row.id,
    row.received_at.toISOString(),
    row.form_name,
    row.folder,
    row.name ?? "",
    row.email ?? "",
    JSON.stringify(toFieldObject(FieldPairs.parse(row.fields))),
  ]);
}

/**
 * Matching submissions, newest first, as CSV in UTF-8 with a byte order mark. The selection is made
 * before this returns, and the audit log has it then; rows are read in small batches as the stream is read, without those deleted
 * meanwhile.
 *
 * @param query - `newest` and `oldest` select a slice from {@link planExport}
 * @throws {AppError} export_too_large when more than 1,000 submissions match
 */
export async function exportSubmissions(
  ctx: Context,
  query: ExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const found = await listFirst<{ id: string }>(ctx, query, {
    range: sliceOf(query),
    limit: MAX_EXPORTED + 1,
    columns: Prisma.sql`s.id`,
  });
  if (found.length > MAX_EXPORTED)
    throw new AppError(
      "export_too_large",
      "More than 1,000 messages match. Filter by form, folder, or search text.",
    );
  const ids = found.map(({ id }) => id);
  const { folder, formId } = query;
  await recordAudit(db(), ctx, {
    action: "submissions.exported",
    details: { messages: ids.length, folder, ...(formId ? { formId } : {}) },
  });
  return streamText(writeCsv(ctx, ids));
}

function sliceOf({ newest, oldest }: ExportQuery): PositionRange {
  return {
    ...WHOLE_LIST,
    ...(newest ? { before: justNewer(decodeCursor(newest)) } : {}),
    ...(oldest ? { from: decodeCursor(oldest) } : {}),
  };
}

async function* writeCsv(ctx: Context, ids: readonly string[]): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
  for (let start = 0; start < ids.length; start += ROWS_PER_CHUNK) {
    const rows = await readRows(ctx, ids.slice(start, start + ROWS_PER_CHUNK));
    yield rows.map(toCsv).join("");
  }
}

function readRows(ctx: Context, ids: readonly string[]): Promise<Row[]> {
  return db().$queryRaw<Row[]>`
    SELECT s.id, s.received_at, f.name AS form_name, s.folder, s.name, s.email, s.fields
    FROM ${byIdsSql(ctx, ids)}
    JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE f.deleted_at IS NULL
    ORDER BY s.received_at DESC, s.id DESC`;
}
