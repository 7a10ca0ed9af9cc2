import { pool } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import type { Channel } from "#lib/domain/deliveries/schema";

/**
 * The duration of a claim, long enough for a call and for recording its result. After it, the deliveries of a killed
 * worker are due again.
 */
export const LEASE_MS = 30_000;
/**
 * The maximum number of deliveries of one channel and workspace in flight, over all processes. A drain can
 * override it.
 */
export const MAX_IN_FLIGHT = 5;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
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

/** The function takes the channel's lock first, so that one statement does both. */
const CLAIM = `
SELECT c.cursor, c.is_end, c.id, c.workspace_id, c.due_at FROM claim_due($1, $2, $3, $4, $5, $6, $7, $8, $9) c`;

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
  /** The maximum number of deliveries of one workspace in flight. */
  perWorkspace?: number;
  /**
   * The maximum number of deliveries of one concurrency key in flight; by default as many as of a workspace.
   */
  perConcurrencyKey?: number;
}) {
  const { channel, now, turn, limit, token } = options;
  const { perWorkspace = MAX_IN_FLIGHT, perConcurrencyKey = perWorkspace } = options;
  const [firstWorkspace, firstKey] = turn.split(" ");
  const leaseEnd = new Date(now.getTime() + LEASE_MS);
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
  const rows = await queryPrepared(pool(), COLUMNS, { text: CLAIM, values });
  const [first] = rows;
  return {
    claims: rows.flatMap(({ id: deliveryId, workspace_id: workspaceId, due_at: dueAt }): Claim[] =>
      deliveryId === null ? [] : [{ workspaceId, deliveryId, token, dueAt }],
    ),
    /** Where the next claim continues, or null when every workspace has had its turn. */
    nextTurn: first === undefined || first.is_end ? null : first.cursor,
  };
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
