import type { Context } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import type { Db } from "#lib/db/database";
import { MAIL_LANE } from "#lib/outbox/claim-due";

type Subject = {
  kind: "email" | "webhook";
  /** The delivery. */
  subjectId: string;
  /** The webhook of an event; mail has one lane. */
  lane?: string;
};

/**
 * Makes a delivery due now, in the transaction that makes it `queued`. A worker that still holds its
 * entry loses it: what that worker then records changes nothing.
 */
export async function queueEntry(tx: Db, ctx: Context, subject: Subject): Promise<void> {
  const { kind, subjectId, lane = MAIL_LANE } = subject;
  const due = { dueAt: ctx.now, claimToken: null };
  await tx.outboxEntry.upsert({
    where: { subjectId },
    create: {
      id: newId(),
      workspaceId: ctx.workspaceId,
      kind,
      subjectId,
      lane,
      createdAt: ctx.now,
      ...due,
    },
    update: due,
  });
}
