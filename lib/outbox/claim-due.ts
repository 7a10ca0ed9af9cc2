import { pool } from "#lib/db/database";

/** How long a claim holds; a worker that died leaves its entry free again after this time. */
export const LEASE_MS = 45_000;
/** At most so many entries of one kind and workspace are in flight, in all processes together. */
export const MAX_IN_FLIGHT = 5;
/** Workspaces that one claim looks at; bounds its cost however many wait for a later time. */
const MAX_STEPS = 400;
/** Before every workspace in the order of turns. */
export const TURN_START = "00000000-0000-0000-0000-000000000000";

/** An entry that this worker holds until its lease ends. Every write about it asks for the token. */
export type Claim = {
  entryId: string;
  token: string;
  workspaceId: string;
  subjectId: string;
  /** When it was due, before it was claimed. */
  dueAt: Date;
};

export type Claimed = {
  claims: Claim[];
  /** Where the next claim goes on, or null when every workspace has had its turn. */
  nextTurn: string | null;
};

type Row = {
  cursor: string;
  is_end: boolean;
  id: string | null;
  workspace_id: string;
  subject_id: string;
  due_at: Date;
};

/**
 * Visits workspaces in the order of their ids, some index probes each, and takes due entries where
 * there is room: first one of each, then a second one of each. ORDER BY with LIMIT keeps every probe
 * on its index, whatever the statistics say; OFFSET 0 keeps `seen` from being worked out twice.
 * $1 kind, $2 now, $3 where the turn goes on, $4 entries wanted, $5 token, $6 end of the lease.
 */
const CLAIM = `
WITH RECURSIVE turn AS (
  SELECT $3::uuid AS workspace_id, 0 AS room, 0 AS step, 0 AS found
  UNION ALL
  SELECT next.workspace_id, seen.room, t.step + 1, t.found + least(seen.room, 1)
  FROM turn t
  CROSS JOIN LATERAL (
    SELECT o.workspace_id FROM outbox o WHERE o.workspace_id > t.workspace_id
    ORDER BY o.workspace_id LIMIT 1
  ) next
  CROSS JOIN LATERAL (
    SELECT CASE WHEN $2 >= (
      SELECT o.due_at FROM outbox o WHERE o.workspace_id = next.workspace_id AND o.kind = $1
      ORDER BY o.due_at LIMIT 1
    ) THEN greatest(0, ${MAX_IN_FLIGHT} - (
      SELECT count(*) FROM outbox o
      WHERE o.workspace_id = next.workspace_id AND o.kind = $1
        AND o.claim_token IS NOT NULL AND o.due_at > $2
    ))::int ELSE 0 END AS room
    OFFSET 0
  ) seen
  WHERE t.found < $4 AND t.step < ${MAX_STEPS}
), last AS (
  SELECT workspace_id, found < $4 AND step < ${MAX_STEPS} AS is_end
  FROM turn ORDER BY step DESC LIMIT 1
), locked AS MATERIALIZED (
  SELECT l.id, l.due_at, t.step,
    row_number() OVER (PARTITION BY t.workspace_id ORDER BY l.due_at, l.id) AS round
  FROM turn t CROSS JOIN LATERAL (
    SELECT o.id, o.due_at FROM outbox o
    WHERE o.workspace_id = t.workspace_id AND o.kind = $1 AND o.due_at <= $2
    ORDER BY o.due_at LIMIT t.room FOR UPDATE SKIP LOCKED
  ) l WHERE t.room > 0
), chosen AS (
  SELECT id, due_at FROM locked ORDER BY round, step LIMIT $4
), claimed AS (
  UPDATE outbox o SET due_at = $6, claim_token = $5::uuid
  FROM chosen c WHERE o.id = c.id
  RETURNING o.id, o.workspace_id, o.subject_id, c.due_at
)
SELECT last.workspace_id AS cursor, last.is_end, claimed.id, claimed.workspace_id,
  claimed.subject_id, claimed.due_at
FROM last LEFT JOIN claimed ON true`;

/**
 * Claims due entries of one kind, fairly across workspaces. One claim of a kind at a time: only so
 * is what another worker has just claimed counted, and {@link MAX_IN_FLIGHT} exact. The transaction
 * touches nothing outside and ends itself should this process freeze within it.
 */
export async function claimDue(options: {
  kind: string;
  now: Date;
  /** {@link TURN_START}, or `nextTurn` of the claim before. */
  turn: string;
  limit: number;
  token: string;
}): Promise<Claimed> {
  const { kind, now, turn, limit, token } = options;
  const client = await pool().connect();
  let failure: Error | undefined;
  try {
    await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'");
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('claim-due:' || $1, 0))", [
      kind,
    ]);
    const { rows } = await client.query<Row>(CLAIM, [
      kind,
      now,
      turn,
      limit,
      token,
      new Date(now.getTime() + LEASE_MS),
    ]);
    await client.query("COMMIT");
    return toClaimed(rows, token);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection that failed in the middle of a transaction is closed, which undoes it.
    client.release(failure);
  }
}

function toClaimed(rows: readonly Row[], token: string): Claimed {
  const [first] = rows;
  return {
    claims: rows.flatMap((row) =>
      row.id === null
        ? []
        : {
            entryId: row.id,
            token,
            workspaceId: row.workspace_id,
            subjectId: row.subject_id,
            dueAt: row.due_at,
          },
    ),
    nextTurn: first === undefined || first.is_end ? null : first.cursor,
  };
}
