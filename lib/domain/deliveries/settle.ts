import type pg from "pg";
import { isTransient } from "#lib/adapters/db/connection-error";
import type { Db } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import { log } from "#lib/core/telemetry/log";
import type { Claim } from "#lib/domain/deliveries/claim";
import type { Clock } from "#lib/domain/deliveries/clock";

/** How an attempt ended. Emails have no `response`. */
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
  /** Null to end the delivery without another attempt. */
  attemptId: string | null;
  /** Null to delete the attempt, so that it isn't counted. */
  attempt: EndedAttempt | null;
  status: string;
  failureReason?: string | null;
  nextAttemptAt: Date | null;
  /** True to compose the email of a series again, because no provider has seen it. */
  isRecomposed?: boolean;
  /** The provider's ID of an email that it accepted. */
  providerEmailId?: string | null;
  now: Date;
};

/*
 * Records how attempts ended and the next state of their deliveries: another attempt is scheduled, or
 * the delivery leaves the queue. Nothing is recorded for a claim that another worker has acquired, or
 * for a delivery that was deleted. Deliveries are locked in the order of their IDs, then attempts.
 */
const settleStatement = (held: string) => `
WITH ended AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS s(ord int, "workspaceId" uuid, "deliveryId" uuid,
    token uuid, "attemptId" uuid, "isCounted" boolean, now timestamptz, status text,
    "failureReason" text, "nextAttemptAt" timestamptz, outcome text, error text, "durationMs" int,
    "responseStatus" int, "responseBody" text, "responseTruncated" boolean, "providerEmailId" text,
    "isRecomposed" boolean)
), held AS MATERIALIZED (
  SELECT s.* FROM ended s JOIN deliveries d
    ON d.workspace_id = s."workspaceId" AND d.id = s."deliveryId" AND d.claim_token = s.token ${held}
), closed AS (
  UPDATE attempts a SET outcome = s.outcome, error = s.error, finished_at = s.now,
    duration_ms = s."durationMs", response_status = s."responseStatus",
    response_body = s."responseBody", response_truncated = coalesce(s."responseTruncated", false)
  FROM held s WHERE s."isCounted" AND a.workspace_id = s."workspaceId"
    AND a.delivery_id = s."deliveryId" AND a.id = s."attemptId"
), forgotten AS (
  DELETE FROM attempts a USING held s WHERE NOT s."isCounted" AND a.workspace_id = s."workspaceId"
    AND a.delivery_id = s."deliveryId" AND a.id = s."attemptId"
), delivery AS (
  UPDATE deliveries d SET status = s.status, failure_reason = s."failureReason",
    next_attempt_at = s."nextAttemptAt", due_at = s."nextAttemptAt", claim_token = NULL,
    provider_email_id = s."providerEmailId",
    attempt_count = d.attempt_count - (NOT s."isCounted")::int,
    series_attempts = d.series_attempts - (NOT s."isCounted")::int,
    last_attempt_at = CASE WHEN s."isCounted" THEN d.last_attempt_at ELSE (
      SELECT max(started_at) FROM attempts a WHERE a.workspace_id = d.workspace_id
        AND a.delivery_id = d.id AND a.id <> s."attemptId") END,
    -- These can be sent again, and only their own data says what a reply quotes and follows, and what a digest is about.
    sealed_data = CASE WHEN s."nextAttemptAt" IS NOT NULL OR d.kind = 'reply'
      OR d.kind = 'digest' AND s.status IN ('failed', 'uncertain') THEN d.sealed_data END,
    sealed_payload = CASE WHEN s."nextAttemptAt" IS NOT NULL AND s."isRecomposed" IS NOT TRUE
      THEN d.sealed_payload END
  FROM held s WHERE d.workspace_id = s."workspaceId" AND d.id = s."deliveryId"
  RETURNING s.ord
)
SELECT d.ord IS NOT NULL AS "isRecorded" FROM ended LEFT JOIN delivery d USING (ord) ORDER BY ord`;

const SETTLE = settleStatement("ORDER BY d.workspace_id, d.id FOR NO KEY UPDATE OF d");

/** Leaves out events of endpoints that weren't healthy before, and those that someone is changing. */
const SETTLE_HEALTHY = settleStatement(`
  JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.id = d.webhook_id
    AND w.health = 'healthy' AND w.failures_in_row = 0
  FOR NO KEY UPDATE OF d SKIP LOCKED`);

/**
 * Records settlements, and returns for each whether it was recorded.
 *
 * @param options.onlyHealthy - leaves out events of endpoints that weren't healthy before
 */
export async function settle(
  client: pg.Pool | Db,
  settlements: readonly Settlement[],
  { onlyHealthy = false } = {},
): Promise<boolean[]> {
  const text = onlyHealthy ? SETTLE_HEALTHY : SETTLE;
  const values = [JSON.stringify(settlements.map(toRecord))];
  const rows = await queryPrepared<{ isRecorded: boolean }>(
    client,
    { isRecorded: "bool" },
    { text, values },
  );
  return rows.map(({ isRecorded }) => isRecorded);
}

function toRecord({ claim, attempt, ...settlement }: Settlement, ord: number): object {
  return {
    ord,
    ...claim,
    ...settlement,
    ...attempt,
    isCounted: attempt !== null || settlement.attemptId === null,
    // PostgreSQL rejects JSON with lone surrogates.
    error: attempt?.error?.toWellFormed(),
  };
}

/** A restart or failover of a database is over by then; less than the rest of a lease. */
const WAITS_MS = [250, 500, 1_000, 2_000, 4_000];
const LONGEST_MS = 10_000;

/**
 * Records the result of a call. Retries for some seconds while the database is down, because an
 * attempt without a recorded result counts as interrupted, and would be sent again. The claim's
 * token keeps a late record from overwriting another worker's.
 *
 * @throws the error of the last try
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
