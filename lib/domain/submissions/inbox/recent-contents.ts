import { pool } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { FieldPairs } from "#lib/core/fields/fields";
import { MAX_NAME_CHARACTERS } from "#lib/core/fields/limits";
import type { SubmittedContent } from "#lib/domain/forms/fields/rules";
import { visibleSql } from "#lib/domain/submissions/inbox/filter-sql";

/** How many of the latest messages are read. Large ones are skipped, because one may have 4 MiB. */
const MAX_READ = 20;
const MAX_BYTES = 64 * 1024;
const MAX_NAMES = 50;

/**
 * Reads the content of a form's latest messages outside spam, the newest first. Empty for an unknown form
 * or one of another workspace.
 */
export async function readRecentContents(
  ctx: Context,
  formId: string,
): Promise<SubmittedContent[]> {
  const columns = { fields: "json", fileFields: "json" } as const;
  const rows = await queryRows<{ fields: object; fileFields: string[] }>(pool(), columns)`
    SELECT s.fields, coalesce((
      SELECT json_agg(a.field ORDER BY a.position) FROM attachments a
      WHERE a.workspace_id = s.workspace_id AND a.submission_id = s.id
    ), '[]') AS "fileFields"
    FROM forms f CROSS JOIN unnest(ARRAY['inbox', 'archive']) AS folders(name)
    CROSS JOIN LATERAL (
      SELECT * FROM submissions s
      WHERE s.form_id = f.id AND s.folder = folders.name AND s.text_bytes <= ${MAX_BYTES}
        AND ${visibleSql(ctx)}
      ORDER BY s.received_at DESC, s.id DESC LIMIT ${MAX_READ}
    ) s
    WHERE f.workspace_id = ${ctx.workspaceId}::uuid AND f.id = ${formId}::uuid
    ORDER BY s.received_at DESC LIMIT ${MAX_READ}`;
  return rows.map(({ fields, fileFields }) => ({ fields: FieldPairs.parse(fields), fileFields }));
}

/** Reads the fields of a form's newest message outside spam, for previews; null if there's none. */
export async function readNewestFields(ctx: Context, formId: string): Promise<FieldPairs | null> {
  const [newest] = await readRecentContents(ctx, formId);
  return newest?.fields ?? null;
}

/**
 * Lists the names of the fields in a form's latest messages outside spam, the most frequent first.
 */
export async function listFieldNames(ctx: Context, formId: string): Promise<string[]> {
  const contents = await readRecentContents(ctx, formId);
  const names = contents.flatMap(({ fields }) => fields.map(([name]) => name));
  const usable = names.filter((name) => name !== "" && name.length <= MAX_NAME_CHARACTERS);
  const uses = Map.groupBy(usable.toSorted(), (name) => name);
  return [...uses]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, MAX_NAMES)
    .map(([name]) => name);
}
