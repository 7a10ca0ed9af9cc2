import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import type { Submission } from "#lib/submissions/schema";
import { reachable, toSubmission, WITH_ALL } from "#lib/submissions/store";

/** A message with all that is kept of it, as exports of somebody's data hold it. */
export type MessageRecord = Submission & {
  events: {
    id: string;
    eventId: string;
    type: string;
    status: string;
    createdAt: number;
    attemptCount: number;
    /** The event as it was sent, byte for byte. */
    body: string;
  }[];
};

/** The messages of these ids that can be reached, newest first. */
export async function readMessageRecords(
  ctx: Context,
  ids: readonly string[],
): Promise<MessageRecord[]> {
  const rows = await db().submission.findMany({
    where: { id: { in: [...ids] }, ...reachable(ctx) },
    include: {
      ...WITH_ALL,
      webhookDeliveries: { orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
    },
    orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => ({
    ...toSubmission(row, ctx.now),
    events: row.webhookDeliveries.map((event) => ({
      id: event.id,
      eventId: event.eventId,
      type: event.type,
      status: event.status,
      createdAt: event.createdAt.getTime(),
      attemptCount: event.attemptCount,
      body: event.body,
    })),
  }));
}
