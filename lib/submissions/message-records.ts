import type { Context } from "#lib/core/context";
import { readTogether } from "#lib/db/database";
import { deliveriesOf, findFullSubmissions, toSubmission } from "#lib/submissions/store";

/** The reachable messages with these ids, newest first. */
export async function readMessageRecords(ctx: Context, ids: readonly string[]) {
  const rows = await readTogether((tx) => findFullSubmissions(tx, ctx, ids));
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
