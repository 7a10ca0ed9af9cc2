import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";

/** The number of latest submissions that are read. Larger ones are skipped: one may hold 4 MiB. */
const MAX_READ = 20;
const MAX_BYTES = 64 * 1024;
const MAX_NAMES = 50;
/** The longest name a rule can test. */
const MAX_NAME_CHARACTERS = 100;

/**
 * Names of the fields in a form's latest submissions outside spam, the most frequent first. An unknown or
 * foreign form gives none.
 */
export async function listFieldNames(ctx: Context, formId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ name: string }[]>`
    SELECT pair ->> 0 AS name
    FROM (
      SELECT latest.fields
      FROM unnest(ARRAY['inbox', 'archive']) AS folders(name)
      CROSS JOIN LATERAL (
        SELECT fields, received_at, text_bytes FROM submissions
        WHERE form_id = ${formId}::uuid AND workspace_id = ${ctx.workspaceId}::uuid
          AND folder = folders.name AND (expires_at IS NULL OR expires_at > ${ctx.now})
        ORDER BY received_at DESC, id DESC LIMIT ${MAX_READ}
      ) latest
      WHERE latest.text_bytes <= ${MAX_BYTES}
      ORDER BY latest.received_at DESC LIMIT ${MAX_READ}
    ) s
    CROSS JOIN LATERAL json_array_elements(s.fields) AS pair
    WHERE length(pair ->> 0) BETWEEN 1 AND ${MAX_NAME_CHARACTERS}
    GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MAX_NAMES}`;
  return rows.map(({ name }) => name);
}
