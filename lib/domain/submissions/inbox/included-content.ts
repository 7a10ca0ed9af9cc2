import { pool } from "#lib/adapters/db/database";
import { Prisma } from "#lib/adapters/db/generated/client";
import { type Columns, queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { FieldPairs, toFieldObject } from "#lib/core/fields/fields";
import { idsOf } from "#lib/core/ids";
import { byIdsSql, visibleSql } from "#lib/domain/submissions/inbox/filter-sql";
import {
  Attachment,
  type ListSubmissionsQuery,
  SubmissionFields,
  type SubmissionItem,
  type SubmissionSummary,
} from "#lib/domain/submissions/schema";

/** The maximum number of submissions in memory at a time; one may contain 256 KiB of text. */
const ROWS_PER_READ = 10;

/** Measures the text of these submissions, in bytes. */
export async function measureText(ctx: Context, ids: readonly string[]): Promise<number> {
  const [row] = await queryRows<{ bytes: number }>(pool(), { bytes: "float8" })`
    SELECT coalesce(sum(s.text_bytes), 0)::float8 AS bytes FROM ${byIdsSql(ctx, ids)}`;
  return row?.bytes ?? 0;
}

/**
 * Yields the submissions of a page with the content that `include` requests, a few in memory at a
 * time. Submissions deleted in the meantime are left out.
 */
export async function* includeContent(
  ctx: Context,
  summaries: readonly SubmissionSummary[],
  include: NonNullable<ListSubmissionsQuery["include"]>,
): AsyncGenerator<SubmissionItem, void> {
  const included = include.split(",");
  for (let start = 0; start < summaries.length; start += ROWS_PER_READ) {
    const part = summaries.slice(start, start + ROWS_PER_READ);
    const rows = await readContent(ctx, idsOf(part));
    for (const summary of part) {
      const row = rows.find(({ id }) => id === summary.id);
      if (row) yield { ...summary, ...toContent(row, included) };
    }
  }
}

/** Fields are {@link FieldPairs} as JSON: parsing all of a batch at once would take too long. */
type Content = { id: string; fields: string; context: unknown; attachments: unknown };

const COLUMNS: Columns<Content> = {
  id: "uuid",
  fields: "text",
  context: "jsonb",
  attachments: "json",
};

function readContent(ctx: Context, ids: readonly string[]): Promise<Content[]> {
  return queryRows<Content>(pool(), COLUMNS)`
    SELECT s.id, s.fields::text AS fields, s.context, ${attachmentsSql(ctx)}
    FROM ${byIdsSql(ctx, ids)}
    JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE ${visibleSql(ctx)}`;
}

function attachmentsSql(ctx: Context): Prisma.Sql {
  return Prisma.sql`(
    SELECT coalesce(json_agg(json_build_object(
      'id', a.id, 'field', a.field, 'filename', a.filename, 'contentType', a.content_type,
      'size', a.size_bytes, 'expiresAt', (extract(epoch FROM a.expires_at) * 1000)::bigint,
      'status', CASE WHEN a.expires_at <= ${ctx.now} THEN 'expired'
        WHEN o.status = 'stored' THEN 'available' ELSE 'unavailable' END
    ) ORDER BY a.position), '[]')
    FROM attachments a LEFT JOIN objects o ON o.workspace_id = a.workspace_id AND o.id = a.object_id
    WHERE a.workspace_id = s.workspace_id AND a.submission_id = s.id
  ) AS attachments`;
}

function toContent({ fields, context, attachments }: Content, included: readonly string[]) {
  return {
    ...(included.includes("fields")
      ? {
          fields: toFieldObject(FieldPairs.parse(JSON.parse(fields))),
          context: SubmissionFields.shape.context.parse(context),
        }
      : {}),
    ...(included.includes("attachments")
      ? { attachments: Attachment.array().parse(attachments) }
      : {}),
  };
}
