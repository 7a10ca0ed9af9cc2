import { type Db, db } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { type Context, mintContext } from "#lib/core/context";
import { settings } from "#lib/core/settings/settings";
import { queueEmail } from "#lib/domain/deliveries/queue";

/** A little less than seven days, so that an hourly job doesn't move it on from week to week. */
const WEEK = "6 days 23 hours";
const MAX_SENDERS = 10;

/** Turns the weekly email on or off for the calling member. The first one is sent within the hour, if there is spam. */
export async function setWeeklySummary(ctx: Context, isWanted: boolean): Promise<void> {
  const { actor, workspaceId } = ctx;
  if (actor.kind !== "user") return;
  await db().membership.updateMany({
    where: { workspaceId, userId: actor.userId },
    data: { wantsSpamSummary: isWanted },
  });
}

/** Returns whether the calling member gets the weekly email. */
export async function wantsWeeklySummary({ actor, workspaceId }: Context): Promise<boolean> {
  if (actor.kind !== "user") return false;
  const where = { workspaceId, userId: actor.userId, wantsSpamSummary: true };
  return (await db().membership.count({ where })) > 0;
}

type Due = { workspaceId: string; email: string; workspaceName: string };

/**
 * Queues the weekly emails that are due, each for a member with a confirmed address. None about a week without spam.
 *
 * @returns how many members were looked at
 */
export async function queueWeeklySummaries(tx: Db, now: Date, limit: number): Promise<number> {
  const members = await queryRows<Due>(tx, {
    workspaceId: "uuid",
    email: "text",
    workspaceName: "text",
  })`
    UPDATE memberships m SET spam_summary_at = ${now}::timestamptz
    FROM (
      SELECT d.workspace_id, d.user_id FROM memberships d
      JOIN workspaces w ON w.id = d.workspace_id AND w.deleted_at IS NULL
      JOIN users u ON u.id = d.user_id AND u.verified_at IS NOT NULL
      WHERE d.wants_spam_summary
        AND (d.spam_summary_at IS NULL OR d.spam_summary_at <= ${now}::timestamptz - ${WEEK}::interval)
      ORDER BY d.spam_summary_at NULLS FIRST LIMIT ${limit} FOR NO KEY UPDATE OF d SKIP LOCKED
    ) due JOIN workspaces w ON w.id = due.workspace_id JOIN users u ON u.id = due.user_id
    WHERE m.workspace_id = due.workspace_id AND m.user_id = due.user_id
    RETURNING m.workspace_id AS "workspaceId", u.email, w.name AS "workspaceName"`;
  for (const member of members) await queueSummary(tx, member, now);
  return members.length;
}

async function queueSummary(tx: Db, member: Due, now: Date): Promise<void> {
  const { workspaceId, email, workspaceName } = member;
  const [counts] = await queryRows<{ spam: number; suspected: number; senders: string[] }>(tx, {
    spam: "int4",
    suspected: "int4",
    senders: "json",
  })`
    SELECT (SELECT count(*)::int FROM submissions WHERE workspace_id = ${workspaceId}::uuid AND folder = 'spam'
        AND import_id IS NULL AND received_at > ${now}::timestamptz - interval '7 days') AS spam,
      (SELECT count(*)::int FROM submissions WHERE workspace_id = ${workspaceId}::uuid AND folder IN ('inbox', 'archive')
        AND is_suspected AND received_at > ${now}::timestamptz - interval '7 days') AS suspected,
      coalesce((SELECT json_agg(sender) FROM (
        SELECT coalesce(name, email) AS sender FROM submissions
        WHERE workspace_id = ${workspaceId}::uuid AND folder = 'spam' AND coalesce(name, email) IS NOT NULL
          AND import_id IS NULL AND received_at > ${now}::timestamptz - interval '7 days'
        ORDER BY received_at DESC, id DESC LIMIT ${MAX_SENDERS}) latest), '[]') AS senders`;
  if (!counts || counts.spam + counts.suspected === 0) return;
  const ctx = mintContext(workspaceId, { kind: "system" }, now);
  const link = `${settings().baseUrl}/inbox?folder=spam`;
  const content = { kind: "account", purpose: "spam_summary", link, workspaceName } as const;
  await queueEmail(tx, ctx, { to: email, data: { ...content, ...counts } });
}
