import type pg from "pg";
import { comparatorOf, OLDEST, type Position } from "#lib/core/cursor";
import { queryPrepared } from "#lib/db/query-prepared";
import type { IndexRange } from "#lib/search/plan-indexing";
import type { SegmentRows } from "#lib/search/segment-builder";

const ROWS_AT_ONCE = 64;

/** A submission of a segment. */
export type Member = {
  id: string;
  received_at: Date;
  folder: string;
  form_id: string;
  bytes: number;
};

type Bounds = [workspaceId: string, fromAt: Date, fromId: string, upToAt: Date, upToId: string];

/** A range as the parameters $1 to $5. */
export function boundsOf(workspaceId: string, { after, upTo }: IndexRange): Bounds {
  const from = after ?? OLDEST;
  return [workspaceId, from.at, from.id, upTo.at, upTo.id];
}

/** Deletes the segments that overlap a range. Returns the end of the newest one. */
export async function deleteSegments(
  client: pg.PoolClient,
  bounds: Bounds,
): Promise<Position | null> {
  const { rows } = await client.query<{ newest_at: Date; newest_id: string }>(
    `DELETE FROM search_parts WHERE workspace_id = $1
      AND (newest_at, newest_id) > ($2, $3::uuid) AND (oldest_at, oldest_id) <= ($4, $5::uuid)
    RETURNING newest_at, newest_id`,
    bounds,
  );
  const [newest] = rows
    .map(({ newest_at, newest_id }) => ({ at: newest_at, id: newest_id }))
    .sort(comparatorOf("desc"));
  return newest ?? null;
}

/** Versions of rows: where each is stored, and the transaction that wrote it. */
type Backlog = { places: string[]; writers: string[] };

/** The rows of a range as they are now. */
export async function readBacklog(client: pg.PoolClient, bounds: Bounds): Promise<Backlog> {
  const { rows } = await client.query<{ place: string; writer: string }>(
    `SELECT ctid::text AS place, xmin::text AS writer FROM search_backlog WHERE workspace_id = $1
      AND (received_at, submission_id) > ($2, $3::uuid)
      AND (received_at, submission_id) <= ($4, $5::uuid)`,
    bounds,
  );
  return {
    places: rows.map(({ place }) => place),
    writers: rows.map(({ writer }) => writer),
  };
}

/** Deletes these rows if they're in the range and weren't written again, locked or deleted meanwhile. */
export async function deleteBacklog(
  client: pg.PoolClient,
  bounds: Bounds,
  { places, writers }: Backlog,
): Promise<void> {
  await client.query(
    `DELETE FROM search_backlog WHERE workspace_id = $1 AND ctid = ANY (ARRAY (
      SELECT b.ctid FROM unnest($6::tid[], $7::xid[]) AS r(place, writer)
      JOIN search_backlog b ON b.ctid = r.place AND b.xmin = r.writer
      WHERE b.workspace_id = $1 AND (b.received_at, b.submission_id) > ($2, $3::uuid)
        AND (b.received_at, b.submission_id) <= ($4, $5::uuid)
      FOR UPDATE OF b SKIP LOCKED
    ))`,
    [...bounds, places, writers],
  );
}

type NewSegment = {
  workspaceId: string;
  end: Position;
  members: readonly Member[];
  rows: SegmentRows;
  now: Date;
};

export async function insertSegment(
  client: pg.PoolClient,
  { workspaceId, end, members, rows, now }: NewSegment,
): Promise<void> {
  const inserted = await client.query<{ id: number }>(
    `INSERT INTO search_parts (workspace_id, newest_at, newest_id, oldest_at, oldest_id, size,
      text_bytes, submission_ids, bucket_count, checked_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
    [
      workspaceId,
      end.at,
      end.id,
      members[0]?.received_at,
      members[0]?.id,
      members.length,
      members.reduce((sum, { bytes }) => sum + bytes, 0),
      Buffer.from(members.map(({ id }) => id.replaceAll("-", "")).join(""), "hex"),
      rows.bucketCount,
      now,
    ],
  );
  const segmentId = inserted.rows[0]?.id;
  for (const batch of inBatches(rows.lists()))
    await queryPrepared(client, {
      text: `INSERT INTO search_lists (workspace_id, part_id, bucket, grams, ends, positions)
        SELECT $1, $2, bucket, grams::int[], ends::int[], positions
        FROM unnest($3::int[], $4::text[], $5::text[], $6::bytea[])
          AS r(bucket, grams, ends, positions)`,
      values: [
        workspaceId,
        segmentId,
        batch.map(({ bucket }) => bucket),
        batch.map(({ grams }) => grams),
        batch.map(({ ends }) => ends),
        batch.map(({ positions }) => positions),
      ],
    });
  for (const batch of inBatches(rows.bitmaps()))
    await queryPrepared(client, {
      text: `INSERT INTO search_bitmaps (workspace_id, part_id, gram, bits)
        SELECT $1, $2, gram, bits::varbit FROM unnest($3::int[], $4::text[]) AS r(gram, bits)`,
      values: [
        workspaceId,
        segmentId,
        batch.map(({ gram }) => gram),
        batch.map(({ bits }) => bits),
      ],
    });
}

function* inBatches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
