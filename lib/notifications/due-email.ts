import type { Context } from "#lib/core/context";
import { db, pool } from "#lib/db/database";
import type { Prisma } from "#lib/db/generated/client";
import { EMAIL } from "#lib/deliveries/channels";
import type { Claim } from "#lib/deliveries/claim";

/** A claimed email as its worker needs it. */
export type DueEmail = {
  id: string;
  workspaceId: string;
  submissionId: string | null;
  kind: string;
  email: string;
  sealedData: Uint8Array | null;
  sealedPayload: Uint8Array | null;
  seriesKey: string;
  seriesStartedAt: Date | null;
  /** Whether an attempt of the running series ended uncertain. */
  mayHaveArrived: boolean;
  /** Whether an attempt can begin: not cancelled, and none left open by a worker that died. */
  isSendable: boolean;
};

/** $1 delivery, $2 workspace, $3 time. */
const FIND = `
SELECT d.id, d.workspace_id AS "workspaceId", d.submission_id AS "submissionId", d.kind, d.email,
  d.sealed_data AS "sealedData", d.sealed_payload AS "sealedPayload",
  d.series_key AS "seriesKey", d.series_started_at AS "seriesStartedAt",
  (SELECT coalesce(bool_or(outcome = 'uncertain'), false) FROM (
    SELECT outcome FROM email_attempts WHERE delivery_id = d.id
    ORDER BY number DESC LIMIT d.series_attempts
  ) of_series) AS "mayHaveArrived",
  d.status IN ('queued', 'sending', 'retrying') AND (${EMAIL.cancelReason}) IS NULL
    AND NOT EXISTS (SELECT FROM email_attempts WHERE delivery_id = d.id AND outcome = 'pending')
    AS "isSendable"
FROM (SELECT $3::timestamptz AS at) e CROSS JOIN email_deliveries d ${EMAIL.joins}
WHERE d.id = $1 AND d.workspace_id = $2`;

/** The email of a claim as it is now, or null when it was deleted. */
export async function findDueEmail(claim: Claim, now: Date): Promise<DueEmail | null> {
  const { rows } = await pool().query<DueEmail>(FIND, [claim.subjectId, claim.workspaceId, now]);
  return rows[0] ?? null;
}

const FOR_EMAIL = {
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

/** A submission as an email about it needs it; its JSON columns aren't parsed yet. */
export type MessageRow = Prisma.SubmissionGetPayload<{ select: typeof FOR_EMAIL }>;

/** The submission with this ID, or null when it was deleted. */
export function findMessage(ctx: Context, submissionId: string): Promise<MessageRow | null> {
  return db().submission.findFirst({
    where: { id: submissionId, workspaceId: ctx.workspaceId },
    select: FOR_EMAIL,
  });
}
