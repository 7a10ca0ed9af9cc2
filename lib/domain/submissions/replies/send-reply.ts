import { type Db, db, transaction } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import type { Context } from "#lib/core/context";
import { AppError, notFound, rejectInvalid } from "#lib/core/errors";
import { FieldPairs } from "#lib/core/fields/fields";
import { isId, newId } from "#lib/core/ids";
import { requireConfirmedSender } from "#lib/domain/access/access-locks";
import { authorOf } from "#lib/domain/access/people";
import { queueEmailOfKind } from "#lib/domain/deliveries/queue";
import { canReplyTo } from "#lib/domain/emails/named-address";
import { NotificationPlan } from "#lib/domain/emails/schema";
import { readFields } from "#lib/domain/forms/fields/form-fields";
import { describeSender } from "#lib/domain/forms/spam/sender-sql";
import { draftReply, type QuoteWordsOf } from "#lib/domain/submissions/replies/draft-reply";
import { findObstacle } from "#lib/domain/submissions/replies/obstacle";
import { isUndoable, repliesTo } from "#lib/domain/submissions/replies/read-replies";
import {
  REPLY_LIMITS,
  REPLY_UNDO_MS,
  type Reply,
  type SendReplyInput,
} from "#lib/domain/submissions/replies/reply-schema";
import { refreshSearchTexts } from "#lib/domain/submissions/search/refresh-search-text";
import { requireSubmission } from "#lib/domain/submissions/store";
import { applyUpdate, lockSubmissions } from "#lib/domain/submissions/update-submissions";
import { spendQuotaIn } from "#lib/domain/usage/quota";

/** Lists the replies to a submission, oldest first. @throws {AppError} not_found */
export async function listReplies(ctx: Context, submissionId: string): Promise<Reply[]> {
  await requireSubmission(db(), ctx, submissionId);
  return repliesTo(db(), ctx, submissionId);
}

/**
 * Queues a reply to the sender of a submission, and marks it answered. It's sent after 10 seconds; until then, it can
 * be undone.
 *
 * The caller triggers a drain afterwards.
 *
 * @param quoteWordsOf - makes the line above the quote, in the form's language
 * @throws {AppError} not_found; address_unconfirmed; reply_not_possible; reply_limit_reached; validation_failed if the
 *   answer can't go to `replyToMemberId`
 */
export async function sendReply(
  ctx: Context,
  submissionId: string,
  input: SendReplyInput,
  quoteWordsOf: QuoteWordsOf,
): Promise<Reply> {
  return transaction(async (tx) => {
    await requireConfirmedSender(tx, ctx);
    const author = await authorOf(tx, ctx);
    await spendReply(tx, ctx, author);
    const locked = isId(submissionId) ? await lockSubmissions(tx, ctx, [submissionId]) : [];
    if (locked.length === 0) throw notFound();
    const message = await readReplied(tx, ctx, submissionId);
    const to = await requireReachable(tx, ctx, message);
    const replyTo = await findReplyTo(tx, ctx, input, message.plan);
    const text = { text: input.text, replyTo };
    const data = await draftReply(tx, ctx, message, text, quoteWordsOf);
    const { workspaceId, now } = ctx;
    const id = newId();
    const row = { workspaceId, id, submissionId, text: input.text, replyTo: replyTo.address };
    await tx.reply.create({ data: { ...row, ...author, createdAt: now } });
    const email = { to, submissionId, data, id, holdMs: REPLY_UNDO_MS };
    await queueEmailOfKind(tx, ctx, "reply", email);
    await applyUpdate(tx, ctx, locked, { answered: true });
    await refreshSearchTexts(tx, ctx, [submissionId]);
    const reply = (await repliesTo(tx, ctx, submissionId)).find((one) => one.id === id);
    if (!reply) throw new Error("a reply that was just stored can't be read");
    return reply;
  });
}

/**
 * Undoes a reply before it's sent. If it marked the submission as answered, that's reverted.
 *
 * @throws {AppError} not_found; reply_sent
 */
export async function undoReply(
  ctx: Context,
  submissionId: string,
  replyId: string,
): Promise<void> {
  if (!isId(submissionId) || !isId(replyId)) throw notFound();
  const { workspaceId } = ctx;
  await transaction(async (tx) => {
    const locked = await lockSubmissions(tx, ctx, [submissionId]);
    const where = { workspaceId, submissionId, id: replyId };
    const reply = await tx.reply.findFirst({ where });
    const [submission] = locked;
    if (!submission || !reply) throw notFound();
    const [delivery] = await queryRows<Parameters<typeof isUndoable>[0]>(tx, {
      status: "text",
      attemptCount: "int4",
      claimToken: "uuid",
    })`
      SELECT status, attempt_count AS "attemptCount", claim_token AS "claimToken" FROM deliveries
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${replyId}::uuid FOR UPDATE`;
    if (!delivery || !isUndoable(delivery))
      throw new AppError("reply_sent", "This reply is already being sent.");
    await tx.delivery.deleteMany({ where });
    await tx.reply.deleteMany({ where });
    const hasAnswered = submission.answeredAt?.getTime() === reply.createdAt.getTime();
    if (hasAnswered) await applyUpdate(tx, ctx, locked, { answered: false });
    await refreshSearchTexts(tx, ctx, [submissionId]);
  });
}

/**
 * Counts a reply. Deleting a message or undoing a reply doesn't reduce the count.
 *
 * @throws {AppError} reply_limit_reached
 */
async function spendReply(
  tx: Db,
  { workspaceId, now }: Context,
  { authorId }: Pick<Awaited<ReturnType<typeof authorOf>>, "authorId">,
): Promise<void> {
  const { perMember, perWorkspace } = REPLY_LIMITS;
  const bucket = `replies:${workspaceId}`;
  const windowSeconds = 60 * 60;
  const own = { bucket: `${bucket}:${authorId ?? "token"}`, max: perMember, windowSeconds };
  const message = `You can send ${perMember} replies an hour, and this workspace ${perWorkspace}.`;
  const all = { bucket, max: perWorkspace, windowSeconds };
  await spendQuotaIn(tx, [own, all], now, message, "reply_limit_reached");
}

async function readReplied(tx: Db, ctx: Context, submissionId: string) {
  const row = await tx.submission.findUniqueOrThrow({
    where: { workspaceId_id: { workspaceId: ctx.workspaceId, id: submissionId } },
    include: { form: { select: { name: true, settings: true } } },
  });
  const { fields: known } = await readFields(tx, ctx, row.formId);
  const sender = describeSender(row, FieldPairs.parse(row.fields), known);
  return { ...row, known, sender, plan: NotificationPlan.parse(row.plan) };
}

/** @throws {AppError} reply_not_possible */
async function requireReachable(
  tx: Db,
  ctx: Context,
  message: Awaited<ReturnType<typeof readReplied>>,
): Promise<string> {
  const obstacle = await findObstacle(tx, ctx, message);
  const { email } = message.sender;
  if (obstacle !== null || email === null)
    throw new AppError("reply_not_possible", obstacle ?? "This message has no email address.");
  return email;
}

/**
 * Returns the address that gets the visitor's response: the given member's, or the writer's. For a token, that of a
 * current recipient who was notified, or else of an owner.
 *
 * @throws {AppError} validation_failed; reply_not_possible
 */
async function findReplyTo(
  tx: Db,
  ctx: Context,
  { replyToMemberId }: SendReplyInput,
  plan: NotificationPlan,
): Promise<{ name: string; address: string }> {
  const { actor, workspaceId } = ctx;
  const userId = replyToMemberId ?? (actor.kind === "user" ? actor.userId : undefined);
  const ids = plan.recipients.map(({ id }) => id);
  const [found] = await queryRows<{ name: string; address: string }>(tx, {
    name: "text",
    address: "text",
  })`
    SELECT name, address FROM (
    SELECT coalesce(u.name, '') AS name, u.email AS address, 1 AS rank, m.created_at
    FROM memberships m JOIN users u ON u.id = m.user_id AND u.verified_at IS NOT NULL
    WHERE m.workspace_id = ${workspaceId}::uuid
      AND CASE WHEN ${userId ?? null}::uuid IS NULL THEN m.role = 'owner' ELSE u.id = ${userId ?? null}::uuid END
    UNION ALL
    SELECT '', r.email, 0, r.created_at FROM recipients r
    WHERE ${userId ?? null}::uuid IS NULL AND r.workspace_id = ${workspaceId}::uuid
      AND r.id = ANY(${ids}::uuid[]) AND r.verified_at IS NOT NULL AND r.blocked_reason IS NULL
    ) found ORDER BY rank, created_at LIMIT 1`;
  if (!found) {
    const message = "must be the UUID of a member with a confirmed address";
    rejectInvalid([{ path: "replyToMemberId", message }]);
  }
  if (!found || !canReplyTo(found.address))
    throw new AppError(
      "reply_not_possible",
      "The email provider doesn’t accept the address that the visitor would write back to.",
    );
  return { name: found.name, address: found.address };
}
