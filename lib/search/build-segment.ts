import { setImmediate as yieldToOthers } from "node:timers/promises";
import type pg from "pg";
import { comparatorOf, type Position } from "#lib/core/cursor";
import { queryPrepared } from "#lib/db/query-prepared";
import { gramOfProperty, visitGrams } from "#lib/search/grams";
import {
  INDEXED_FOLDERS,
  type IndexRange,
  MAX_SEGMENT_SIZE,
  MAX_SEGMENT_TEXT_BYTES,
} from "#lib/search/plan-indexing";
import { SegmentBuilder, type SegmentRows } from "#lib/search/segment-builder";
import {
  boundsOf,
  deleteBacklog,
  deleteSegments,
  insertSegment,
  type Member,
  readBacklog,
} from "#lib/search/store-segment";

/** Text that is read and processed at once. Requests to this process wait that long. */
const TEXT_BYTES_AT_ONCE = 65_536;
/** Where a long text is split, both pieces have these characters, so that no gram is missed. */
const OVERLAP = 8;

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
 * Indexes the submissions of a range again, or as many of them as fit in a segment, and replaces the segments
 * there. A replaced segment that reaches further is replaced as a whole, by several if need be.
 *
 * In the transaction that `client` is in (READ COMMITTED), which must be the only one that indexes this
 * workspace. A submission that arrives late or is moved meanwhile stays in the backlog: the backlog is read
 * before the submissions, and only what was read is deleted.
 *
 * @returns how many submissions were indexed
 */
export async function buildSegments(
  client: pg.PoolClient,
  workspaceId: string,
  range: IndexRange,
  now: Date,
): Promise<number> {
  const backlog = await readBacklog(client, boundsOf(workspaceId, range));
  let built = await buildSegment(client, workspaceId, range, now);
  let indexed = built.indexed;
  while (built.rest) {
    built = await buildSegment(client, workspaceId, built.rest, now);
    indexed += built.indexed;
  }
  // Last, because moving one of these submissions waits until its row is unlocked.
  await deleteBacklog(
    client,
    boundsOf(workspaceId, { after: range.after, upTo: built.end }),
    backlog,
  );
  return indexed;
}

/** `end`: up to where the range is indexed. `rest`: what the replaced segments covered beyond that. */
type Built = { indexed: number; end: Position; rest: IndexRange | null };

async function buildSegment(
  client: pg.PoolClient,
  workspaceId: string,
  range: IndexRange,
  now: Date,
): Promise<Built> {
  const { members, end } = await readMembers(client, workspaceId, range);
  const rows = await indexMembers(client, workspaceId, members);
  const newest = await deleteSegments(
    client,
    boundsOf(workspaceId, { after: range.after, upTo: end }),
  );
  if (members.length > 0) await insertSegment(client, { workspaceId, end, members, rows, now });
  const isCut = newest !== null && comparatorOf("desc")(newest, end) < 0;
  return { indexed: members.length, end, rest: isCut ? { after: end, upTo: newest } : null };
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
