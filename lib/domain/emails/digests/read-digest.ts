import { db, pool } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { decryptSecret } from "#lib/core/secrets";
import { DigestDraft } from "#lib/domain/emails/digests/choice-schema";
import { newMessagesSql } from "#lib/domain/emails/digests/new-messages";
import type { DueEmail } from "#lib/domain/emails/due-email";

/** The maximum number of forms that a digest lists, and the most messages of each. */
export const MAX_FORMS = 20;
export const MAX_MESSAGES = 10;
/** Counting stops at this number; a digest then shows "more than". */
export const MAX_COUNTED_IN_DIGEST = 1_000;

type DigestMessage = {
  id: string;
  name: string | null;
  email: string | null;
  preview: string;
  /** In ISO 8601. */
  receivedAt: string;
  isSuspected: boolean;
};

type DigestForm = { id: string; name: string; total: number; messages: DigestMessage[] };

/** A digest as it's sent now. */
export type FoundDigest = {
  userId: string;
  /** The member's current address. */
  email: string;
  timeZone: string;
  workspaceName: string;
  until: Date;
  /** Sorted by number of messages, the highest first. */
  forms: DigestForm[];
};

/**
 * Reads the content of a queued digest, without messages that were deleted or moved to spam since, and without forms
 * that the member unsubscribed from.
 *
 * @returns null if nothing is left, or its reader is no longer a member
 */
export async function readDigest(due: DueEmail, now: Date): Promise<FoundDigest | null> {
  if (!due.sealedData) throw new Error("a digest has no data");
  const { workspaceId } = due;
  const text = decryptSecret("email_data", due, due.sealedData);
  const { userId, until: end, forms: asked } = DigestDraft.parse(JSON.parse(text));
  const reader = await findReader(workspaceId, userId);
  if (!reader) return null;
  const until = new Date(end);
  const given = asked.map(({ id, since }) => ({ id, since: new Date(since) }));
  const messages = newMessagesSql(
    { ...reader, workspaceId, until, now },
    MAX_COUNTED_IN_DIGEST + 1,
  );
  const forms = await db().$queryRaw<DigestForm[]>`
    SELECT g.id, f.name, found.total, found.messages
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS g(id uuid, since timestamptz)
    JOIN forms f ON f.workspace_id = ${workspaceId}::uuid AND f.id = g.id AND f.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS total, json_agg(json_build_object('id', id, 'name', name, 'email', email,
        'preview', preview, 'receivedAt', received_at, 'isSuspected', is_suspected)
        ORDER BY nth) FILTER (WHERE nth <= ${MAX_MESSAGES}) AS messages
      FROM (SELECT *, row_number() OVER (ORDER BY at DESC, id DESC) AS nth FROM (${messages}) came) numbered
    ) found
    WHERE found.total > 0 AND NOT EXISTS (
      SELECT FROM notification_choices c WHERE c.workspace_id = f.workspace_id AND c.form_id = f.id
        AND c.user_id = ${userId}::uuid AND c.frequency = 'never')
    ORDER BY found.total DESC, f.name, f.id`;
  const { email, timeZone, workspaceName } = reader;
  return forms.length === 0 ? null : { userId, email, timeZone, workspaceName, until, forms };
}

type Reader = {
  email: string;
  timeZone: string;
  workspaceName: string;
  recipientId: string | null;
};

async function findReader(workspaceId: string, userId: string): Promise<Reader | undefined> {
  const columns = {
    email: "text",
    timeZone: "text",
    workspaceName: "text",
    recipientId: "uuid",
  } as const;
  const [reader] = await queryRows<Reader>(pool(), columns)`
    SELECT u.email, coalesce(u.time_zone, w.time_zone, 'UTC') AS "timeZone", w.name AS "workspaceName",
      r.id AS "recipientId"
    FROM memberships m JOIN users u ON u.id = m.user_id AND u.verified_at IS NOT NULL
    JOIN workspaces w ON w.id = m.workspace_id AND w.deleted_at IS NULL
    LEFT JOIN recipients r ON r.workspace_id = m.workspace_id AND r.email_key = u.email_key
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.user_id = ${userId}::uuid`;
  return reader;
}
