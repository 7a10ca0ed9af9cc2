import { batchStatements } from "#lib/adapters/db/batch-statements";
import { pool } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { type Claim, LEASE_MS } from "#lib/domain/deliveries/claim";

export type Trigger = "automatic" | "manual" | "test" | "replay";

/** A recorded attempt, and the data of the call. */
export type BegunAttempt = {
  attemptId: string;
  number: number;
  trigger: Trigger;
  startedAt: Date;
  /**
   * Number of attempts in the running series, including this one, and when the first one started.
   */
  seriesAttempts: number;
  seriesStartedAt: Date;
  /** The ID of an event, or the idempotency key of an email's series. */
  dedupeKey: string;
  /** An event's webhook, payload, URL, and secret; null for emails. */
  webhookId: string | null;
  body: string | null;
  url: string | null;
  sealedSecret: Uint8Array | null;
  /** The kind of the endpoint, and whether it's the form's webhook or a destination. */
  endpointKind: string | null;
  isFormWebhook: boolean | null;
  /** The URL of a service, encrypted because it's a secret. */
  sealedUrl: Uint8Array | null;
  /** The previous secret, which also signs during a rotation. */
  sealedOldSecret: Uint8Array | null;
  /** The custom headers of the endpoint. */
  sealedHeaders: Uint8Array | null;
  /** The trace that the call belongs to. */
  traceparent: string | null;
};

/** Starts the span of an attempt's call, in the trace of the request that queued the delivery. */
export const attemptSpan = ({ traceparent, number }: BegunAttempt) =>
  ({ kind: "client", parent: traceparent, attributes: { "delivery.attempt": number } }) as const;

export type BeginResult =
  | ({ kind: "begun" } & BegunAttempt)
  /**
   * A worker died during this attempt: it may have arrived. `isRepeated`: a worker also died during
   * the previous attempt.
   */
  | ({ kind: "interrupted"; isRepeated: boolean } & BegunAttempt)
  /** The delivery must not be sent anymore. It's no longer in the queue. */
  | { kind: "cancelled" }
  /** Another worker holds the delivery, or it was deleted or cancelled. */
  | { kind: "lost" };

export type BeginRequest = {
  claim: Claim;
  now: Date;
  /** The email of the series. Stored unless the series already has one. */
  sealedPayload?: Uint8Array | null;
};

/** A lease is renewed unless it was claimed this recently: a call takes less than the rest. */
const RENEW_BEFORE_MS = 10_000;

/** The result recorded for an attempt whose worker died. */
export const INTERRUPTED = {
  email: { outcome: "uncertain", error: "The provider's response couldn't be recorded." },
  webhook: {
    outcome: "interrupted",
    error: "This attempt was interrupted. The event may have arrived.",
  },
} as const;

/** Joins the rows that {@link cancelReason} reads about a delivery `d`. */
export const CANCELLATION_JOINS = `
  LEFT JOIN workspaces p ON p.id = d.workspace_id
  LEFT JOIN submissions m ON m.workspace_id = d.workspace_id AND m.id = d.submission_id
  LEFT JOIN recipients rcpt ON rcpt.workspace_id = d.workspace_id AND rcpt.id = d.recipient_id
  LEFT JOIN webhooks w ON w.workspace_id = d.workspace_id AND w.id = d.webhook_id
  LEFT JOIN forms t ON t.workspace_id = d.workspace_id AND t.id = coalesce(m.form_id, w.form_id)`;

/**
 * SQL for the reason not to send a delivery (anymore), or NULL. `unreachable`: its subject is deleted, so no one sees
 * this.
 */
export const cancelReason = (now: string, isOutgoingOff = "false") => `CASE
  WHEN d.webhook_id IS NOT NULL AND ${isOutgoingOff} THEN 'outgoing_off'
  WHEN d.webhook_id IS NOT NULL AND (w.deleted_at IS NOT NULL OR w.is_form_webhook
    AND (w.revision <> d.revision OR d.kind <> 'webhook.test' AND NOT w.enabled)) THEN 'revision_changed'
  WHEN NOT w.enabled AND d.kind <> 'webhook.test' THEN 'endpoint_disabled'
  WHEN p.id IS NULL OR p.deleted_at IS NOT NULL OR t.deleted_at IS NOT NULL
    OR m.expires_at <= ${now} THEN 'unreachable'
  WHEN m.folder = 'spam' AND d.kind <> 'reply' THEN 'moved_to_spam'
  WHEN d.kind = 'confirmation' AND m.folder <> 'waiting' THEN 'not_waiting'
  WHEN d.recipient_id IS NOT NULL AND (rcpt.id IS NULL
    OR d.kind IN ('notification', 'digest') AND rcpt.verified_at IS NULL) THEN 'recipient_removed'
  WHEN d.kind IN ('notification', 'digest') AND rcpt.blocked_reason IS NOT NULL
    THEN 'recipient_' || rcpt.blocked_reason END`;

type Row = BegunAttempt & {
  verdict: "cancelled" | "interrupted" | "begun" | null;
  isRepeated: boolean;
};

const COLUMNS: Columns<Row> = {
  verdict: "text",
  attemptId: "uuid",
  number: "int4",
  trigger: "text",
  startedAt: "timestamptz",
  seriesAttempts: "int4",
  seriesStartedAt: "timestamptz",
  isRepeated: "bool",
  dedupeKey: "uuid",
  webhookId: "uuid",
  body: "text",
  url: "text",
  sealedSecret: "bytea",
  endpointKind: "text",
  isFormWebhook: "bool",
  sealedUrl: "bytea",
  sealedOldSecret: "bytea",
  sealedHeaders: "bytea",
  traceparent: "text",
};

/*
 * Begins many claims in one statement. Deliveries are locked in the order of their IDs, then
 * attempts, as everywhere. $1 the requests (json).
 */
const BEGIN = `
WITH requested AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS r(ord int, workspace_id uuid, delivery_id uuid,
    token uuid, attempt_id uuid, at timestamptz, lease_end timestamptz, sealed_payload bytea)
), held AS MATERIALIZED (
  SELECT r.ord, r.attempt_id, r.at, r.lease_end, r.sealed_payload AS new_payload, d.*
  FROM requested r JOIN deliveries d
    ON d.workspace_id = r.workspace_id AND d.id = r.delivery_id AND d.claim_token = r.token
  ORDER BY d.workspace_id, d.id FOR NO KEY UPDATE OF d
), found AS MATERIALIZED (
  SELECT d.*, w.url, w.sealed_secret, w.kind AS endpoint_kind, w.is_form_webhook, w.sealed_url,
    w.sealed_headers,
    CASE WHEN w.old_secret_until > d.at THEN w.sealed_old_secret END AS sealed_old_secret,
    d.attempt_count + 1 AS next_number,
    -- Only the first attempt of an email's series was requested by a person.
    CASE WHEN d.channel = 'email' AND d.series_attempts > 0 THEN 'automatic' ELSE d.series_trigger END
      AS next_trigger,
    open.id AS open_id, open.number AS open_number, open.trigger AS open_trigger,
    open.started_at AS open_started_at, reason.cancel_reason,
    CASE
      WHEN reason.cancel_reason IS NOT NULL THEN 'cancelled'
      WHEN open.id IS NOT NULL THEN 'interrupted'
      WHEN d.channel = 'webhook' OR coalesce(d.sealed_payload, d.new_payload) IS NOT NULL THEN 'begun'
    END AS verdict
  FROM held d ${CANCELLATION_JOINS}
  LEFT JOIN attempts open ON open.workspace_id = d.workspace_id AND open.delivery_id = d.id
    AND open.number = d.attempt_count AND open.outcome = 'pending'
  CROSS JOIN LATERAL (SELECT ${cancelReason("d.at", "$4::bool")} AS cancel_reason) reason
), begun AS (
  UPDATE deliveries d SET status = 'sending', last_attempt_at = f.at,
    -- A lease with enough time left stays: the row then keeps its place in every index.
    due_at = CASE WHEN d.due_at < f.lease_end - interval '${RENEW_BEFORE_MS} ms'
      THEN f.lease_end ELSE d.due_at END,
    next_attempt_at = NULL, attempt_count = f.next_number, series_attempts = d.series_attempts + 1,
    series_started_at = coalesce(d.series_started_at, f.at),
    sealed_payload = coalesce(d.sealed_payload, f.new_payload)
  FROM found f
  WHERE d.workspace_id = f.workspace_id AND d.id = f.id AND f.verdict = 'begun'
), attempt AS (
  INSERT INTO attempts (workspace_id, delivery_id, number, id, trigger, started_at, outcome)
  SELECT workspace_id, id, next_number, attempt_id, next_trigger, at, 'pending'
  FROM found WHERE verdict = 'begun'
), closed AS (
  UPDATE attempts a SET finished_at = f.at,
    outcome = CASE f.channel WHEN 'email' THEN '${INTERRUPTED.email.outcome}' ELSE '${INTERRUPTED.webhook.outcome}' END,
    error = CASE f.channel WHEN 'email' THEN $2 ELSE $3 END
  FROM found f
  WHERE a.workspace_id = f.workspace_id AND a.delivery_id = f.id AND a.number = f.open_number
    AND f.verdict = 'cancelled'
), cancelled AS (
  UPDATE deliveries d SET status = 'cancelled', due_at = NULL, claim_token = NULL,
    next_attempt_at = NULL, sealed_data = NULL, sealed_payload = NULL,
    failure_reason = nullif(f.cancel_reason, 'unreachable')
  FROM found f
  WHERE d.workspace_id = f.workspace_id AND d.id = f.id AND f.verdict = 'cancelled'
)
SELECT f.verdict,
  coalesce(f.open_id, f.attempt_id) AS "attemptId",
  coalesce(f.open_number, f.next_number) AS number,
  coalesce(f.open_trigger, f.next_trigger) AS trigger,
  coalesce(f.open_started_at, f.at) AS "startedAt",
  f.series_attempts + (f.open_id IS NULL)::int AS "seriesAttempts",
  coalesce(f.series_started_at, f.open_started_at, f.at) AS "seriesStartedAt",
  f.verdict = 'interrupted' AND EXISTS (
    SELECT FROM attempts a WHERE a.workspace_id = f.workspace_id AND a.delivery_id = f.id
      AND a.number = f.open_number - 1 AND a.outcome = '${INTERRUPTED.webhook.outcome}'
  ) AS "isRepeated",
  f.dedupe_key AS "dedupeKey", f.webhook_id AS "webhookId", f.body, f.url, f.sealed_secret AS "sealedSecret",
  f.endpoint_kind AS "endpointKind", f.is_form_webhook AS "isFormWebhook", f.sealed_url AS "sealedUrl",
  f.sealed_old_secret AS "sealedOldSecret", f.sealed_headers AS "sealedHeaders", f.traceparent
FROM requested r LEFT JOIN found f USING (ord) ORDER BY ord`;

function toBeginResult({ verdict, isRepeated, ...attempt }: Row): BeginResult {
  switch (verdict) {
    case "begun":
      return { kind: "begun", ...attempt };
    case "interrupted":
      return { kind: "interrupted", isRepeated, ...attempt };
    case "cancelled":
      return { kind: "cancelled" };
    case null:
      return { kind: "lost" };
  }
}

async function begin(requests: readonly BeginRequest[]): Promise<BeginResult[]> {
  const requested = requests.map(({ claim, now, sealedPayload }, ord) => ({
    ord,
    workspace_id: claim.workspaceId,
    delivery_id: claim.deliveryId,
    token: claim.token,
    attempt_id: newId(),
    at: now.toISOString(),
    lease_end: new Date(now.getTime() + LEASE_MS).toISOString(),
    sealed_payload: sealedPayload && `\\x${Buffer.from(sealedPayload).toString("hex")}`,
  }));
  const { email, webhook } = INTERRUPTED;
  const isOutgoingOff = !settings().isOutgoingOn;
  const values = [JSON.stringify(requested), email.error, webhook.error, isOutgoingOff];
  const rows = await queryPrepared(pool(), COLUMNS, { text: BEGIN, values });
  return rows.map(toBeginResult);
}

/**
 * Records that an attempt starts, before the call, and renews the lease; or finds that the delivery is
 * no longer to be sent, and cancels it. Requests of the same moment share a statement.
 */
export const beginAttempt = batchStatements({ run: begin, maxItems: 128, maxRunning: 2 });
