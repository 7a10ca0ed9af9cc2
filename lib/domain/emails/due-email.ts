import { batchStatements } from "#lib/adapters/db/batch-statements";
import { pool } from "#lib/adapters/db/database";
import { type Columns, queryPrepared } from "#lib/adapters/db/query-rows";
import { selectLook } from "#lib/domain/brand/look";
import { CANCELLATION_JOINS, cancelReason } from "#lib/domain/deliveries/begin";
import type { Claim } from "#lib/domain/deliveries/claim";

/** A claimed email as its worker needs it. */
export type DueEmail = {
  id: string;
  workspaceId: string;
  submissionId: string | null;
  kind: string;
  email: string;
  /** Null if the address isn't a recipient. */
  recipientId: string | null;
  workspaceName: string | null;
  /** The owner's stored look for an email to a visitor; null for other emails. */
  look: unknown;
  /** The workspace's time zone; null until someone sets it. */
  timeZone: string | null;
  sealedData: Uint8Array | null;
  sealedPayload: Uint8Array | null;
  dedupeKey: string;
  seriesStartedAt: Date | null;
  /** True if an attempt of the running series ended uncertain. */
  mayHaveArrived: boolean;
  /**
   * True if an attempt can begin: the email isn't cancelled, and no attempt was left open by a
   * worker that died.
   */
  isSendable: boolean;
  /** The form of an email about a submission. Its JSON columns, and the submission's, aren't parsed yet. */
  formName: string | null;
  formSettings: unknown;
  formFields: unknown;
  /**
   * When the message of a notification or confirmation was received; null if its email is already
   * composed.
   */
  receivedAt: Date | null;
  fields: unknown;
  /** The sender as stored. */
  senderName: string | null;
  senderEmail: string | null;
  preview: string | null;
  /** The judge's findings about a suspected message. */
  suspicion: unknown;
  /** The page that the message was sent from, as stored. */
  context: unknown;
  /** `objectId` is null if the content no longer exists. */
  attachments: {
    filename: string;
    contentType: string;
    sizeBytes: number;
    expiresAt: string;
    objectId: string | null;
  }[];
  /** Whether the form attaches files to notifications. */
  attachesFiles: boolean;
};

type Due = { claim: Claim; now: Date };
type Row = DueEmail & { ord: number };

const COLUMNS: Columns<Row> = {
  ord: "int4",
  id: "uuid",
  workspaceId: "uuid",
  submissionId: "uuid",
  kind: "text",
  email: "text",
  recipientId: "uuid",
  formName: "text",
  workspaceName: "text",
  look: "json",
  timeZone: "text",
  sealedData: "bytea",
  sealedPayload: "bytea",
  dedupeKey: "uuid",
  seriesStartedAt: "timestamptz",
  mayHaveArrived: "bool",
  isSendable: "bool",
  receivedAt: "timestamptz",
  fields: "json",
  senderName: "text",
  senderEmail: "text",
  preview: "text",
  formSettings: "jsonb",
  formFields: "jsonb",
  suspicion: "jsonb",
  context: "jsonb",
  attachments: "json",
  attachesFiles: "bool",
};

/** $1 the claims (json). */
const FIND = `
SELECT r.ord, d.id, d.workspace_id AS "workspaceId", d.submission_id AS "submissionId", d.kind,
  d.email, d.recipient_id AS "recipientId", p.name AS "workspaceName",
  CASE WHEN d.kind IN ('visitor_reply', 'confirmation', 'reply') AND d.sealed_payload IS NULL
    THEN ${selectLook("d.workspace_id", "t.id")} END AS look, p.time_zone AS "timeZone", d.sealed_data AS "sealedData", d.sealed_payload AS "sealedPayload",
  d.dedupe_key AS "dedupeKey", d.series_started_at AS "seriesStartedAt",
  d.series_attempts > 0 AND EXISTS (
    SELECT FROM attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id
      AND a.outcome = 'uncertain' AND a.number > d.attempt_count - d.series_attempts
  ) AS "mayHaveArrived",
  (${cancelReason("r.at")}) IS NULL AND NOT EXISTS (
    SELECT FROM attempts a WHERE a.workspace_id = d.workspace_id AND a.delivery_id = d.id
      AND a.number = d.attempt_count AND a.outcome = 'pending'
  ) AS "isSendable",
  n.received_at AS "receivedAt", n.fields, n.name AS "senderName", n.email AS "senderEmail", n.preview,
  CASE WHEN n.is_suspected THEN n.judgment END AS suspicion, n.context,
  t.name AS "formName", t.settings AS "formSettings",
  (SELECT l.fields FROM form_fields l WHERE l.workspace_id = n.workspace_id AND l.form_id = n.form_id
  ) AS "formFields", coalesce((
    SELECT json_agg(json_build_object('filename', a.filename, 'contentType', a.content_type,
      'sizeBytes', a.size_bytes, 'expiresAt', a.expires_at,
      'objectId', CASE WHEN a.expires_at > r.at THEN o.id END) ORDER BY a.position)
    FROM attachments a LEFT JOIN objects o
      ON o.workspace_id = a.workspace_id AND o.id = a.object_id AND o.status = 'stored'
    WHERE a.workspace_id = n.workspace_id AND a.submission_id = n.id
  ), '[]') AS attachments, coalesce((
    SELECT x.attach_files FROM form_options x
    WHERE x.workspace_id = n.workspace_id AND x.form_id = n.form_id
  ), false) AS "attachesFiles"
FROM json_to_recordset($1::json) AS r(ord int, workspace_id uuid, id uuid, token uuid, at timestamptz)
JOIN deliveries d ON d.workspace_id = r.workspace_id AND d.id = r.id AND d.claim_token = r.token
${CANCELLATION_JOINS}
LEFT JOIN submissions n ON n.workspace_id = d.workspace_id AND n.id = d.submission_id
  AND d.kind IN ('notification', 'confirmation') AND d.sealed_payload IS NULL`;

/** Finds the current email of a claim; null if it was deleted or another worker holds it. */
export const findDueEmail = batchStatements({
  run: async (dues: readonly Due[]): Promise<(DueEmail | null)[]> => {
    const claims = dues.map(({ claim: { workspaceId, deliveryId, token }, now }, ord) => ({
      ord,
      workspace_id: workspaceId,
      id: deliveryId,
      token,
      at: now.toISOString(),
    }));
    const values = [JSON.stringify(claims)];
    const rows = await queryPrepared(pool(), COLUMNS, { text: FIND, values });
    const found = new Map(rows.map((row) => [row.ord, row]));
    return dues.map((_, ord) => found.get(ord) ?? null);
  },
  maxItems: 128,
  maxRunning: 2,
});
