import { newId } from "#lib/core/ids";
import { batchStatements } from "#lib/db/batch-statements";
import { pool } from "#lib/db/database";
import type { Channel } from "#lib/deliveries/channels";
import { type Claim, LEASE_MS } from "#lib/deliveries/claim";

export type Trigger = "automatic" | "manual" | "test";

/** A recorded attempt, with the columns that its channel names as `details`. */
export type BegunAttempt<Details> = {
  attemptId: string;
  number: number;
  trigger: Trigger;
  startedAt: Date;
  details: Details;
};

export type Beginning<Details> =
  | ({ kind: "begun" } & BegunAttempt<Details>)
  /** A worker died during this attempt: it may have arrived. */
  | ({ kind: "interrupted" } & BegunAttempt<Details>)
  /** No longer to be sent; the queue entry is gone. */
  | { kind: "cancelled" }
  /** Another worker holds the entry, or the delivery is being changed at this moment. */
  | { kind: "lost" };

export type BeginRequest = {
  claim: Claim;
  now: Date;
  /** The email of the series, kept unless it has one already. */
  sealedPayload?: Uint8Array | null;
};

type Row = {
  verdict: "busy" | "gone" | "cancelled" | "interrupted" | "begun" | null;
  attemptId: string;
  number: number;
  trigger: Trigger;
  startedAt: Date;
};

/*
 * One statement for many claims. Entries are locked under their tokens first, then deliveries, then
 * attempts: the order in which deletions lock them. A delivery that someone is changing
 * is skipped, so two workers that hold several never wait for each other. $1 the requests (json).
 */
function toStatement(channel: Channel): string {
  const { deliveries, attempts, interrupted } = channel;
  const details = Object.entries(channel.details);
  return `
WITH requested AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::json) AS r(ord int, entry_id uuid, token uuid,
    attempt_id uuid, at timestamptz, lease_end timestamptz, sealed_payload bytea)
), entry AS MATERIALIZED (
  SELECT r.*, o.subject_id, o.workspace_id
  FROM requested r JOIN outbox o ON o.id = r.entry_id AND o.claim_token = r.token
  ORDER BY o.id FOR UPDATE OF o
), held AS MATERIALIZED (
  SELECT e.ord, d.* FROM entry e
  JOIN ${deliveries} d ON d.id = e.subject_id AND d.workspace_id = e.workspace_id
  FOR NO KEY UPDATE OF d SKIP LOCKED
), found AS MATERIALIZED (
  SELECT e.*, ${details.map(([name, column]) => `${column} AS "${name}", `).join("")}
    ${channel.nextNumber} AS next_number,
    ${channel.nextTrigger} AS next_trigger, open.id AS open_id, open.number AS open_number,
    open.trigger AS open_trigger, open.started_at AS open_started_at, reason.cancel_reason,
    CASE
      WHEN d.id IS NULL AND EXISTS (SELECT FROM ${deliveries} x WHERE x.id = e.subject_id)
        THEN 'busy'
      WHEN d.id IS NULL OR d.status NOT IN ('queued', 'sending', 'retrying') THEN 'gone'
      WHEN reason.cancel_reason IS NOT NULL THEN 'cancelled'
      WHEN open.id IS NOT NULL THEN 'interrupted'
      WHEN NOT (${channel.isReady}) THEN 'busy'
      ELSE 'begun'
    END AS verdict
  FROM entry e
  LEFT JOIN held d ON d.ord = e.ord ${channel.joins}
  LEFT JOIN LATERAL (
    SELECT id, number, trigger, started_at FROM ${attempts}
    WHERE delivery_id = d.id AND outcome = 'pending' ORDER BY number DESC LIMIT 1
  ) open ON true
  CROSS JOIN LATERAL (SELECT ${channel.cancelReason} AS cancel_reason) reason
), begun AS (
  UPDATE ${deliveries} d SET status = 'sending', last_attempt_at = f.at, next_attempt_at = NULL,
    ${channel.onBegin}
  FROM found f WHERE d.id = f.subject_id AND f.verdict = 'begun'
), attempt AS (
  INSERT INTO ${attempts} (id, delivery_id, number, trigger, started_at, outcome)
  SELECT attempt_id, subject_id, next_number, next_trigger, at, 'pending'
  FROM found WHERE verdict = 'begun'
), leased AS (
  UPDATE outbox o SET due_at = f.lease_end
  FROM found f WHERE o.id = f.entry_id AND f.verdict = 'begun'
), closed AS (
  UPDATE ${attempts} a SET outcome = '${interrupted.outcome}', error = $2 ${channel.onInterrupt}
  FROM found f WHERE a.id = f.open_id AND f.verdict = 'cancelled'
), cancelled AS (
  UPDATE ${deliveries} d SET status = 'cancelled', next_attempt_at = NULL, ${channel.onCancel}
  FROM found f WHERE d.id = f.subject_id AND f.verdict = 'cancelled'
), dropped AS (
  DELETE FROM outbox o USING found f
  WHERE o.id = f.entry_id AND f.verdict IN ('gone', 'cancelled')
), released AS (
  UPDATE outbox o SET due_at = f.at + interval '1 second', claim_token = NULL
  FROM found f WHERE o.id = f.entry_id AND f.verdict = 'busy'
)
SELECT f.verdict, ${details.map(([name]) => `f."${name}", `).join("")}
  coalesce(f.open_id, f.attempt_id) AS "attemptId",
  coalesce(f.open_number, f.next_number) AS number,
  coalesce(f.open_trigger, f.next_trigger) AS trigger,
  coalesce(f.open_started_at, f.at) AS "startedAt"
FROM requested r LEFT JOIN found f USING (ord) ORDER BY ord`;
}

function toBeginning<Details>(row: Row & Details): Beginning<Details> {
  const { verdict, attemptId, number, trigger, startedAt } = row;
  switch (verdict) {
    case "begun":
    case "interrupted":
      return { kind: verdict, attemptId, number, trigger, startedAt, details: row };
    case null:
    case "busy":
      return { kind: "lost" };
    default:
      return { kind: "cancelled" };
  }
}

/**
 * Records that an attempt starts, before the call, and renews the lease; or finds that the delivery is
 * no longer to be sent, and cancels it. Requests of the same moment share a statement.
 *
 * @param Details - the types of the channel's `details`
 */
export function createBegin<Details>(
  channel: Channel,
): (request: BeginRequest) => Promise<Beginning<Details>> {
  const statement = toStatement(channel);
  return batchStatements({
    async run(requests: readonly BeginRequest[]) {
      const requested = requests.map(({ claim, now, sealedPayload }, ord) => ({
        ord,
        entry_id: claim.entryId,
        token: claim.token,
        attempt_id: newId(),
        at: now.toISOString(),
        lease_end: new Date(now.getTime() + LEASE_MS).toISOString(),
        sealed_payload: sealedPayload && `\\x${Buffer.from(sealedPayload).toString("hex")}`,
      }));
      const values = [JSON.stringify(requested), channel.interrupted.error];
      const { rows } = await pool().query<Row & Details>(statement, values);
      return rows.map((row) => toBeginning<Details>(row));
    },
    maxItems: 128,
    maxRunning: 2,
  });
}
