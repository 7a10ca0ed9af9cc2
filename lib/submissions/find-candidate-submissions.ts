import type { Context } from "#lib/core/context";
import { NEWEST, OLDEST } from "#lib/core/cursor";
import { foldForSearch } from "#lib/core/text";
import { pool } from "#lib/db/database";
import { askForTerm, findCandidates } from "#lib/submissions/search-index";

/** More parts than a workspace has. */
const ALL_PARTS = 1_000_000;

/**
 * All messages of the workspace that may hold the term, whatever their folder and state, also of forms
 * that are deleted; those that do are among them.
 */
export async function findCandidateSubmissions(ctx: Context, term: string): Promise<string[]> {
  const { workspaceId } = ctx;
  // Before the index: a message that goes from here to there is then seen twice, not never.
  const { rows: late } = await pool().query<{ id: string }>(
    "SELECT submission_id AS id FROM search_backlog WHERE workspace_id = $1",
    [workspaceId],
  );
  const asked = await askForTerm(workspaceId, foldForSearch(term));
  if (!asked) return late.map(({ id }) => id);
  const range = { before: NEWEST, from: OLDEST };
  const { candidates } = await findCandidates({
    workspaceId,
    grams: asked.grams,
    range,
    partCount: ALL_PARTS,
  });
  const { rows } = await pool().query<{ id: string | null }>(
    `SELECT encode(substr(p.submission_ids, c.place * 16 + 1, 16), 'hex')::uuid AS id
    FROM unnest($1::int[], $2::int[]) AS c(part_id, place)
    LEFT JOIN search_parts p ON p.id = c.part_id`,
    [candidates.map(({ partId }) => partId), candidates.map(({ place }) => place)],
  );
  const found = rows.flatMap(({ id }) => id ?? []);
  // A part was made anew in between: its places mean nothing any more.
  if (found.length < rows.length) return findCandidateSubmissions(ctx, term);
  return [...found, ...late.map(({ id }) => id)];
}
