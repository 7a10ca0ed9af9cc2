import type { Db } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { idsOf } from "#lib/core/ids";
import { readPeople, toAuthor } from "#lib/domain/access/people";
import { toEmailStatus } from "#lib/domain/emails/store";
import { REPLY_UNDO_MS, Reply } from "#lib/domain/submissions/replies/reply-schema";

/** Reads the replies to submissions, by the submissions' IDs, oldest first. */
export async function readReplies(
  tx: Db,
  ctx: Context,
  submissionIds: readonly string[],
): Promise<ReadonlyMap<string, Reply[]>> {
  const { workspaceId } = ctx;
  const rows = await tx.reply.findMany({
    where: { workspaceId, submissionId: { in: [...submissionIds] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  if (rows.length === 0) return new Map();
  const deliveries = await tx.delivery.findMany({
    where: { workspaceId, id: { in: idsOf(rows) } },
    select: { id: true, email: true, status: true, attemptCount: true, claimToken: true },
  });
  const deliveryOf = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const people = await readPeople(
    tx,
    rows.map((row) => (row.tokenName === null ? row.authorId : null)),
  );
  const replies = rows.flatMap((row) => {
    const delivery = deliveryOf.get(row.id);
    if (!delivery) return [];
    const createdAt = row.createdAt.getTime();
    const reply = Reply.parse({
      id: row.id,
      text: row.text,
      email: delivery.email,
      replyTo: row.replyTo,
      author: toAuthor(row, people),
      createdAt,
      status: toEmailStatus(delivery.status),
      undoUntil: isUndoable(delivery) ? createdAt + REPLY_UNDO_MS : null,
    });
    return [{ submissionId: row.submissionId, reply }];
  });
  const ofSubmission = Map.groupBy(replies, ({ submissionId }) => submissionId);
  return new Map([...ofSubmission].map(([id, own]) => [id, own.map(({ reply }) => reply)]));
}

type Sending = { status: string; attemptCount: number; claimToken: string | null };

/** Returns whether a reply can still be undone, because no worker has begun to send it. */
export function isUndoable({ status, attemptCount, claimToken }: Sending): boolean {
  return status === "queued" && attemptCount === 0 && claimToken === null;
}

/** Reads the replies to one submission, oldest first. */
export async function repliesTo(tx: Db, ctx: Context, submissionId: string): Promise<Reply[]> {
  return (await readReplies(tx, ctx, [submissionId])).get(submissionId) ?? [];
}
