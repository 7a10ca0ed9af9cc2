import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { Folder } from "#lib/submissions/schema";

export type MessageTotals = { formId: string; folder: Folder; total: number; unread: number };

/** Messages by form and folder, from counters: the cost does not grow with messages. */
export async function countMessages(ctx: Context): Promise<MessageTotals[]> {
  const rows = await db().$queryRaw<
    { form_id: string; folder: string; total: bigint; unread: bigint }[]
  >`
    SELECT m.form_id, m.folder, sum(m.total) AS total, sum(m.unread) AS unread
    FROM forms f JOIN message_counts m ON m.form_id = f.id
    WHERE f.workspace_id = ${ctx.workspaceId}::uuid AND f.deleted_at IS NULL
    GROUP BY m.form_id, m.folder`;
  return rows.map((row) => ({
    formId: row.form_id,
    folder: Folder.parse(row.folder),
    total: Number(row.total),
    unread: Number(row.unread),
  }));
}
