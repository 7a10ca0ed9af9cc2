import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";

/** The setup progress of a workspace; each step is derived from what has actually happened. */
export type Onboarding = {
  recipientVerified: boolean;
  formCreated: boolean;
  messageReceived: boolean;
  messageRead: boolean;
  notificationSent: boolean;
  webhookConnected: boolean;
  tokenCreated: boolean;
  /** The newest form, to continue with. */
  formId: string | null;
};

type Row = {
  recipient_verified: boolean;
  form_created: boolean;
  message_received: boolean;
  unread_only: boolean;
  notification_sent: boolean;
  webhook_connected: boolean;
  token_created: boolean;
  form_id: string | null;
};

export async function getOnboarding(ctx: Context): Promise<Onboarding> {
  const [row] = await db().$queryRaw<Row[]>`
    SELECT
      EXISTS (SELECT FROM recipients r
        WHERE r.workspace_id = w.id AND r.verified_at IS NOT NULL) AS recipient_verified,
      EXISTS (SELECT FROM forms f WHERE f.workspace_id = w.id) AS form_created,
      EXISTS (SELECT FROM usage_slots u
        WHERE u.workspace_id = w.id AND u.accepted + u.spam > 0) AS message_received,
      coalesce((SELECT sum(m.total) > 0 AND sum(m.total) = sum(m.unread)
        FROM forms f JOIN message_counts m ON m.form_id = f.id
        WHERE f.workspace_id = w.id AND f.deleted_at IS NULL), false) AS unread_only,
      EXISTS (SELECT FROM email_deliveries d
        WHERE d.workspace_id = w.id AND d.kind = 'notification' AND d.status = 'sent') AS notification_sent,
      EXISTS (SELECT FROM forms f JOIN webhooks h ON h.form_id = f.id
        WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
          AND h.deleted_at IS NULL) AS webhook_connected,
      (SELECT f.id FROM forms f WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
        ORDER BY f.created_at DESC, f.id DESC LIMIT 1) AS form_id,
      EXISTS (SELECT FROM tokens t WHERE t.workspace_id = w.id) AS token_created
    FROM workspaces w WHERE w.id = ${ctx.workspaceId}::uuid`;
  if (!row) throw new Error("the context's workspace doesn't exist");
  return {
    recipientVerified: row.recipient_verified,
    formCreated: row.form_created,
    messageReceived: row.message_received,
    messageRead: row.message_received && !row.unread_only,
    notificationSent: row.notification_sent,
    webhookConnected: row.webhook_connected,
    tokenCreated: row.token_created,
    formId: row.form_id,
  };
}
