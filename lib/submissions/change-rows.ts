import type { Context } from "#lib/core/context";
import type { Db } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { cancelQueuedEmails } from "#lib/outbox/cancel-queued-emails";
import { visibleSql } from "#lib/submissions/filter-sql";
import type { Folder, UpdateSubmissionInput } from "#lib/submissions/schema";
import { cancelQueuedEvents } from "#lib/webhooks/cancel-queued-events";

export type HeldRow = { id: string; folder: string };

/**
 * Holds messages until the transaction ends, always in one order, so that two changes of many never
 * wait for each other in a circle. Those that cannot be reached are left out.
 *
 * @param ids - well-formed ids
 */
export function lockSubmissions(tx: Db, ctx: Context, ids: readonly string[]): Promise<HeldRow[]> {
  return tx.$queryRaw<HeldRow[]>`
    SELECT s.id, s.folder FROM submissions s JOIN forms f ON f.id = s.form_id
    WHERE s.id = ANY(${[...ids]}::uuid[]) AND ${visibleSql(ctx)}
    ORDER BY s.id FOR UPDATE OF s`;
}

/**
 * Moves held messages or changes their read state. Into spam cancels what is still queued; out of
 * spam sends nothing by itself (CONTRACT section 3, Moving by hand).
 *
 * @returns ids of those whose mail or event was still to be sent, and now is not
 */
export async function changeRows(
  tx: Db,
  ctx: Context,
  rows: readonly HeldRow[],
  input: UpdateSubmissionInput,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { folder, read } = input;
  const newInSpam = folder === "spam" ? rows.filter((row) => row.folder !== "spam") : [];
  const cancelled = await cancelQueued(
    tx,
    ctx,
    newInSpam.map(({ id }) => id),
  );
  const set = [
    ...(folder === undefined ? [] : [Prisma.sql`folder = ${folder}`, spamReasonSql(folder)]),
    ...(read === undefined ? [] : [Prisma.sql`is_read = ${read}`]),
  ];
  await tx.$executeRaw`
    UPDATE submissions SET ${Prisma.join(set)}
    WHERE workspace_id = ${ctx.workspaceId}::uuid
      AND id = ANY(${rows.map(({ id }) => id)}::uuid[])`;
  return cancelled;
}

async function cancelQueued(tx: Db, ctx: Context, submissionIds: string[]): Promise<string[]> {
  if (submissionIds.length === 0) return [];
  const waiting = await tx.$queryRaw<{ submission_id: string }[]>`
    SELECT submission_id FROM email_deliveries
    WHERE submission_id = ANY(${submissionIds}::uuid[])
      AND workspace_id = ${ctx.workspaceId}::uuid AND status IN ('queued', 'retrying')
    UNION
    SELECT submission_id FROM webhook_deliveries
    WHERE submission_id = ANY(${submissionIds}::uuid[])
      AND workspace_id = ${ctx.workspaceId}::uuid AND status IN ('queued', 'retrying')`;
  await cancelQueuedEmails(tx, ctx, submissionIds);
  await cancelQueuedEvents(tx, ctx, { submissionIds, reason: "moved_to_spam" });
  return waiting.map(({ submission_id }) => submission_id);
}

/** What the checks caught keeps their reason until it leaves spam. */
function spamReasonSql(folder: Folder): Prisma.Sql {
  return folder === "spam"
    ? Prisma.sql`spam_reason = CASE WHEN folder = 'spam' THEN spam_reason ELSE 'manual' END`
    : Prisma.sql`spam_reason = NULL`;
}
