import type pg from "pg";
import type { Position } from "#lib/core/cursor";
import { clientTransaction } from "#lib/db/database";
import { buildSegments } from "#lib/search/build-segment";
import { chooseRange, readNewSubmissions, readSegments } from "#lib/search/plan-indexing";

type Indexing = {
  workspaceId: string;
  /** Before this moment, no submission appears unnoticed; null: nothing new can be indexed. */
  settledAt: Date | null;
  minUnindexed: number;
  now: Date;
};

/**
 * Indexes what is most worth it in a workspace.
 *
 * @returns how many submissions were indexed. null if nothing is worth it, or another process is at it
 */
export function indexNext({
  workspaceId,
  settledAt,
  minUnindexed,
  now,
}: Indexing): Promise<number | null> {
  return inTurn(workspaceId, async (client) => {
    const segments = await readSegments(client, workspaceId);
    const after = segments.at(-1)?.upTo ?? null;
    const added = await readNewSubmissions(client, workspaceId, after, settledAt);
    const range = chooseRange(segments, added, minUnindexed);
    return range && buildSegments(client, workspaceId, range, now);
  });
}

/** Rebuilds the segment with this newest position, if it's still there. Returns as {@link indexNext}. */
export function rebuildSegment(
  workspaceId: string,
  newest: Position,
  now: Date,
): Promise<number | null> {
  return inTurn(workspaceId, async (client) => {
    const segments = await readSegments(client, workspaceId);
    const segment = segments.find(
      ({ upTo }) => upTo.at.getTime() === newest.at.getTime() && upTo.id === newest.id,
    );
    return segment ? buildSegments(client, workspaceId, segment, now) : null;
  });
}

/**
 * One process at a time indexes a workspace: it must neither plan nor read before the one before it has
 * committed, or segments could overlap. So the lock comes first, and every later statement has its own
 * snapshot.
 */
function inTurn<T>(
  workspaceId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T | null> {
  return clientTransaction(async (client) => {
    const { rows } = await client.query<{ is_locked: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_locked",
      [`search:${workspaceId}`],
    );
    return rows[0]?.is_locked ? work(client) : null;
  });
}
