import { setImmediate as yieldToOthers } from "node:timers/promises";
import type pg from "pg";
import { OLDEST, type Position } from "#lib/core/cursor";
import { clientTransaction } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-prepared";
import { gramOfProperty, visitGrams } from "#lib/search/grams";
import {
  type IndexRange,
  MAX_SEGMENT_SIZE,
  MAX_SEGMENT_TEXT_BYTES,
} from "#lib/search/plan-indexing";
import { SegmentBuilder, type SegmentRows } from "#lib/search/segment-builder";

/** All folders: submissions are read folder by folder, each along an index. */
export const INDEXED_FOLDERS = ["inbox", "archive", "spam"];
/** Text that is read and processed at once. Requests to this process wait that long. */
const TEXT_BYTES_AT_ONCE = 65_536;
const ROWS_AT_ONCE = 64;
/** Where a long text is split, both pieces have these characters, so that no gram is missed. */
const OVERLAP = 8;
/** Serialization failure and unique violation: another process changed or built the same. */
const CONFLICT_CODES = ["40001", "23505"];

type Member = { id: string; received_at: Date; folder: string; form_id: string; bytes: number };

/** The oldest submissions of the range: one more than fit in a segment. */
const READ_MEMBERS = `
  SELECT s.id, s.received_at, s.folder, s.form_id, octet_length(s.search_text) AS bytes
  FROM unnest($2::text[]) AS d(folder) CROSS JOIN LATERAL (
    SELECT * FROM submissions
    WHERE workspace_id = $1 AND folder = d.folder
      AND (received_at, id) > ($3, $4::uuid) AND (received_at, id) <= ($5, $6::uuid)
    ORDER BY received_at, id LIMIT ${MAX_SEGMENT_SIZE + 1}
  ) s
  ORDER BY s.received_at, s.id LIMIT ${MAX_SEGMENT_SIZE + 1}`;

/**
 * Builds one segment from a range of submissions, or from as many of them as fit, and replaces the
 * segments and the backlog of that range. All of it happens in one snapshot: searches see the state
 * before or after, and a submission that is moved meanwhile stays in the backlog.
 *
 * @returns how many submissions were indexed, and the rest of the range. null if another process is
 * indexing this workspace or changed one of the submissions; nothing was done then
 */
export async function buildSegment(
  workspaceId: string,
  range: IndexRange,
  now: Date,
): Promise<{ indexed: number; rest: IndexRange | null } | null> {
  try {
    return await clientTransaction(
      async (client) => {
        if (!(await tryLock(client, workspaceId))) return null;
        const { members, end } = await readMembers(client, workspaceId, range);
        const rows = await indexMembers(client, workspaceId, members);
        const bounds = boundsOf(workspaceId, { after: range.after, upTo: end });
        await deleteSegments(client, bounds);
        if (members.length > 0)
          await insertSegment(client, { workspaceId, end, members, rows, now });
        // Last, because moving one of these submissions waits until its row is unlocked.
        await deleteBacklog(client, bounds);
        const rest = end === range.upTo ? null : { after: end, upTo: range.upTo };
        return { indexed: members.length, rest };
      },
      { isolation: "snapshot" },
    );
  } catch (error) {
    if (isConflict(error)) return null;
    throw error;
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && "code" in error && CONFLICT_CODES.includes(String(error.code));
}

/** One process at a time indexes a workspace. */
async function tryLock(client: pg.PoolClient, workspaceId: string): Promise<boolean> {
  const { rows } = await client.query<{ is_locked: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_locked",
    [`search:${workspaceId}`],
  );
  return rows[0]?.is_locked ?? false;
}

type Bounds = [workspaceId: string, fromAt: Date, fromId: string, upToAt: Date, upToId: string];

function boundsOf(workspaceId: string, { after, upTo }: IndexRange): Bounds {
  const from = after ?? OLDEST;
  return [workspaceId, from.at, from.id, upTo.at, upTo.id];
}

async function readMembers(
  client: pg.PoolClient,
  workspaceId: string,
  range: IndexRange,
): Promise<{ members: Member[]; end: Position }> {
  const [, ...bounds] = boundsOf(workspaceId, range);
  const { rows } = await client.query<Member>(READ_MEMBERS, [
    workspaceId,
    INDEXED_FOLDERS,
    ...bounds,
  ]);
  let bytes = 0;
  const tooMany = rows.findIndex((row, index) => {
    bytes += row.bytes;
    return index === MAX_SEGMENT_SIZE || (index > 0 && bytes > MAX_SEGMENT_TEXT_BYTES);
  });
  const members = tooMany < 0 ? rows : rows.slice(0, tooMany);
  const last = members.at(-1);
  const end = tooMany < 0 || !last ? range.upTo : { at: last.received_at, id: last.id };
  return { members, end };
}

/** Reads the texts a few at a time, so that requests to this process don't wait for long. */
async function indexMembers(
  client: pg.PoolClient,
  workspaceId: string,
  members: readonly Member[],
): Promise<SegmentRows> {
  const builder = new SegmentBuilder();
  let first = 0;
  while (first < members.length) {
    let end = first;
    for (let bytes = 0; end < members.length && bytes < TEXT_BYTES_AT_ONCE; end += 1)
      bytes += members[end]?.bytes ?? 0;
    const rows = await queryPrepared<{ id: string; search_text: string }>(client, {
      text: "SELECT id, search_text FROM submissions WHERE workspace_id = $1 AND id IN (SELECT unnest($2::uuid[]))",
      values: [workspaceId, members.slice(first, end).map(({ id }) => id)],
    });
    const texts = new Map(rows.map(({ id, search_text }) => [id, search_text]));
    for (const [index, member] of members.slice(first, end).entries())
      await addMember(builder, first + index, member, texts.get(member.id) ?? "");
    first = end;
  }
  return builder.toRows(members.length);
}

async function addMember(
  builder: SegmentBuilder,
  position: number,
  { form_id, folder }: Member,
  text: string,
): Promise<void> {
  builder.add(position, gramOfProperty("form", form_id));
  builder.add(position, gramOfProperty("folder", folder));
  for (let from = 0; from < text.length; from += TEXT_BYTES_AT_ONCE) {
    if (from > 0) await yieldToOthers();
    const piece = text.slice(from, from + TEXT_BYTES_AT_ONCE + OVERLAP);
    visitGrams(piece, (gram) => builder.add(position, gram));
  }
}

async function deleteSegments(client: pg.PoolClient, bounds: Bounds): Promise<void> {
  await client.query(
    `DELETE FROM search_parts WHERE workspace_id = $1
      AND (newest_at, newest_id) > ($2, $3::uuid) AND (newest_at, newest_id) <= ($4, $5::uuid)`,
    bounds,
  );
}

async function deleteBacklog(client: pg.PoolClient, bounds: Bounds): Promise<void> {
  await client.query(
    `DELETE FROM search_backlog WHERE workspace_id = $1 AND ctid = ANY (ARRAY (
      SELECT ctid FROM search_backlog WHERE workspace_id = $1
        AND (received_at, submission_id) > ($2, $3::uuid)
        AND (received_at, submission_id) <= ($4, $5::uuid)
      FOR UPDATE SKIP LOCKED
    ))`,
    bounds,
  );
}

type NewSegment = {
  workspaceId: string;
  end: Position;
  members: readonly Member[];
  rows: SegmentRows;
  now: Date;
};

async function insertSegment(
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
