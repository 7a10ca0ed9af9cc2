import type { Context } from "#lib/core/context";
import type { Position } from "#lib/core/cursor";
import { pool } from "#lib/db/database";
import { Prisma } from "#lib/db/generated/client";
import { queryPrepared } from "#lib/db/query-prepared";
import {
  holdsSql,
  isVisibleSql,
  type ListRange,
  matchSql,
  newestSql,
  rangeSql,
} from "#lib/submissions/filter-sql";
import type { SubmissionFilter } from "#lib/submissions/schema";
import type { Candidate } from "#lib/submissions/search-index";

/** What is looked for. */
export type Search = {
  ctx: Context;
  filter: SubmissionFilter & { search: string };
  range: ListRange;
  /** How many matches are enough. */
  wanted: number;
};

type Row = { id: string; received_at: Date };

/** What a walk found; `end`: how far it came; null: to the end of the range. */
export type Walk = { matches: Position[]; end: Position | null };

/** Reads up to `count` of the newest messages of the filter one by one, until there are enough matches. */
export async function walk({ ctx, filter, range, wanted }: Search, count: number): Promise<Walk> {
  const rows = await queryPrepared<Row & { is_match: boolean; n: number }>(
    pool(),
    Prisma.sql`
      SELECT id, received_at, is_match, n FROM (
        SELECT s.id, s.received_at, ${holdsSql(filter.search)} AND ${isVisibleSql(ctx)} AS is_match,
          row_number() OVER (ORDER BY s.received_at DESC, s.id DESC)::int AS n
        FROM (${newestSql(ctx, filter, range, count)}) s
      ) walked
      WHERE is_match OR n = ${count} ORDER BY n LIMIT ${wanted}`,
  );
  const last = rows.at(-1);
  const isWhole = !last || (last.n < count && rows.length < wanted);
  return {
    matches: rows.filter((row) => row.is_match).map(toPosition),
    end: isWhole ? null : toPosition(last),
  };
}

/**
 * One message by its key, whatever else is asked of it: OFFSET 0 keeps the other conditions outside,
 * or the statistics may speak for an index that has to be read from end to end to find the key in it.
 */
function byKeySql(id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`SELECT * FROM submissions WHERE id = ${id} OFFSET 0`;
}

/** Matches among the messages that came or were moved since the index last looked. */
export async function readBacklog({ ctx, filter, range, wanted }: Search): Promise<Position[]> {
  const rows = await queryPrepared<Row>(
    pool(),
    Prisma.sql`
      SELECT s.id, s.received_at FROM (
        SELECT b.submission_id FROM search_backlog b
        WHERE b.workspace_id = ${ctx.workspaceId}::uuid
          AND (b.received_at, b.submission_id) < (${range.before.at}, ${range.before.id}::uuid)
          AND (b.received_at, b.submission_id) >= (${range.from.at}, ${range.from.id}::uuid)
        ORDER BY b.received_at DESC, b.submission_id DESC
      ) b CROSS JOIN LATERAL (
        SELECT s.id, s.received_at FROM (${byKeySql(Prisma.sql`b.submission_id`)}) s
        WHERE ${matchSql(filter)} AND ${isVisibleSql(ctx)}
      ) s
      ORDER BY s.received_at DESC, s.id DESC LIMIT ${wanted}`,
  );
  return rows.map(toPosition);
}

/**
 * Those of the candidates that match; null when a part was made anew since the index was asked, so
 * that their places mean nothing any more.
 */
export async function readCandidates(
  { ctx, filter, range }: Search,
  candidates: readonly Candidate[],
): Promise<Position[] | null> {
  const rows = await queryPrepared<Row | { id: null }>(
    pool(),
    Prisma.sql`
      SELECT s.id, s.received_at
      FROM unnest(${candidates.map(({ partId }) => partId)}::int[],
        ${candidates.map(({ place }) => place)}::int[]) AS c(part_id, place)
      LEFT JOIN LATERAL (
        SELECT encode(substr(submission_ids, c.place * 16 + 1, 16), 'hex')::uuid AS id
        FROM search_parts WHERE id = c.part_id
      ) member ON true
      LEFT JOIN LATERAL (
        SELECT s.id, s.received_at FROM (${byKeySql(Prisma.sql`member.id`)}) s
        WHERE ${rangeSql(range)} AND ${matchSql(filter)} AND ${isVisibleSql(ctx)}
      ) s ON true
      WHERE s.id IS NOT NULL OR member.id IS NULL`,
  );
  const found = rows.flatMap((row) => (row.id === null ? [] : [toPosition(row)]));
  return found.length === rows.length ? found : null;
}

function toPosition({ id, received_at }: Row): Position {
  return { id, at: received_at };
}
