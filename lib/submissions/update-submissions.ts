import type { Context } from "#lib/core/context";
import { notFound } from "#lib/core/errors";
import { isId } from "#lib/core/ids";
import { type Db, transaction } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { cancelSubmissionDeliveries } from "#lib/deliveries/queue";
import { visibleSql } from "#lib/submissions/filter-sql";
import type { MessageState } from "#lib/submissions/inbox-schema";
import type { Folder, SubmissionFields, UpdateSubmissionInput } from "#lib/submissions/schema";
import { requireSubmission, toSubmissionFields } from "#lib/submissions/store";

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
  await cancelSubmissionDeliveries(tx, ctx, submissionIds);
  return waiting.map(({ submission_id }) => submission_id);
}

/** What the checks caught keeps their reason until it leaves spam. */
function spamReasonSql(folder: Folder): Prisma.Sql {
  return folder === "spam"
    ? Prisma.sql`spam_reason = CASE WHEN folder = 'spam' THEN spam_reason ELSE 'manual' END`
    : Prisma.sql`spam_reason = NULL`;
}

/**
 * Moves a message or changes its read state: see {@link changeRows}.
 *
 * @throws {AppError} not_found
 */
export async function updateSubmission(
  ctx: Context,
  submissionId: string,
  input: UpdateSubmissionInput,
): Promise<SubmissionFields> {
  if (!isId(submissionId)) throw notFound();
  return transaction(async (tx) => {
    const rows = await lockSubmissions(tx, ctx, [submissionId]);
    if (rows.length === 0) throw notFound();
    await changeRows(tx, ctx, rows, input);
    return toSubmissionFields(await requireSubmission(tx, ctx, submissionId));
  });
}

/**
 * Moves messages or changes their read state, all or none. Those that are gone are left out: two
 * people may tidy up at once.
 *
 * @param ids - at most MAX_CHANGED_AT_ONCE
 * @returns how many were there to be changed, and ids of those whose mail or event was cancelled by it
 */
export async function updateSubmissions(
  ctx: Context,
  ids: readonly string[],
  input: UpdateSubmissionInput,
): Promise<{ changed: number; cancelled: string[] }> {
  return transaction(async (tx) => {
    const rows = await lockSubmissions(tx, ctx, ids);
    const cancelled = await changeRows(tx, ctx, rows, input);
    return { changed: rows.length, cancelled };
  });
}

/**
 * Takes a change back: each message gets the folder, the read state and, in spam, the reason that it
 * had before. Those that are gone meanwhile are left out.
 *
 * @param states - at most MAX_CHANGED_AT_ONCE
 * @returns how many were there to be restored
 */
export async function restoreSubmissions(
  ctx: Context,
  states: readonly MessageState[],
): Promise<{ changed: number }> {
  return transaction(async (tx) => {
    const held = await lockSubmissions(
      tx,
      ctx,
      states.map(({ id }) => id),
    );
    const rowOf = new Map(held.map((row) => [row.id, row]));
    for (const group of groupsOf(states)) {
      const rows = group.ids.flatMap((id) => rowOf.get(id) ?? []);
      await changeRows(tx, ctx, rows, { folder: group.folder, read: group.read });
      if (group.folder === "spam" && rows.length > 0)
        await tx.submission.updateMany({
          where: { workspaceId: ctx.workspaceId, id: { in: rows.map(({ id }) => id) } },
          data: { spamReason: group.spamReason ?? "manual" },
        });
    }
    return { changed: held.length };
  });
}

type Group = Omit<MessageState, "id"> & { ids: string[] };

/** Messages that were the same before, together. */
function groupsOf(states: readonly MessageState[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { id, ...state } of states) {
    const key = JSON.stringify([state.folder, state.read, state.spamReason]);
    const group = groups.get(key) ?? { ...state, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
