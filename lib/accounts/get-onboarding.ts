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

export async function getOnboarding(ctx: Context): Promise<Onboarding> {
  const [row] = await db().$queryRaw<(Omit<Onboarding, "messageRead"> & { unreadOnly: boolean })[]>`
    SELECT
      EXISTS (SELECT FROM recipients r
        WHERE r.workspace_id = w.id AND r.verified_at IS NOT NULL) AS "recipientVerified",
      EXISTS (SELECT FROM forms f WHERE f.workspace_id = w.id) AS "formCreated",
      EXISTS (SELECT FROM usage_slots u
        WHERE u.workspace_id = w.id AND u.accepted + u.spam > 0) AS "messageReceived",
      coalesce((SELECT sum(m.total) > 0 AND sum(m.total) = sum(m.unread)
        FROM forms f JOIN message_counts m ON m.workspace_id = f.workspace_id AND m.form_id = f.id
        WHERE f.workspace_id = w.id AND f.deleted_at IS NULL), false) AS "unreadOnly",
      EXISTS (SELECT FROM deliveries d
        WHERE d.workspace_id = w.id AND d.kind = 'notification' AND d.status = 'delivered') AS "notificationSent",
      EXISTS (SELECT FROM forms f JOIN webhooks h ON h.workspace_id = f.workspace_id AND h.form_id = f.id
        WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
          AND h.deleted_at IS NULL) AS "webhookConnected",
      (SELECT f.id FROM forms f WHERE f.workspace_id = w.id AND f.deleted_at IS NULL
        ORDER BY f.created_at DESC, f.id DESC LIMIT 1) AS "formId",
      EXISTS (SELECT FROM tokens t WHERE t.workspace_id = w.id) AS "tokenCreated"
    FROM workspaces w WHERE w.id = ${ctx.workspaceId}::uuid`;
  if (!row) throw new Error("the context's workspace doesn't exist");
  const { unreadOnly, ...steps } = row;
  return { ...steps, messageRead: row.messageReceived && !unreadOnly };
}
