import { newId } from "#lib/core/ids";
import { batchStatements } from "#lib/db/batch-statements";
import { pool } from "#lib/db/database";
import { type Claim, LEASE_MS } from "#lib/deliveries/claim";
import type { Trigger } from "#lib/webhooks/delivery-rules";

/** An attempt that is written down, and all that the call needs. */
export type BegunAttempt = {
  attemptId: string;
  number: number;
  trigger: Trigger;
  eventId: string;
  body: string;
  url: string;
  sealedSecret: Buffer;
};

export type Beginning =
  | ({ kind: "begun" } & BegunAttempt)
  /** A worker died during this attempt: it may have arrived. */
  | { kind: "interrupted"; attemptId: string; number: number; trigger: Trigger; startedAt: Date }
  /** Owed to nobody any more; the entry is gone. */
  | { kind: "cancelled" }
  /** Another worker holds the entry, or the delivery is being changed at this moment. */
  | { kind: "lost" };

type Request = { claim: Claim; now: Date };

type Row = {
  ord: number;
  verdict: string | null;
  attempt_id: string;
  number: number;
  trigger: Trigger;
  event_id: string;
  body: string;
  url: string;
  sealed_secret: Buffer;
  open_id: string;
  open_number: number;
  open_trigger: Trigger;
  open_started_at: Date;
};

/** What is recorded of an attempt whose worker ended before it could tell how the call went. */
export const INTERRUPTED =
  "The outcome of this attempt couldn't be recorded. The event may have arrived.";
const CANCELLED = ["revision_changed", "moved_to_spam", "unreachable"];

/*
 * Reads the state anew and begins, in one statement for many claims: entries are locked under their
 * tokens, deliveries as they stand now. A delivery that somebody is changing is passed over, so two
 * who hold several never wait for each other. $1 the requests (json array), $2 INTERRUPTED, $3 CANCELLED.
 */
const BEGIN = `
WITH asked AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS a(ord int, entry_id uuid, token uuid,
    attempt_id uuid, at timestamptz, lease_end timestamptz)
), entry AS MATERIALIZED (
  SELECT a.*, o.subject_id, o.workspace_id
  FROM asked a JOIN outbox o ON o.id = a.entry_id AND o.claim_token = a.token
  ORDER BY o.id FOR UPDATE OF o
), held AS MATERIALIZED (
  SELECT e.ord, d.* FROM entry e
  JOIN webhook_deliveries d ON d.id = e.subject_id AND d.workspace_id = e.workspace_id
  FOR NO KEY UPDATE OF d SKIP LOCKED
), found AS MATERIALIZED (
  SELECT e.*, d.event_id, d.body, d.series_trigger, d.attempt_count, w.url, w.sealed_secret,
    open.id AS open_id, open.number AS open_number, open.trigger AS open_trigger,
    open.started_at AS open_started_at,
    CASE
      WHEN d.id IS NULL THEN CASE
        WHEN EXISTS (SELECT FROM webhook_deliveries x WHERE x.id = e.subject_id) THEN 'busy'
        ELSE 'gone' END
      WHEN d.status NOT IN ('queued', 'sending', 'retrying') THEN 'gone'
      WHEN w.deleted_at IS NOT NULL OR w.sealed_secret IS NULL OR w.revision <> d.revision
        OR (d.submission_id IS NOT NULL AND NOT w.enabled) THEN 'revision_changed'
      WHEN f.deleted_at IS NOT NULL OR s.expires_at <= e.at THEN 'unreachable'
      WHEN s.folder = 'spam' THEN 'moved_to_spam'
      WHEN open.id IS NOT NULL THEN 'interrupted'
      ELSE 'begun'
    END AS verdict
  FROM entry e
  LEFT JOIN held d ON d.ord = e.ord
  LEFT JOIN webhooks w ON w.id = d.webhook_id
  LEFT JOIN forms f ON f.id = w.form_id
  LEFT JOIN submissions s ON s.id = d.submission_id
  LEFT JOIN LATERAL (
    SELECT a.id, a.number, a.trigger, a.started_at FROM webhook_attempts a
    WHERE a.delivery_id = d.id AND a.outcome = 'pending' ORDER BY a.number DESC LIMIT 1
  ) open ON true
), begun AS (
  UPDATE webhook_deliveries d SET status = 'sending', attempt_count = f.attempt_count + 1,
    last_attempt_at = f.at, next_attempt_at = NULL
  FROM found f WHERE d.id = f.subject_id AND f.verdict = 'begun'
), attempt AS (
  INSERT INTO webhook_attempts (id, delivery_id, number, trigger, started_at, outcome)
  SELECT attempt_id, subject_id, attempt_count + 1, series_trigger, at, 'pending'
  FROM found WHERE verdict = 'begun'
), leased AS (
  UPDATE outbox o SET due_at = f.lease_end
  FROM found f WHERE o.id = f.entry_id AND f.verdict = 'begun'
), closed AS (
  UPDATE webhook_attempts a SET outcome = 'interrupted', error = $2
  FROM found f WHERE a.id = f.open_id AND f.verdict = ANY ($3)
), cancelled AS (
  UPDATE webhook_deliveries d
  SET status = 'cancelled', failure_reason = nullif(f.verdict, 'unreachable'),
    next_attempt_at = NULL
  FROM found f WHERE d.id = f.subject_id AND f.verdict = ANY ($3)
), dropped AS (
  DELETE FROM outbox o USING found f
  WHERE o.id = f.entry_id AND (f.verdict = 'gone' OR f.verdict = ANY ($3))
), returned AS (
  UPDATE outbox o SET due_at = f.at + interval '1 second', claim_token = NULL
  FROM found f WHERE o.id = f.entry_id AND f.verdict = 'busy'
)
SELECT ord, f.verdict, f.attempt_id, f.attempt_count + 1 AS number, f.series_trigger AS trigger,
  f.event_id, f.body, f.url, f.sealed_secret, f.open_id, f.open_number, f.open_trigger,
  f.open_started_at
FROM asked a LEFT JOIN found f USING (ord) ORDER BY ord`;

async function beginTogether(requests: readonly Request[]): Promise<Beginning[]> {
  const asked = requests.map(({ claim, now }, ord) => ({
    ord,
    entry_id: claim.entryId,
    token: claim.token,
    attempt_id: newId(),
    at: now.toISOString(),
    lease_end: new Date(now.getTime() + LEASE_MS).toISOString(),
  }));
  const { rows } = await pool().query<Row>(BEGIN, [JSON.stringify(asked), INTERRUPTED, CANCELLED]);
  return rows.map(toBeginning);
}

function toBeginning(row: Row): Beginning {
  switch (row.verdict) {
    case "begun":
      return {
        kind: "begun",
        attemptId: row.attempt_id,
        number: row.number,
        trigger: row.trigger,
        eventId: row.event_id,
        body: row.body,
        url: row.url,
        sealedSecret: row.sealed_secret,
      };
    case "interrupted":
      return {
        kind: "interrupted",
        attemptId: row.open_id,
        number: row.open_number,
        trigger: row.open_trigger,
        startedAt: row.open_started_at,
      };
    case null:
    case "busy":
      return { kind: "lost" };
    default:
      return { kind: "cancelled" };
  }
}

/**
 * Records that an attempt starts, before the call to the receiver, and renews the lease; or cancels
 * the delivery when its webhook was changed, disabled or deleted, or its message is in spam or past
 * its retention. Requests of the same moment share a statement.
 */
export const beginAttempt: (request: Request) => Promise<Beginning> = batchStatements({
  run: beginTogether,
  maxItems: 128,
  maxRunning: 2,
});
