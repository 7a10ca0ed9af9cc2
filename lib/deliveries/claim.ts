import { clientTransaction, pool } from "#lib/db/database";

/** How long a claim lasts. The entry of a worker that died is free again after this time. */
export const LEASE_MS = 45_000;
/** Entries of one kind and workspace in flight, over all processes. */
export const MAX_IN_FLIGHT = 5;
/** Concurrency keys that one claim looks at, which bounds its cost. */
const MAX_STEPS = 400;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** All emails of a workspace share this concurrency key; an event's is its webhook. */
export const EMAIL_CONCURRENCY_KEY = FIRST_ID;
/** Before every workspace and concurrency key in the order of turns. */
export const TURN_START = `${FIRST_ID} ${FIRST_ID}`;

/** An entry that this worker holds until its lease ends. Every write about it checks the token. */
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
  /** Where the next claim continues, or null when every workspace has had its turn. */
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
 * Visits the concurrency keys (column `lane`) of all workspaces in order, with a few index probes
 * each, and claims due entries where there is room: first one per workspace, then a second one. Within
 * a workspace, keys with the fewest entries in flight go first and chance decides among equals, so
 * that none waits behind another's backlog. A workspace without room is one step, however many keys
 * it has. ORDER BY with LIMIT keeps every probe on its index, whatever the statistics say; OFFSET 0
 * keeps `seen` and `lane` from being computed twice.
 * $1 kind, $2 now, $3 and $4 workspace and key where the turn continues, $5 entries wanted, $6 token,
 * $7 end of the lease, $8 entries in flight per key.
 */
const CLAIM = `
WITH RECURSIVE turn AS (
  SELECT $3::uuid AS workspace_id, $4::uuid AS lane, 1 AS spare, 0 AS held, 0 AS room,
    0 AS taken, 0 AS step, 0 AS found
  UNION ALL
  SELECT next.workspace_id, next.lane, seen.spare, lane.held, lane.room,
    seen.taken + least(lane.room, 1), t.step + 1,
    t.found + least(lane.room, 1, greatest(0, seen.spare - seen.taken))
  FROM turn t
  CROSS JOIN LATERAL (
    SELECT o.workspace_id, o.lane FROM outbox o
    WHERE o.kind = $1 AND (o.workspace_id, o.lane) >
      (t.workspace_id, CASE WHEN t.spare > 0 THEN t.lane ELSE '${LAST_ID}'::uuid END)
    ORDER BY o.workspace_id, o.lane LIMIT 1
  ) next
  CROSS JOIN LATERAL (
    SELECT
      CASE WHEN t.step > 0 AND next.workspace_id = t.workspace_id THEN t.spare
      ELSE greatest(0, ${MAX_IN_FLIGHT} - (
        SELECT count(*) FROM outbox o
        WHERE o.workspace_id = next.workspace_id AND o.kind = $1
          AND o.claim_token IS NOT NULL AND o.due_at > $2
      ))::int END AS spare,
      CASE WHEN next.workspace_id = t.workspace_id THEN t.taken ELSE 0 END AS taken
    OFFSET 0
  ) seen
  CROSS JOIN LATERAL (
    SELECT held, CASE WHEN seen.spare > 0 AND held < $8 AND $2 >= (
      SELECT o.due_at FROM outbox o
      WHERE o.kind = $1 AND o.workspace_id = next.workspace_id AND o.lane = next.lane
      ORDER BY o.due_at LIMIT 1
    ) THEN least(seen.spare, $8 - held) ELSE 0 END AS room
    FROM (
      SELECT count(*)::int AS held FROM outbox o
      WHERE o.workspace_id = next.workspace_id AND o.kind = $1 AND o.lane = next.lane
        AND o.claim_token IS NOT NULL AND o.due_at > $2
    ) in_lane
    OFFSET 0
  ) lane
  WHERE t.found < $5 AND t.step < ${MAX_STEPS}
), last AS (
  SELECT workspace_id || ' ' || lane AS cursor, found < $5 AND step < ${MAX_STEPS} AS is_end
  FROM turn ORDER BY step DESC LIMIT 1
), due AS MATERIALIZED (
  SELECT l.id, l.due_at, t.workspace_id, t.lane, t.spare, t.step,
    t.held + row_number() OVER (PARTITION BY t.workspace_id, t.lane ORDER BY l.due_at, l.id) AS nth
  FROM turn t CROSS JOIN LATERAL (
    SELECT o.id, o.due_at FROM outbox o
    WHERE o.kind = $1 AND o.workspace_id = t.workspace_id AND o.lane = t.lane AND o.due_at <= $2
    ORDER BY o.due_at LIMIT t.room FOR UPDATE SKIP LOCKED
  ) l WHERE t.room > 0
), ranked AS (
  SELECT id, due_at, spare, step, row_number() OVER (
    PARTITION BY workspace_id ORDER BY nth, md5(lane::text || $6), due_at, id
  ) AS round
  FROM due
), chosen AS (
  SELECT id, due_at FROM ranked WHERE round <= spare ORDER BY round, step LIMIT $5
), claimed AS (
  UPDATE outbox o SET due_at = $7, claim_token = $6::uuid
  FROM chosen c WHERE o.id = c.id
  RETURNING o.id, o.workspace_id, o.subject_id, c.due_at
)
SELECT last.cursor, last.is_end, claimed.id, claimed.workspace_id, claimed.subject_id,
  claimed.due_at
FROM last LEFT JOIN claimed ON true`;

/**
 * Claims due entries of one kind, fairly across workspaces and the concurrency keys within them. Runs
 * one claim of a kind at a time, which makes {@link MAX_IN_FLIGHT} and `perConcurrencyKey` exact.
 */
export async function claimDue(options: {
  kind: string;
  now: Date;
  /** {@link TURN_START}, or `nextTurn` of the claim before. */
  turn: string;
  limit: number;
  token: string;
  /** Entries of one concurrency key that may be in flight; by default as many as of a workspace. */
  perConcurrencyKey?: number;
}): Promise<Claimed> {
  const { kind, now, turn, limit, token, perConcurrencyKey = MAX_IN_FLIGHT } = options;
  const [workspaceId, concurrencyKey] = turn.split(" ");
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
  return clientTransaction(
    async (client) => {
      const lock = "SELECT pg_advisory_xact_lock(hashtextextended('claim-due:' || $1, 0))";
      await client.query(lock, [kind]);
      const values = [
        kind,
        now,
        workspaceId,
        concurrencyKey,
        limit,
        token,
        leaseEnd,
        perConcurrencyKey,
      ];
      const { rows } = await client.query<Row>(CLAIM, values);
      return toClaimed(rows, token);
    },
    { maxIdleSeconds: 5 },
  );
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

/**
 * Releases a claim; the entry is due again at `dueAt`.
 *
 * @returns false when another worker holds the entry: nothing was changed
 */
export async function postponeClaim(claim: Claim, dueAt: Date): Promise<boolean> {
  const { rowCount } = await pool().query(
    "UPDATE outbox SET due_at = $3, claim_token = NULL WHERE id = $1 AND claim_token = $2",
    [claim.entryId, claim.token, dueAt],
  );
  return rowCount === 1;
}

/**
 * Deletes a claimed entry whose delivery is gone.
 *
 * @returns false when another worker holds the entry: nothing was changed
 */
export async function dropClaim({ entryId, token }: Claim): Promise<boolean> {
  const drop = "DELETE FROM outbox WHERE id = $1 AND claim_token = $2";
  const { rowCount } = await pool().query(drop, [entryId, token]);
  return rowCount === 1;
}

/** After this a drain claims nothing more, so that it ends within a minute. */
export const DRAIN_BUDGET_MS = 40_000;
