import type { Context } from "#lib/core/context";
import { readTogether } from "#lib/db/database";
import { deliveriesOf, reachable, toSubmission, WITH_ALL } from "#lib/submissions/store";

/** The reachable messages with these ids, newest first. */
export async function readMessageRecords(ctx: Context, ids: readonly string[]) {
  const rows = await readTogether((tx) =>
    tx.submission.findMany({
      where: { id: { in: [...ids] }, ...reachable(ctx) },
      include: WITH_ALL,
      orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
    }),
  );
  return rows.map((row) => ({
    ...toSubmission(row, ctx.now),
    events: deliveriesOf(row, "webhook").map((event) => ({
      id: event.id,
      eventId: event.dedupeKey,
      type: event.kind,
      status: event.status,
      createdAt: event.createdAt.getTime(),
      attemptCount: event.attemptCount,
      /** The event exactly as sent. */
      body: event.body,
    })),
  }));
}

/** A message with its deliveries and events, as data exports contain it. */
export type MessageRecord = Awaited<ReturnType<typeof readMessageRecords>>[number];
