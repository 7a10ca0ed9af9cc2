import { lockInTransaction, pool, transaction } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Channel } from "#lib/domain/deliveries/schema";

/**
 * The duration of a claim, long enough for a call and for recording its result. After it, the deliveries of a killed
 * worker are due again.
 */
export const LEASE_MS = 30_000;
/**
 * The most deliveries of one channel and workspace in flight, over all processes. A drain can override it.
 */
export const MAX_IN_FLIGHT = 5;
/** The most concurrency keys that one claim visits, which limits its cost. */
const MAX_STEPS = 400;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** The concurrency key that all emails of a workspace share. An event's key is its webhook. */
export const EMAIL_CONCURRENCY_KEY = FIRST_ID;
/** Sorts before every workspace and concurrency key. */
export const TURN_START = `${FIRST_ID} ${FIRST_ID}`;

/**
 * A worker's hold on a delivery until the lease ends. Every write about the delivery checks the
 * token.
 */
export type Claim = {
  workspaceId: string;
  deliveryId: string;
  token: string;
  /** The time it was due at before it was claimed. */
  dueAt: Date;
};

type Row = {
  cursor: string;
  is_end: boolean;
  id: string | null;
  workspace_id: string;
  due_at: Date;
};

const COLUMNS: Columns<Row> = {
  cursor: "text",
  is_end: "bool",
  id: "uuid",
  workspace_id: "uuid",
  due_at: "timestamptz",
};

/**
 * Visits the concurrency keys of all workspaces in order, with a few index probes each, and claims what is
 * due where there is room: first one delivery per workspace, then a second one. Within a workspace, keys
 * with the fewest deliveries in flight go first, in random order among equals, so that no key waits behind
 * another's backlog. A workspace without room costs a single step, however many keys it has. ORDER BY with
 * LIMIT keeps every probe on its index, whatever the statistics are; OFFSET 0 keeps `seen` and `own` from
 * being computed twice. A process of version 1.0.0 would free the deliveries that `claimed_by` names. $1
 * channel, $2 now, $3 and $4 workspace and key where the turn continues, $5 deliveries wanted, $6 token,
 * $7 end of the lease, $8 deliveries in flight per key, $9 deliveries in flight per workspace.
 */
const CLAIM = `
WITH RECURSIVE turn AS (
  SELECT $3::uuid AS workspace_id, $4::uuid AS concurrency_key, 1 AS spare, 0 AS held, 0 AS room,
    0 AS taken, 0 AS step, 0 AS found
  UNION ALL
  SELECT next.workspace_id, next.concurrency_key, seen.spare, own.held, own.room,
    seen.taken + least(own.room, 1), t.step + 1,
    t.found + least(own.room, 1, greatest(0, seen.spare - seen.taken))
  FROM turn t
  CROSS JOIN LATERAL (
    SELECT d.workspace_id, d.concurrency_key FROM deliveries d
    WHERE d.channel = $1 AND d.due_at IS NOT NULL AND (d.workspace_id, d.concurrency_key) >
      (t.workspace_id, CASE WHEN t.spare > 0 THEN t.concurrency_key ELSE '${LAST_ID}'::uuid END)
    ORDER BY d.workspace_id, d.concurrency_key LIMIT 1
  ) next
  CROSS JOIN LATERAL (
    SELECT
      CASE WHEN t.step > 0 AND next.workspace_id = t.workspace_id THEN t.spare
      ELSE greatest(0, $9 - (
        SELECT count(*) FROM deliveries d
        WHERE d.workspace_id = next.workspace_id AND d.channel = $1
          AND d.claim_token IS NOT NULL AND d.due_at > $2
      ))::int END AS spare,
      CASE WHEN next.workspace_id = t.workspace_id THEN t.taken ELSE 0 END AS taken
    OFFSET 0
  ) seen
  CROSS JOIN LATERAL (
    SELECT held, CASE WHEN seen.spare > 0 AND held < $8 AND $2 >= (
      SELECT d.due_at FROM deliveries d
      WHERE d.channel = $1 AND d.workspace_id = next.workspace_id
        AND d.concurrency_key = next.concurrency_key AND d.due_at IS NOT NULL
      ORDER BY d.due_at LIMIT 1
    ) THEN least(seen.spare, $8 - held) ELSE 0 END AS room
    FROM (
      SELECT count(*)::int AS held FROM deliveries d
      WHERE d.workspace_id = next.workspace_id AND d.channel = $1 AND d.concurrency_key = next.concurrency_key
        AND d.claim_token IS NOT NULL AND d.due_at > $2
    ) in_key
    OFFSET 0
  ) own
  WHERE t.found < $5 AND t.step < ${MAX_STEPS}
), last AS (
  SELECT workspace_id || ' ' || concurrency_key AS cursor, found < $5 AND step < ${MAX_STEPS} AS is_end
  FROM turn ORDER BY step DESC LIMIT 1
), due AS MATERIALIZED (
  SELECT l.id, l.due_at, t.workspace_id, t.concurrency_key, t.spare, t.step,
    t.held + row_number() OVER (PARTITION BY t.workspace_id, t.concurrency_key ORDER BY l.due_at, l.id) AS nth
  FROM turn t CROSS JOIN LATERAL (
    SELECT d.id, d.due_at FROM deliveries d
    WHERE d.channel = $1 AND d.workspace_id = t.workspace_id AND d.concurrency_key = t.concurrency_key AND d.due_at <= $2
    ORDER BY d.due_at LIMIT t.room FOR UPDATE SKIP LOCKED
  ) l WHERE t.room > 0
), ranked AS (
  SELECT id, workspace_id, due_at, spare, step, row_number() OVER (
    PARTITION BY workspace_id ORDER BY nth, md5(concurrency_key::text || $6), due_at, id
  ) AS round
  FROM due
), selected AS (
  SELECT id, workspace_id, due_at FROM ranked WHERE round <= spare ORDER BY round, step LIMIT $5
), claimed AS (
  UPDATE deliveries d SET due_at = $7, claim_token = $6::uuid, claimed_by = NULL
  FROM selected c WHERE d.workspace_id = c.workspace_id AND d.id = c.id
  RETURNING d.id, d.workspace_id, c.due_at
)
SELECT last.cursor, last.is_end, claimed.id, claimed.workspace_id, claimed.due_at
FROM last LEFT JOIN claimed ON true`;

/**
 * Claims due deliveries of one channel, fairly across workspaces and the concurrency keys within them. Runs
 * one claim of a channel at a time, which makes `perWorkspace` and `perConcurrencyKey` exact.
 */
export async function claimDue(options: {
  channel: Channel;
  now: Date;
  /** {@link TURN_START}, or `nextTurn` of the claim before. */
  turn: string;
  limit: number;
  token: string;
  /** The most deliveries of one workspace in flight. */
  perWorkspace?: number;
  /** The most deliveries of one concurrency key in flight; by default as many as of a workspace. */
  perConcurrencyKey?: number;
}) {
  const { channel, now, turn, limit, token } = options;
  const { perWorkspace = MAX_IN_FLIGHT, perConcurrencyKey = perWorkspace } = options;
  const [firstWorkspace, firstKey] = turn.split(" ");
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
  return transaction(async (tx) => {
    await lockInTransaction(tx, `claim-due:${channel}`);
    const values = [
      channel,
      now,
      firstWorkspace,
      firstKey,
      limit,
      token,
      leaseEnd,
      perConcurrencyKey,
      perWorkspace,
    ];
    const rows = await queryPrepared(tx, COLUMNS, { text: CLAIM, values });
    const [first] = rows;
    return {
      claims: rows.flatMap(
        ({ id: deliveryId, workspace_id: workspaceId, due_at: dueAt }): Claim[] =>
          deliveryId === null ? [] : [{ workspaceId, deliveryId, token, dueAt }],
      ),
      /** Where the next claim continues, or null when every workspace has had its turn. */
      nextTurn: first === undefined || first.is_end ? null : first.cursor,
    };
  });
}

/**
 * Releases a claim; the delivery is due again at `dueAt`.
 *
 * @returns false when another worker holds it, or it was deleted: nothing was changed
 */
export async function postponeClaim(claim: Claim, dueAt: Date): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE deliveries SET due_at = $4, claim_token = NULL
    WHERE workspace_id = $1 AND id = $2 AND claim_token = $3`,
    [claim.workspaceId, claim.deliveryId, claim.token, dueAt],
  );
  return rowCount === 1;
}
