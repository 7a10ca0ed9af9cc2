import { db, pool } from "#lib/adapters/db/database";
import { queryPrepared, queryRows } from "#lib/adapters/db/query-rows";
import { type Context, requireUserId } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import type { Answering } from "#lib/domain/submissions/replies/composer-schema";
import { requireSubmission } from "#lib/domain/submissions/store";

/** A composer counts as closed after this time without a report. */
const COMPOSER_GONE_MS = 25_000;
const MAX_SHOWN = 50;

const OPEN = `
WITH gone AS (
  DELETE FROM composers WHERE workspace_id = $1::uuid AND user_id = $2::uuid AND submission_id <> $3::uuid
    AND seen_at < $4::timestamptz - interval '1 hour'
)
INSERT INTO composers (workspace_id, user_id, submission_id, seen_at)
SELECT s.workspace_id, m.user_id, s.id, $4::timestamptz
FROM submissions s JOIN memberships m ON m.workspace_id = s.workspace_id AND m.user_id = $2::uuid
WHERE s.workspace_id = $1::uuid AND s.id = $3::uuid
ON CONFLICT (workspace_id, user_id, submission_id) DO UPDATE SET seen_at = excluded.seen_at
RETURNING submission_id AS "submissionId"`;

/**
 * Records that the caller's composer for a message is open, so that colleagues see that they're replying. Has to be
 * repeated.
 *
 * @throws {AppError} session_required; not_found
 */
export async function openComposer(ctx: Context, submissionId: string): Promise<void> {
  const userId = requireUserId(ctx);
  if (!isId(submissionId)) throw notFound();
  const values = [ctx.workspaceId, userId, submissionId, ctx.now];
  const columns = { submissionId: "uuid" } as const;
  const statement = { text: OPEN, values };
  const rows = await queryPrepared<{ submissionId: string }>(pool(), columns, statement);
  if (rows.length === 0) throw notFound();
}

/**
 * Records that the caller's composer for a message is closed.
 *
 * @throws {AppError} session_required; not_found
 */
export async function closeComposer(ctx: Context, submissionId: string): Promise<void> {
  const userId = requireUserId(ctx);
  await requireSubmission(db(), ctx, submissionId);
  const { workspaceId } = ctx;
  await db().composer.deleteMany({ where: { workspaceId, userId, submissionId } });
}

/** Lists the colleagues who are replying to a message at the moment, without the caller. */
export async function listAnswering({ actor, workspaceId, now }: Context): Promise<Answering[]> {
  const userId = actor.kind === "user" ? actor.userId : null;
  const since = new Date(now.getTime() - COMPOSER_GONE_MS);
  return queryRows<Answering>(pool(), { submissionId: "uuid", name: "text" })`
    SELECT c.submission_id AS "submissionId", coalesce(u.name, u.email) AS name
    FROM composers c JOIN users u ON u.id = c.user_id
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.seen_at > ${since}
      AND c.user_id IS DISTINCT FROM ${userId}::uuid
    ORDER BY c.seen_at DESC LIMIT ${MAX_SHOWN}`;
}
