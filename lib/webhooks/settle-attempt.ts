import type { PoolClient } from "pg";
import { pool } from "#lib/db/database";
import { dropClaim } from "#lib/deliveries/claim";
import {
  type AttemptEnd,
  type Health,
  healthAfter,
  nextDeliveryState,
  type Trigger,
} from "#lib/webhooks/delivery-rules";
import type { EndedAttempt } from "#lib/webhooks/end-attempt";
import { queueHealthNotice } from "#lib/webhooks/notice-health";

/** An attempt with all that decides what becomes of its delivery and of the webhook's health. */
export type JudgedAttempt = EndedAttempt & {
  end: AttemptEnd;
  error: string | null;
  number: number;
  trigger: Trigger;
  /** The next delay counts from here. */
  endedAt: Date;
};

type Receiver = {
  id: string;
  form_id: string;
  health: Health["health"];
  exhausted_in_row: number;
  failures_in_row: number;
  failing_since: Date | null;
  is_current: boolean;
  is_spam: boolean;
};

/*
 * The form and then the webhook, as whoever saves a webhook takes them, are held until the
 * transaction ends. $1 the delivery.
 */
const HOLD_RECEIVER = `
WITH form AS MATERIALIZED (
  SELECT f.id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
  JOIN forms f ON f.id = w.form_id WHERE d.id = $1 FOR NO KEY UPDATE OF f
)
SELECT w.id, w.form_id, w.health, w.exhausted_in_row, w.failures_in_row, w.failing_since,
  w.deleted_at IS NULL AND w.revision = d.revision AS is_current,
  coalesce(s.folder = 'spam', false) AS is_spam
FROM form JOIN webhooks w ON w.form_id = form.id
JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.id = $1
LEFT JOIN submissions s ON s.id = d.submission_id
FOR NO KEY UPDATE OF w`;

/*
 * The entry, then the delivery, then the attempt: the order in which whoever deletes them takes them.
 * $1 entry, $2 its token, $3 attempt, $4 to $9 how it ended, $10 to $12 what becomes of the delivery.
 */
const SETTLE = `
WITH claimed AS MATERIALIZED (
  SELECT subject_id FROM outbox WHERE id = $1 AND claim_token = $2 FOR UPDATE
), held AS MATERIALIZED (
  SELECT d.id FROM claimed JOIN webhook_deliveries d ON d.id = claimed.subject_id
  FOR NO KEY UPDATE OF d
), attempt AS (
  UPDATE webhook_attempts a SET outcome = $4, duration_ms = $5, response_status = $6,
    response_body = $7, response_truncated = $8, error = $9
  FROM held WHERE a.id = $3 AND a.delivery_id = held.id AND a.outcome = 'pending'
  RETURNING a.delivery_id
), delivery AS (
  UPDATE webhook_deliveries d SET status = $10, failure_reason = $11, next_attempt_at = $12
  FROM attempt WHERE d.id = attempt.delivery_id RETURNING d.id
), postponed AS (
  UPDATE outbox SET due_at = $12, claim_token = NULL
  FROM delivery WHERE outbox.id = $1 AND $12::timestamptz IS NOT NULL
), dropped AS (
  DELETE FROM outbox USING delivery WHERE outbox.id = $1 AND $12::timestamptz IS NULL
)
SELECT id FROM delivery`;

const REMEMBER = `
UPDATE webhooks SET health = $2, exhausted_in_row = $3, failures_in_row = $4, failing_since = $5
WHERE form_id = $1 AND deleted_at IS NULL`;

/** Intake keeps in memory whether the receiver is suspended: the form's version makes it look again. */
const TOUCH_FORM = "UPDATE forms SET updated_at = $2 WHERE id = $1";

/** What became of the delivery; `lost`: another worker holds it, or it has been deleted. */
export type Settled = "delivered" | "retrying" | "failed" | "cancelled" | "lost";

function judge(attempt: JudgedAttempt, receiver: Receiver) {
  const verdict = nextDeliveryState(attempt.end, attempt, attempt.endedAt);
  if (verdict.status !== "retrying" || (receiver.is_current && !receiver.is_spam)) return verdict;
  const failureReason = receiver.is_current ? "moved_to_spam" : "revision_changed";
  return { status: "cancelled", failureReason, nextAttemptAt: null } as const;
}

async function settle(
  client: PoolClient,
  attempt: JudgedAttempt,
  receiver: Receiver,
  now: Date,
): Promise<Settled> {
  const { claim, end, trigger } = attempt;
  const verdict = judge(attempt, receiver);
  const { rowCount } = await client.query(SETTLE, [
    claim.entryId,
    claim.token,
    attempt.attemptId,
    end.outcome,
    attempt.durationMs,
    attempt.responseStatus,
    attempt.responseBody,
    attempt.responseTruncated,
    attempt.error,
    verdict.status,
    verdict.failureReason,
    verdict.nextAttemptAt,
  ]);
  if (rowCount !== 1) return "lost";
  // What was sent under an earlier configuration says nothing of this one.
  if (!receiver.is_current) return verdict.status;
  const before = {
    health: receiver.health,
    exhaustedInRow: receiver.exhausted_in_row,
    failuresInRow: receiver.failures_in_row,
    failingSince: receiver.failing_since,
  };
  const after = healthAfter(before, end, verdict, trigger, now);
  const { health, exhaustedInRow, failuresInRow, failingSince } = after;
  await client.query(REMEMBER, [
    receiver.form_id,
    health,
    exhaustedInRow,
    failuresInRow,
    failingSince,
  ]);
  if (health !== before.health)
    await queueHealthNotice(client, {
      webhookId: receiver.id,
      health,
      isGone: end.status === 410,
      at: now,
    });
  if ((health === "suspended") !== (before.health === "suspended"))
    await client.query(TOUCH_FORM, [receiver.form_id, now]);
  return verdict.status;
}

/**
 * Records how an attempt ended, what becomes of its delivery, and what it says of the receiver's
 * health, in one transaction. A delivery whose webhook was changed, or whose message was moved to
 * spam meanwhile, gets no further attempt.
 */
export async function settleAttempt(attempt: JudgedAttempt, now: Date): Promise<Settled> {
  const client = await pool().connect();
  let failure: Error | undefined;
  try {
    await client.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '5s'");
    const { rows } = await client.query<Receiver>(HOLD_RECEIVER, [attempt.claim.subjectId]);
    const [receiver] = rows;
    const settled = receiver ? await settle(client, attempt, receiver, now) : "lost";
    await client.query("COMMIT");
    if (!receiver) await dropClaim(attempt.claim);
    return settled;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A connection that failed in the middle of a transaction is closed, which undoes it.
    client.release(failure);
  }
}
