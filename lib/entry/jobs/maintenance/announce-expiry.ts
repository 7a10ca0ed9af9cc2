import { type Db, transaction } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";
import { mintContext } from "#lib/core/context";
import { settings } from "#lib/core/settings/settings";
import { queueOwnerEmails } from "#lib/domain/deliveries/queue";
import { batchStep, type MaintenanceStep } from "#lib/entry/jobs/maintenance/step";

const BATCH_SIZE = 100;

type ExpiringToken = { id: string; workspaceId: string; name: string; expiresAt: Date };

/**
 * Emails owners 7 days and 1 day before the expiry of a token that was used in the last 30 days.
 */
export function announceExpiryStep(now: Date): MaintenanceStep {
  return batchStep("expiryNotices", BATCH_SIZE, () =>
    transaction(async (tx) => {
      const tokens = await claimExpiring(tx, now);
      for (const token of tokens) await announce(tx, token, now);
      return tokens.length;
    }),
  );
}

function claimExpiring(tx: Db, now: Date): Promise<ExpiringToken[]> {
  return queryRows<ExpiringToken>(tx, {
    id: "uuid",
    workspaceId: "uuid",
    name: "text",
    expiresAt: "timestamptz",
  })`
    UPDATE tokens t
    SET expiry_notice_days = CASE WHEN t.expires_at <= ${now}::timestamptz + interval '1 day' THEN 1 ELSE 7 END
    FROM (
      SELECT workspace_id, id FROM tokens
      WHERE expires_at > ${now}::timestamptz AND expires_at <= ${now}::timestamptz + interval '7 days'
        AND revoked_at IS NULL AND last_used_at > ${now}::timestamptz - interval '30 days'
        AND (expiry_notice_days IS NULL
          OR expiry_notice_days = 7 AND expires_at <= ${now}::timestamptz + interval '1 day')
        AND NOT EXISTS (SELECT FROM grants g
          WHERE g.workspace_id = tokens.workspace_id AND g.token_id = tokens.id)
      ORDER BY expires_at LIMIT ${BATCH_SIZE}
      FOR NO KEY UPDATE SKIP LOCKED
    ) e
    WHERE t.workspace_id = e.workspace_id AND t.id = e.id
    RETURNING t.id, t.workspace_id AS "workspaceId", t.name, t.expires_at AS "expiresAt"`;
}

async function announce(tx: Db, token: ExpiringToken, now: Date): Promise<void> {
  const ctx = mintContext(token.workspaceId, { kind: "system" }, now);
  await queueOwnerEmails(tx, ctx, (workspaceName) => ({
    kind: "account",
    purpose: "token_expiring",
    link: `${settings().baseUrl}/tokens`,
    workspaceName,
    tokenName: token.name,
    expiresAt: token.expiresAt.getTime(),
  }));
}
