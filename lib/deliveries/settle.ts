import type pg from "pg";
import { log } from "#lib/core/log";
import { isTransient } from "#lib/db/connection-error";
import type { Channel } from "#lib/deliveries/channels";
import type { Claim } from "#lib/deliveries/claim";
import type { Clock } from "#lib/deliveries/clock";

/** How an attempt ended. Columns that a channel doesn't have are left out. */
export type EndedAttempt = {
  outcome: string;
  error: string | null;
  durationMs?: number | null;
  responseStatus?: number | null;
  responseBody?: string | null;
  responseTruncated?: boolean;
};

export type Settlement = {
  claim: Claim;
  /** null ends the delivery without another attempt. */
  attemptId: string | null;
  /** null deletes the attempt: it doesn't count. */
  attempt: EndedAttempt | null;
  status: string;
  failureReason?: string | null;
  nextAttemptAt: Date | null;
  now: Date;
};

/** Records settlements and says of each whether it was recorded. */
export type Settle = (
  client: pg.Pool | pg.PoolClient,
  settlements: readonly Settlement[],
) => Promise<boolean[]>;

/**
 * Makes the one statement that records how attempts of a channel ended and what their deliveries do
 * next: another attempt is scheduled, or the queue entry goes. Nothing is recorded for a claim that
 * another worker has taken over, or for a delivery that was deleted. It locks the entry, then the
 * delivery, then the attempt, as deletions do.
 *
 * @param condition - SQL joins and a WHERE: deliveries that don't meet it, or that someone is changing
 *   at this moment, are left alone
 */
export function createSettle(channel: Channel, condition?: string): Settle {
  const { deliveries, attempts } = channel;
  const statement = `
WITH ended AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS s(ord int, entry_id uuid, token uuid,
    attempt_id uuid, is_counted boolean, at timestamptz, status text, failure_reason text,
    next_at timestamptz, outcome text, error text, duration_ms int, response_status int,
    response_body text, response_truncated boolean)
), entry AS MATERIALIZED (
  SELECT s.*, o.subject_id FROM ended s
  JOIN outbox o ON o.id = s.entry_id AND o.claim_token = s.token
  ORDER BY o.id FOR UPDATE OF o
), held AS MATERIALIZED (
  SELECT s.* FROM entry s JOIN ${deliveries} d ON d.id = s.subject_id ${condition ?? ""}
  FOR NO KEY UPDATE OF d ${condition ? "SKIP LOCKED" : ""}
), closed AS (
  UPDATE ${attempts} a SET outcome = s.outcome, error = s.error, ${channel.onEnd}
  FROM held s WHERE s.is_counted
    AND a.id = s.attempt_id AND a.delivery_id = s.subject_id AND a.outcome = 'pending'
  RETURNING s.ord
), forgotten AS (
  DELETE FROM ${attempts} a USING held s WHERE NOT s.is_counted
    AND a.id = s.attempt_id AND a.delivery_id = s.subject_id AND a.outcome = 'pending'
  RETURNING s.ord
), delivery AS (
  UPDATE ${deliveries} d SET status = s.status, next_attempt_at = s.next_at, ${channel.onSettle}
  FROM held s WHERE d.id = s.subject_id AND (s.attempt_id IS NULL
    OR s.ord IN (SELECT ord FROM closed UNION ALL SELECT ord FROM forgotten))
  RETURNING s.ord, s.entry_id, s.next_at
), scheduled AS (
  UPDATE outbox o SET due_at = d.next_at, claim_token = NULL
  FROM delivery d WHERE o.id = d.entry_id AND d.next_at IS NOT NULL
), dropped AS (
  DELETE FROM outbox o USING delivery d WHERE o.id = d.entry_id AND d.next_at IS NULL
)
SELECT d.ord IS NOT NULL AS "isRecorded" FROM ended LEFT JOIN delivery d USING (ord) ORDER BY ord`;
  return async (client, settlements) => {
    const values = [JSON.stringify(settlements.map(toRecord))];
    const { rows } = await client.query<{ isRecorded: boolean }>(statement, values);
    return rows.map(({ isRecorded }) => isRecorded);
  };
}

function toRecord(settlement: Settlement, ord: number): object {
  const { claim, attemptId, attempt, nextAttemptAt, now } = settlement;
  return {
    ord,
    entry_id: claim.entryId,
    token: claim.token,
    attempt_id: attemptId,
    is_counted: attempt !== null || attemptId === null,
    at: now.toISOString(),
    status: settlement.status,
    failure_reason: settlement.failureReason ?? null,
    next_at: nextAttemptAt?.toISOString() ?? null,
    outcome: attempt?.outcome,
    // PostgreSQL rejects JSON with half a character.
    error: attempt?.error?.toWellFormed() ?? null,
    duration_ms: attempt?.durationMs,
    response_status: attempt?.responseStatus,
    response_body: attempt?.responseBody,
    response_truncated: attempt?.responseTruncated ?? false,
  };
}

/** A restart or failover of a database is over by then; less than what is left of a lease. */
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000];
const LONGEST_MS = 10_000;

/**
 * Records the result of a call. While the database is away this is retried for some seconds: an
 * attempt without a recorded result counts as interrupted, and the other side gets it once more. The
 * claim's token keeps a late record from overwriting another worker's.
 *
 * @throws what the last try threw
 */
export async function recordOutcome<T>(record: () => Promise<T>, clock: Clock): Promise<T> {
  const endsAt = clock.now().getTime() + LONGEST_MS;
  for (const waitMs of WAITS_MS) {
    try {
      return await record();
    } catch (err) {
      if (!isTransient(err) || clock.now().getTime() + waitMs > endsAt) throw err;
      log().warn({ job: "outbox", err }, "couldn't record the outcome; retrying");
    }
    await clock.wait(waitMs);
  }
  return record();
}
