import type { Db } from "#lib/adapters/db/database";
import { nextAtHour, nextFullHour } from "#lib/core/time-zones";

/**
 * Returns when the next digest of a choice is due after a moment; null if there is none.
 *
 * @param timeZone - the member's
 */
export function nextDigestAt(
  { frequency, hour }: { frequency: string; hour: number | null },
  timeZone: string,
  after: Date,
): Date | null {
  if (frequency === "hourly") return nextFullHour(after);
  return frequency === "daily" && hour !== null ? nextAtHour(after, hour, timeZone) : null;
}

type Daily = { workspaceId: string; userId: string; hour: number; timeZone: string };

/**
 * Moves daily digests to their hour in another time zone, after that of a workspace or a user has changed.
 *
 * @param of - all members of a workspace, or all memberships of a user
 */
export async function rescheduleDigests(
  tx: Db,
  of: { workspaceId: string } | { userId: string },
  now: Date,
): Promise<void> {
  const { workspaceId, userId } = { workspaceId: null, userId: null, ...of };
  const rows = await tx.$queryRaw<Daily[]>`
    SELECT DISTINCT c.workspace_id AS "workspaceId", c.user_id AS "userId", c.hour,
      coalesce(u.time_zone, w.time_zone, 'UTC') AS "timeZone"
    FROM memberships m
    JOIN notification_choices c ON c.workspace_id = m.workspace_id AND c.user_id = m.user_id
    JOIN users u ON u.id = c.user_id JOIN workspaces w ON w.id = c.workspace_id
    WHERE c.frequency = 'daily' AND (m.workspace_id = ${workspaceId}::uuid OR m.user_id = ${userId}::uuid)`;
  const moved = rows.map((row) => ({
    ...row,
    nextAt: nextAtHour(now, row.hour, row.timeZone),
  }));
  await tx.$executeRaw`
    UPDATE notification_choices c SET next_at = n."nextAt"
    FROM json_to_recordset(${JSON.stringify(moved)}::json)
      AS n("workspaceId" uuid, "userId" uuid, hour int, "nextAt" timestamptz)
    WHERE c.workspace_id = n."workspaceId" AND c.user_id = n."userId" AND c.hour = n.hour`;
}
