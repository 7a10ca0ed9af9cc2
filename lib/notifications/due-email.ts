import type { Context } from "#lib/core/context";
import { db, pool } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";
import type { Claim } from "#lib/deliveries/claim";

/** A delivery as its worker needs it, with the state of what it is about. */
export type DueDelivery = {
  id: string;
  workspaceId: string;
  submissionId: string | null;
  kind: string;
  email: string;
  status: string;
  sealedData: Uint8Array | null;
  sealedPayload: Uint8Array | null;
  seriesKey: string;
  seriesStartedAt: Date | null;
  seriesAttempts: number;
  /** Whether an attempt of the running series ended uncertain. */
  mayHaveArrived: boolean;
  /** An attempt whose end was never recorded: its worker died. */
  openAttempt: { id: string; startedAt: Date } | null;
  /** Whether the message has gone to spam, past its retention, or with its form or workspace. */
  isMessageGone: boolean;
};

type Row = {
  id: string;
  submission_id: string | null;
  kind: string;
  email: string;
  status: string;
  sealed_data: Buffer | null;
  sealed_payload: Buffer | null;
  series_key: string;
  series_started_at: Date | null;
  series_attempts: number;
  is_tainted: boolean;
  open_id: string | null;
  open_started_at: Date;
  is_message_gone: boolean;
};

const FIND = `
SELECT d.id, d.submission_id, d.kind, d.email, d.status, d.sealed_data, d.sealed_payload,
  d.series_key, d.series_started_at, d.series_attempts,
  tried.is_tainted, open.id AS open_id, open.started_at AS open_started_at,
  w.deleted_at IS NOT NULL OR s.id IS NOT NULL AND
    (s.folder = 'spam' OR f.deleted_at IS NOT NULL OR coalesce(s.expires_at <= $3, false))
    AS is_message_gone
FROM email_deliveries d
JOIN workspaces w ON w.id = d.workspace_id
LEFT JOIN submissions s ON s.id = d.submission_id
LEFT JOIN forms f ON f.id = s.form_id
CROSS JOIN LATERAL (
  SELECT coalesce(bool_or(outcome = 'uncertain'), false) AS is_tainted FROM (
    SELECT outcome FROM email_attempts WHERE delivery_id = d.id
    ORDER BY number DESC LIMIT d.series_attempts
  ) of_series
) tried
LEFT JOIN LATERAL (
  SELECT id, started_at FROM email_attempts WHERE delivery_id = d.id AND outcome = 'pending'
  ORDER BY number DESC LIMIT 1
) open ON true
WHERE d.id = $1 AND d.workspace_id = $2`;

/** The delivery that a claim is about, as it stands now; null when it has been deleted. */
export async function findDueDelivery(claim: Claim, now: Date): Promise<DueDelivery | null> {
  const { rows } = await pool().query<Row>(FIND, [claim.subjectId, claim.workspaceId, now]);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    workspaceId: claim.workspaceId,
    submissionId: row.submission_id,
    kind: row.kind,
    email: row.email,
    status: row.status,
    sealedData: row.sealed_data,
    sealedPayload: row.sealed_payload,
    seriesKey: row.series_key,
    seriesStartedAt: row.series_started_at,
    seriesAttempts: row.series_attempts,
    mayHaveArrived: row.is_tainted,
    openAttempt: row.open_id === null ? null : { id: row.open_id, startedAt: row.open_started_at },
    isMessageGone: row.is_message_gone,
  };
}

const FOR_MAIL = {
  id: true,
  receivedAt: true,
  fields: true,
  email: true,
  preview: true,
  form: { select: { name: true, settings: true } },
  attachments: {
    select: { filename: true, sizeBytes: true, expiresAt: true },
    orderBy: { position: "asc" },
  },
} as const satisfies Prisma.SubmissionSelect;

/** A message as a mail about it needs it; its JSON columns are not parsed yet. */
export type MessageRow = Prisma.SubmissionGetPayload<{ select: typeof FOR_MAIL }>;

/** The message with this id, or null when it has been deleted. */
export function findMessage(ctx: Context, submissionId: string): Promise<MessageRow | null> {
  return db().submission.findFirst({
    where: { id: submissionId, workspaceId: ctx.workspaceId },
    select: FOR_MAIL,
  });
}
