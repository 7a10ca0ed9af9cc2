import type { Context } from "#lib/core/context";
import { monthOf } from "#lib/core/moment";
import { db } from "#lib/db/database";
import { PLAN_ALLOWANCES, PlanName, type Usage } from "#lib/usage/schema";

type Row = {
  plan: string;
  accepted: bigint;
  spam: bigint;
  storage_bytes: bigint;
  folders: Record<string, number>;
};

/** Counts of this month, folders and bytes; read from counters, so the cost does not grow with messages. */
export async function getUsage(ctx: Context): Promise<Usage> {
  const month = monthOf(ctx.now);
  const [row] = await db().$queryRaw<Row[]>`
    SELECT w.plan, u.accepted, u.spam, o.storage_bytes, c.folders
    FROM workspaces w,
      LATERAL (
        SELECT coalesce(sum(accepted), 0)::bigint AS accepted, coalesce(sum(spam), 0)::bigint AS spam
        FROM usage_slots WHERE workspace_id = w.id
          AND day >= ${month.firstDay}::date AND day < ${month.nextFirstDay}::date
      ) u,
      LATERAL (
        SELECT coalesce(sum(bytes), 0)::bigint AS storage_bytes
        FROM (
          SELECT bytes FROM storage_slots WHERE workspace_id = w.id
          UNION ALL
          SELECT m.text_bytes FROM forms f JOIN message_counts m ON m.form_id = f.id
          WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
        ) files_and_text
      ) o,
      LATERAL (
        SELECT coalesce(jsonb_object_agg(folder, total), '{}') AS folders
        FROM (
          SELECT m.folder, sum(m.total) AS total
          FROM forms f JOIN message_counts m ON m.form_id = f.id
          WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
          GROUP BY m.folder HAVING sum(m.total) > 0
        ) folder_totals
      ) c
    WHERE w.id = ${ctx.workspaceId}::uuid`;
  if (!row) throw new Error("a context names a workspace that does not exist");
  return {
    month: month.name,
    periodStart: month.start.getTime(),
    periodEnd: month.end.getTime(),
    accepted: Number(row.accepted),
    spam: Number(row.spam),
    allowance: PLAN_ALLOWANCES[PlanName.parse(row.plan)],
    folders: row.folders,
    storageBytes: Number(row.storage_bytes),
  };
}
