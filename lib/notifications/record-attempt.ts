import type { Mail } from "#lib/clients/email-client";
import { newId } from "#lib/core/ids";
import { pool } from "#lib/db/database";
import { type Claim, LEASE_MS } from "#lib/deliveries/claim";
import type { FinalStatus, Verdict } from "#lib/notifications/delivery-rules";

/*
 * Each record is one statement. It begins by locking the outbox entry under the claim's token, so a
 * worker whose lease was taken over changes nothing: $1 is the entry, $2 the token, $3 the time. The
 * delivery follows and the attempt comes last, as whoever deletes them takes them.
 */
const ENTRY = `entry AS MATERIALIZED (
  SELECT id, subject_id FROM outbox WHERE id = $1 AND claim_token = $2 FOR UPDATE
)`;
const HELD = `held AS MATERIALIZED (
  SELECT d.id FROM entry JOIN email_deliveries d ON d.id = entry.subject_id FOR NO KEY UPDATE OF d
)`;

/** Counts one more attempt of the series; `$3` is when it starts. */
const COUNT_ATTEMPT = `series_attempts = d.series_attempts + 1,
  series_started_at = coalesce(d.series_started_at, $3), last_attempt_at = $3, next_attempt_at = NULL`;
const CAN_BEGIN = `d.id = entry.subject_id AND d.status IN ('queued', 'sending', 'retrying')
  AND NOT EXISTS (SELECT FROM email_attempts WHERE delivery_id = d.id AND outcome = 'pending')`;

/** The columns of an attempt that COUNT_ATTEMPT has just counted; only the first of a series is manual. */
const ATTEMPT_HEAD = `d.id,
  1 + coalesce((SELECT max(number) FROM email_attempts WHERE delivery_id = d.id), 0),
  CASE WHEN d.series_attempts = 1 THEN d.series_trigger ELSE 'automatic' END`;
const FORGET_SECRETS = "sealed_data = NULL, sealed_payload = NULL";

const BEGIN = `WITH ${ENTRY}, d AS (
  UPDATE email_deliveries d SET status = 'sending', ${COUNT_ATTEMPT},
    sealed_payload = coalesce(d.sealed_payload, $6)
  FROM entry WHERE ${CAN_BEGIN} RETURNING d.*
), attempt AS (
  INSERT INTO email_attempts (id, delivery_id, number, trigger, started_at, outcome)
  SELECT $4::uuid, ${ATTEMPT_HEAD}, $3, 'pending' FROM d
), lease AS (
  UPDATE outbox SET due_at = $5 FROM d WHERE outbox.id = $1
)
SELECT series_attempts AS attempts, series_started_at AS started_at FROM d`;

/**
 * Records that an attempt starts, before the call to the provider, and renews the lease.
 *
 * @param sealedPayload - the body of the series; kept only when it has none yet
 * @returns null when nothing may be sent: cancelled meanwhile, or another worker holds the entry
 */
export async function beginAttempt(
  claim: Claim,
  sealedPayload: Uint8Array,
  now: Date,
): Promise<{ attemptId: string; attempts: number; startedAt: Date } | null> {
  const attemptId = newId();
  const { rows } = await pool().query<{ attempts: number; started_at: Date }>(BEGIN, [
    claim.entryId,
    claim.token,
    now,
    attemptId,
    new Date(now.getTime() + LEASE_MS),
    sealedPayload,
  ]);
  const [row] = rows;
  return row ? { attemptId, attempts: row.attempts, startedAt: row.started_at } : null;
}

const CLOSE_ATTEMPT = `attempt AS (
  UPDATE email_attempts a SET outcome = $5, error = $6, finished_at = $3
  FROM held WHERE a.id = $4 AND a.delivery_id = held.id AND a.outcome = 'pending'
  RETURNING a.delivery_id
)`;
const FORGET_ATTEMPT = `attempt AS (
  DELETE FROM email_attempts a USING held
  WHERE a.id = $4 AND a.delivery_id = held.id AND a.outcome = 'pending'
  RETURNING a.delivery_id
)`;
const UNCOUNT_ATTEMPT = `series_attempts = d.series_attempts - 1, last_attempt_at = (
  SELECT max(started_at) FROM email_attempts WHERE delivery_id = d.id AND id <> $4
)`;

/**
 * Records how an attempt ended and what becomes of its delivery.
 *
 * @returns false when another worker holds the entry, or the message is gone: nothing was changed
 */
export async function endAttempt(
  claim: Claim,
  attemptId: string,
  verdict: Verdict,
  now: Date,
): Promise<boolean> {
  const { attempt, status, nextAttemptAt } = verdict;
  const parameters: unknown[] = [claim.entryId, claim.token, now, attemptId];
  const bind = (value: unknown) => `$${parameters.push(value)}`;
  if (attempt) parameters.push(attempt.outcome, attempt.error);
  const changes = [`status = ${bind(status)}`, `next_attempt_at = ${bind(nextAttemptAt)}`];
  if (!attempt) changes.push(UNCOUNT_ATTEMPT);
  if (nextAttemptAt === null) changes.push(FORGET_SECRETS);
  const entry =
    nextAttemptAt === null
      ? "DELETE FROM outbox USING d WHERE outbox.id = $1"
      : `UPDATE outbox SET due_at = ${bind(nextAttemptAt)}, claim_token = NULL FROM d WHERE outbox.id = $1`;
  const { rows } = await pool().query(
    `WITH ${ENTRY}, ${HELD}, ${attempt ? CLOSE_ATTEMPT : FORGET_ATTEMPT}, d AS (
      UPDATE email_deliveries d SET ${changes.join(", ")}
      FROM attempt WHERE d.id = attempt.delivery_id RETURNING d.id, $3::timestamptz AS at
    ), settled AS (${entry})
    SELECT id FROM d`,
    parameters,
  );
  return rows.length === 1;
}

const RECORD_AT_ONCE = `WITH ${ENTRY}, d AS (
  UPDATE email_deliveries d SET status = $5, ${COUNT_ATTEMPT}, ${FORGET_SECRETS}
  FROM entry WHERE ${CAN_BEGIN} RETURNING d.*
), attempt AS (
  INSERT INTO email_attempts (id, delivery_id, number, trigger, started_at, finished_at, outcome, error)
  SELECT $4::uuid, ${ATTEMPT_HEAD}, $3, $3, $5, $6 FROM d
), captured AS (
  INSERT INTO captured_emails (id, workspace_id, series_key, kind, "to", "from", reply_to, subject,
    headers, html, text, created_at)
  SELECT $7::uuid, d.workspace_id, d.series_key, d.kind, m.to, m.from, m.reply_to, m.subject,
    m.headers, m.html, m.text, $3
  FROM d, jsonb_to_record($8::jsonb)
    AS m("to" text, "from" text, reply_to text, subject text, headers jsonb, html text, text text)
  WHERE $8::jsonb IS NOT NULL
  ON CONFLICT (series_key) DO NOTHING
), settled AS (
  DELETE FROM outbox USING d WHERE outbox.id = $1
)
SELECT id FROM d`;

async function recordAtOnce(
  claim: Claim,
  now: Date,
  end: { outcome: "sent" | "failed"; error: string | null; captured: Mail | null },
): Promise<boolean> {
  const { outcome, error, captured } = end;
  const { rows } = await pool().query(RECORD_AT_ONCE, [
    claim.entryId,
    claim.token,
    now,
    newId(),
    outcome,
    error,
    newId(),
    captured && JSON.stringify({ ...captured, reply_to: captured.replyTo }),
  ]);
  return rows.length === 1;
}

/**
 * Puts a mail into the test inbox, which is sending it: mail, attempt and `sent` in one statement.
 *
 * @returns false when it was cancelled meanwhile or another worker holds the entry
 */
export function captureMail(claim: Claim, mail: Mail, now: Date): Promise<boolean> {
  return recordAtOnce(claim, now, { outcome: "sent", error: null, captured: mail });
}

/** Records an attempt that failed before there was anything to send. Answers as {@link captureMail}. */
export function failAttempt(claim: Claim, error: string, now: Date): Promise<boolean> {
  return recordAtOnce(claim, now, { outcome: "failed", error, captured: null });
}

const END_DELIVERY = `WITH ${ENTRY}, ${HELD}, attempt AS (
  UPDATE email_attempts a SET outcome = 'uncertain', error = $5, finished_at = $3
  FROM held WHERE a.delivery_id = held.id AND a.outcome = 'pending'
), d AS (
  UPDATE email_deliveries d SET status = $4, next_attempt_at = NULL, ${FORGET_SECRETS}
  FROM held WHERE d.id = held.id AND d.status IN ('queued', 'sending', 'retrying')
), settled AS (
  DELETE FROM outbox USING entry WHERE outbox.id = entry.id
)
SELECT id FROM entry`;

/** What is recorded of an attempt whose worker ended before it could tell how the call went. */
export const INTERRUPTED = "The provider's response couldn't be recorded.";

/**
 * Ends a delivery without another attempt; one that was interrupted is closed as uncertain.
 *
 * @returns false when another worker holds the entry: nothing was changed
 */
export async function endDelivery(
  claim: Claim,
  status: Exclude<FinalStatus, "sent">,
  now: Date,
): Promise<boolean> {
  const { rows } = await pool().query(END_DELIVERY, [
    claim.entryId,
    claim.token,
    now,
    status,
    INTERRUPTED,
  ]);
  return rows.length === 1;
}
