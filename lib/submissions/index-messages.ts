import { setImmediate as breathe } from "node:timers/promises";
import type pg from "pg";
import { OLDEST, type Position } from "#lib/core/cursor";
import { clientTransaction } from "#lib/db/database";
import { queryPrepared } from "#lib/db/query-prepared";
import {
  type IndexRange,
  MAX_PART_BYTES,
  MAX_PART_MESSAGES,
} from "#lib/submissions/indexing-rules";
import { FOLDERS } from "#lib/submissions/schema";
import { gramOfTrait, visitGrams } from "#lib/submissions/search-grams";
import { type PartRows, PostingLists } from "#lib/submissions/search-part";

/** Text that is read or gone through at once: others of this process wait as long. */
const BYTES_AT_ONCE = 65_536;
const ROWS_AT_ONCE = 64;
/** No two of its characters in a row are missed where a long text is cut. */
const OVERLAP = 8;
/** Serialization failure and unique violation: somebody else changed, or made, the same. */
const LOST_RACES = ["40001", "23505"];

type Member = { id: string; received_at: Date; folder: string; form_id: string; bytes: number };

/** Up to as many messages of the range as one part holds, oldest first, and one more. */
const READ_MEMBERS = `
  SELECT s.id, s.received_at, s.folder, s.form_id, octet_length(s.search_text) AS bytes
  FROM unnest($2::text[]) AS d(folder) CROSS JOIN LATERAL (
    SELECT * FROM submissions
    WHERE workspace_id = $1 AND folder = d.folder
      AND (received_at, id) > ($3, $4::uuid) AND (received_at, id) <= ($5, $6::uuid)
    ORDER BY received_at, id LIMIT ${MAX_PART_MESSAGES + 1}
  ) s
  ORDER BY s.received_at, s.id LIMIT ${MAX_PART_MESSAGES + 1}`;

const SNAPSHOT = { isolation: "snapshot" } as const;

/**
 * Makes one part of the search index of a range of messages, in place of what was there; as much of
 * the range as a part holds. Who searches meanwhile sees the state before or after, and what is moved
 * meanwhile stays in the backlog.
 *
 * @returns how many messages were indexed and the rest of the range; null where somebody else is at
 * it, or changed one of its messages meanwhile: then nothing was done, and a later run will
 */
export async function indexMessages(
  workspaceId: string,
  range: IndexRange,
  now: Date,
): Promise<{ indexed: number; rest: IndexRange | null } | null> {
  try {
    return await clientTransaction(async (client) => {
      if (!(await isFirst(client, workspaceId))) return null;
      const { members, end } = await readMembers(client, workspaceId, range);
      const rows = await gather(client, members);
      await replaceParts(
        client,
        workspaceId,
        { after: range.after, upTo: end },
        members,
        rows,
        now,
      );
      const isWhole = end === range.upTo;
      return {
        indexed: members.length,
        rest: isWhole ? null : { after: end, upTo: range.upTo },
      };
    }, SNAPSHOT);
  } catch (failure) {
    if (isLostRace(failure)) return null;
    throw failure;
  }
}

function isLostRace(failure: unknown): boolean {
  return failure instanceof Error && "code" in failure && LOST_RACES.includes(String(failure.code));
}

/** One indexes a workspace at a time, in all processes together. */
async function isFirst(client: pg.PoolClient, workspaceId: string): Promise<boolean> {
  const { rows } = await client.query<{ is_first: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS is_first",
    [`search:${workspaceId}`],
  );
  return rows[0]?.is_first ?? false;
}

async function readMembers(
  client: pg.PoolClient,
  workspaceId: string,
  { after, upTo }: IndexRange,
): Promise<{ members: Member[]; end: Position }> {
  const from = after ?? OLDEST;
  const { rows } = await client.query<Member>(READ_MEMBERS, [
    workspaceId,
    [...FOLDERS],
    from.at,
    from.id,
    upTo.at,
    upTo.id,
  ]);
  let bytes = 0;
  const tooMany = rows.findIndex((row, index) => {
    bytes += row.bytes;
    return index === MAX_PART_MESSAGES || (index > 0 && bytes > MAX_PART_BYTES);
  });
  const members = tooMany < 0 ? rows : rows.slice(0, tooMany);
  const last = members.at(-1);
  const end = tooMany < 0 || !last ? upTo : { at: last.received_at, id: last.id };
  return { members, end };
}

/** Reads the texts a few at a time, and lets others go on in between. */
async function gather(client: pg.PoolClient, members: readonly Member[]): Promise<PartRows> {
  const lists = new PostingLists();
  let first = 0;
  while (first < members.length) {
    let end = first;
    for (let bytes = 0; end < members.length && bytes < BYTES_AT_ONCE; end += 1)
      bytes += members[end]?.bytes ?? 0;
    const rows = await queryPrepared<{ id: string; search_text: string }>(client, {
      text: "SELECT id, search_text FROM submissions WHERE id = ANY($1::uuid[])",
      values: [members.slice(first, end).map(({ id }) => id)],
    });
    const texts = new Map(rows.map(({ id, search_text }) => [id, search_text]));
    for (let position = first; position < end; position += 1) {
      const member = members[position];
      if (member) await addMember(lists, position, member, texts.get(member.id) ?? "");
    }
    first = end;
  }
  return lists.toRows(members.length);
}

async function addMember(
  lists: PostingLists,
  position: number,
  { form_id, folder }: Member,
  text: string,
): Promise<void> {
  lists.add(position, gramOfTrait("form", form_id));
  lists.add(position, gramOfTrait("folder", folder));
  for (let from = 0; from < text.length; from += BYTES_AT_ONCE) {
    if (from > 0) await breathe();
    const piece = text.slice(from, from + BYTES_AT_ONCE + OVERLAP);
    visitGrams(piece, (gram) => lists.add(position, gram));
  }
}

async function replaceParts(
  client: pg.PoolClient,
  workspaceId: string,
  { after, upTo }: IndexRange,
  members: readonly Member[],
  rows: PartRows,
  now: Date,
): Promise<void> {
  const from = after ?? OLDEST;
  const range = [workspaceId, from.at, from.id, upTo.at, upTo.id];
  await client.query(
    `DELETE FROM search_parts WHERE workspace_id = $1
      AND (newest_at, newest_id) > ($2, $3::uuid) AND (newest_at, newest_id) <= ($4, $5::uuid)`,
    range,
  );
  const [oldest] = members;
  if (oldest) {
    const ids = Buffer.from(members.map(({ id }) => id.replaceAll("-", "")).join(""), "hex");
    const bytes = members.reduce((sum, member) => sum + member.bytes, 0);
    const { rows: made } = await client.query<{ id: number }>(
      `INSERT INTO search_parts (workspace_id, newest_at, newest_id, oldest_at, oldest_id, size, text_bytes,
        submission_ids, bucket_count, checked_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`,
      [
        workspaceId,
        upTo.at,
        upTo.id,
        oldest.received_at,
        oldest.id,
        members.length,
        bytes,
        ids,
        rows.bucketCount,
        now,
      ],
    );
    const [part] = made;
    if (part) await insertRows(client, part.id, rows);
  }
  // Last, for others wait for these rows: who moves one of the messages.
  await client.query(
    `DELETE FROM search_backlog WHERE ctid = ANY (ARRAY (
      SELECT ctid FROM search_backlog WHERE workspace_id = $1
        AND (received_at, submission_id) > ($2, $3::uuid)
        AND (received_at, submission_id) <= ($4, $5::uuid)
      FOR UPDATE SKIP LOCKED
    ))`,
    range,
  );
}

async function insertRows(client: pg.PoolClient, partId: number, rows: PartRows): Promise<void> {
  for (const batch of inBatches(rows.lists()))
    await queryPrepared(client, {
      text: `INSERT INTO search_lists (part_id, bucket, grams, ends, positions)
        SELECT $1, bucket, grams::int[], ends::int[], positions
        FROM unnest($2::int[], $3::text[], $4::text[], $5::bytea[])
          AS r(bucket, grams, ends, positions)`,
      values: [
        partId,
        batch.map(({ bucket }) => bucket),
        batch.map(({ grams }) => grams),
        batch.map(({ ends }) => ends),
        batch.map(({ positions }) => positions),
      ],
    });
  for (const batch of inBatches(rows.bitmaps()))
    await queryPrepared(client, {
      text: `INSERT INTO search_bitmaps (part_id, gram, bits)
        SELECT $1, gram, bits::varbit FROM unnest($2::int[], $3::text[]) AS r(gram, bits)`,
      values: [partId, batch.map(({ gram }) => gram), batch.map(({ bits }) => bits)],
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
