import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { FOLDERS } from "#lib/submissions/schema";

/** When each of these forms last received a message, in epoch milliseconds; forms without one are absent. */
export async function listLastReceived(
  ctx: Context,
  formIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db().$queryRaw<{ form_id: string; at: Date }[]>`
    SELECT f.form_id, max(s.received_at) AS at
    FROM unnest(${[...formIds]}::uuid[]) AS f(form_id)
      CROSS JOIN unnest(${[...FOLDERS]}::text[]) AS d(folder)
      CROSS JOIN LATERAL (
        SELECT received_at FROM submissions
        WHERE form_id = f.form_id AND folder = d.folder AND workspace_id = ${ctx.workspaceId}::uuid
        ORDER BY received_at DESC LIMIT 1
      ) s
    GROUP BY f.form_id`;
  return new Map(rows.map((row) => [row.form_id, row.at.getTime()]));
}
