import { batchStatements } from "#lib/db/batch-statements";
import { pool } from "#lib/db/database";
import type { Claim } from "#lib/deliveries/claim";

/** What is kept of an attempt that ended. */
export type EndedAttempt = {
  claim: Claim;
  attemptId: string;
  durationMs: number | null;
  responseStatus: number | null;
  responseBody: string | null;
  responseTruncated: boolean;
};

/*
 * Successes of receivers that were healthy before: nothing of the webhook changes, so many of them
 * share a statement and none waits for a webhook's row. A delivery is taken before its attempt, as
 * whoever deletes it takes them, and passed over while somebody does. $1 the attempts (json array).
 */
const DELIVER = `
WITH ended AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS e(ord int, entry_id uuid, token uuid,
    attempt_id uuid, duration_ms int, response_status int, response_body text,
    response_truncated boolean)
), entry AS MATERIALIZED (
  SELECT e.*, o.subject_id FROM ended e
  JOIN outbox o ON o.id = e.entry_id AND o.claim_token = e.token
  ORDER BY o.id FOR UPDATE OF o
), clean AS MATERIALIZED (
  SELECT e.* FROM entry e
  JOIN webhook_deliveries d ON d.id = e.subject_id
  JOIN webhooks w ON w.id = d.webhook_id
  WHERE w.health = 'healthy' AND w.failures_in_row = 0 AND w.exhausted_in_row = 0
  FOR NO KEY UPDATE OF d SKIP LOCKED
), attempt AS (
  UPDATE webhook_attempts a SET outcome = 'succeeded', duration_ms = c.duration_ms,
    response_status = c.response_status, response_body = c.response_body,
    response_truncated = c.response_truncated
  FROM clean c
  WHERE a.id = c.attempt_id AND a.delivery_id = c.subject_id AND a.outcome = 'pending'
  RETURNING c.ord, a.delivery_id
), delivery AS (
  UPDATE webhook_deliveries d SET status = 'delivered', failure_reason = NULL,
    next_attempt_at = NULL
  FROM attempt a WHERE d.id = a.delivery_id RETURNING a.ord, d.id
), settled AS (
  DELETE FROM outbox o USING delivery d WHERE o.subject_id = d.id
)
SELECT ord, d.ord IS NOT NULL AS is_recorded
FROM ended LEFT JOIN delivery d USING (ord) ORDER BY ord`;

async function deliverTogether(attempts: readonly EndedAttempt[]): Promise<boolean[]> {
  const ended = attempts.map((attempt, ord) => ({
    ord,
    entry_id: attempt.claim.entryId,
    token: attempt.claim.token,
    attempt_id: attempt.attemptId,
    duration_ms: attempt.durationMs,
    response_status: attempt.responseStatus,
    response_body: attempt.responseBody,
    response_truncated: attempt.responseTruncated,
  }));
  const { rows } = await pool().query<{ is_recorded: boolean }>(DELIVER, [JSON.stringify(ended)]);
  return rows.map((row) => row.is_recorded);
}

/**
 * Records a success with a receiver that has nothing to be healed of.
 *
 * @returns false when nothing was recorded: the webhook is not healthy, the claim was lost, or the
 *   delivery is being changed at this moment
 */
export const recordDelivered: (attempt: EndedAttempt) => Promise<boolean> = batchStatements({
  run: deliverTogether,
  maxItems: 64,
  maxRunning: 2,
});
