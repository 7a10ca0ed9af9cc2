import type { Db } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { rejectInvalid } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { authorOf } from "#lib/domain/access/people";
import { queueEmail } from "#lib/domain/deliveries/queue";

/**
 * Returns whether a user is a member of the workspace, and keeps them from leaving until the
 * transaction ends.
 */
export async function isMember(tx: Db, ctx: Context, userId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<object[]>`
    SELECT FROM memberships
    WHERE workspace_id = ${ctx.workspaceId}::uuid AND user_id = ${userId}::uuid FOR KEY SHARE`;
  return rows.length > 0;
}

/** @throws {AppError} validation_failed if the assignee isn't a member */
export async function requireAssignee(tx: Db, ctx: Context, assigneeId: string): Promise<void> {
  if (await isMember(tx, ctx, assigneeId)) return;
  rejectInvalid([{ path: "assigneeId", message: "must be the UUID of a member of the workspace" }]);
}

/**
 * Unassigns all messages of a member whose membership the caller has just deleted, in the order in which others lock
 * them.
 */
export async function unassignAll(tx: Db, ctx: Context, userId: string): Promise<void> {
  await tx.$executeRaw`
    WITH held AS MATERIALIZED (
      SELECT id FROM submissions
      WHERE workspace_id = ${ctx.workspaceId}::uuid AND assignee_id = ${userId}::uuid
      ORDER BY id FOR UPDATE
    )
    UPDATE submissions m SET assignee_id = NULL, changed_at = ${ctx.now}
    FROM held WHERE m.workspace_id = ${ctx.workspaceId}::uuid AND m.id = held.id`;
}

type EmailReader = { id: string; email: string; workspaceName: string; by: string };

/**
 * Finds the members to email about a colleague's action, with that colleague's name (`by`): those with a
 * confirmed address, except the colleague.
 *
 * @param userIds - members of the workspace
 */
async function findEmailReaders(
  tx: Db,
  ctx: Context,
  userIds: readonly string[],
): Promise<EmailReader[]> {
  const { authorId, tokenName } = await authorOf(tx, ctx);
  return queryRows<EmailReader>(tx, {
    id: "uuid",
    email: "text",
    workspaceName: "text",
    by: "text",
  })`
    SELECT u.id, u.email, w.name AS "workspaceName", coalesce(${tokenName}, a.name, a.email, '') AS by
    FROM memberships m JOIN users u ON u.id = m.user_id JOIN workspaces w ON w.id = m.workspace_id
      LEFT JOIN users a ON a.id = ${authorId}::uuid
    WHERE m.workspace_id = ${ctx.workspaceId}::uuid AND m.user_id = ANY(${[...userIds]}::uuid[])
      AND u.verified_at IS NOT NULL AND u.id IS DISTINCT FROM ${authorId}::uuid
    ORDER BY u.id`;
}

const NOTED_PATH = "/inbox?folder=all&hasNotes=true";

type About = { formName: string; sender: string };

async function describeSubmission(tx: Db, ctx: Context, id: string): Promise<About> {
  const [about] = await queryRows<About>(tx, { formName: "text", sender: "text" })`
    SELECT f.name AS "formName", coalesce(s.name, s.email, '') AS sender
    FROM submissions s JOIN forms f ON f.workspace_id = s.workspace_id AND f.id = s.form_id
    WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND s.id = ${id}::uuid`;
  return about ?? { formName: "", sender: "" };
}

/** Queues an email to the new assignee of submissions, unless it's their own doing or their address isn't confirmed. */
export async function emailAssignee(
  tx: Db,
  ctx: Context,
  assigneeId: string,
  submissionIds: readonly string[],
): Promise<void> {
  const [first] = submissionIds;
  if (first === undefined) return;
  const [told] = await findEmailReaders(tx, ctx, [assigneeId]);
  if (!told) return;
  const { id: _, email, ...rest } = told;
  const { length: count } = submissionIds;
  const path = count === 1 ? `/inbox/${first}` : `/inbox?folder=all&assigneeId=${assigneeId}`;
  const about = await describeSubmission(tx, ctx, first);
  const what = { kind: "account", purpose: "assigned", link: settings().baseUrl + path } as const;
  await queueEmail(tx, ctx, { to: email, data: { ...what, ...rest, ...about, count } });
}

type NewNote = {
  submissionIds: readonly string[];
  text: string;
  /**
   * The delivery's ID and its delay, for each member by their ID. Without it, emails are sent
   * immediately.
   */
  delivery?: (userId: string) => { id: string; holdMs: number };
};

/** Queues one email to each member whom a note mentions, except its author. The note can be about many submissions. */
export async function emailMentioned(
  tx: Db,
  ctx: Context,
  userIds: readonly string[],
  { submissionIds, text, delivery }: NewNote,
): Promise<void> {
  const [first] = submissionIds;
  if (first === undefined || userIds.length === 0) return;
  const { length: count } = submissionIds;
  const about = await describeSubmission(tx, ctx, first);
  const link = settings().baseUrl + (count === 1 ? `/inbox/${first}` : NOTED_PATH);
  const what = { kind: "account", purpose: "mentioned", link, text, count } as const;
  for (const { id, email, ...rest } of await findEmailReaders(tx, ctx, userIds)) {
    const data = { ...what, ...rest, ...about };
    await queueEmail(tx, ctx, { to: email, data, ...delivery?.(id) });
  }
}
