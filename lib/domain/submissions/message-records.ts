import { readTogether } from "#lib/adapters/db/database";
import type { Context } from "#lib/core/context";
import { readNotes } from "#lib/domain/submissions/notes/notes";
import { readReplies } from "#lib/domain/submissions/replies/read-replies";
import { deliveriesOf, findFullSubmissions, toSubmission } from "#lib/domain/submissions/store";

/** Reads the reachable messages with these IDs, newest first. */
export async function readMessageRecords(ctx: Context, ids: readonly string[]) {
  const { rows, notes, replies } = await readTogether(async (tx) => ({
    rows: await findFullSubmissions(tx, ctx, ids),
    notes: await readNotes(tx, ctx, ids),
    replies: await readReplies(tx, ctx, ids),
  }));
  return rows.map((row) => ({
    ...toSubmission(row, ctx.now),
    notes: notes.get(row.id) ?? [],
    replies: replies.get(row.id) ?? [],
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
