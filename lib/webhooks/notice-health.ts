import type { PoolClient } from "pg";
import { mintContext } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { log } from "#lib/core/log";
import { queueEmailBy } from "#lib/deliveries/queue";
import type { Health } from "#lib/webhooks/delivery-rules";

/** A receiver that comes and goes is told of so often in 24 hours. */
const MAX_PER_DAY = 6;

type Change = { webhookId: string; health: Health["health"]; isGone: boolean; at: Date };

/** $1 webhook, $2 time. */
const FIND = `
SELECT w.workspace_id, w.url, f.id AS form_id, f.name AS form_name, p.name AS workspace_name,
  (SELECT count(*)::int FROM counted_events
    WHERE bucket = 'webhook-notice:' || $1 AND at > $2::timestamptz - interval '1 day') AS recent,
  ARRAY(SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = w.workspace_id ORDER BY m.created_at, u.id) AS members
FROM webhooks w JOIN forms f ON f.id = w.form_id JOIN workspaces p ON p.id = w.workspace_id
WHERE w.id = $1::uuid`;
const COUNT = `INSERT INTO counted_events (id, bucket, at)
  VALUES ($1::uuid, 'webhook-notice:' || $2, $3::timestamptz)`;

type Row = {
  workspace_id: string;
  url: string;
  form_id: string;
  form_name: string;
  workspace_name: string;
  recent: number;
  members: string[];
};

/**
 * Queues a mail to every member when a receiver's health has changed, in the transaction that changes
 * it. The caller holds the webhook's row, so the count of notices is exact.
 */
export async function queueHealthNotice(client: PoolClient, change: Change): Promise<void> {
  const { webhookId, health, isGone, at } = change;
  const { rows } = await client.query<Row>(FIND, [webhookId, at]);
  const [row] = rows;
  if (!row) return;
  if (row.recent >= MAX_PER_DAY) {
    log().warn({ webhookId, health }, "a webhook's health changes too often to notify members");
    return;
  }
  await client.query(COUNT, [newId(), webhookId, at]);
  const ctx = mintContext(row.workspace_id, { kind: "system" }, at);
  const data = {
    kind: "webhook_notice",
    workspaceName: row.workspace_name,
    formId: row.form_id,
    formName: row.form_name,
    host: new URL(row.url).hostname,
    health,
    isGone,
  } as const;
  for (const to of row.members) await queueEmailBy(client, ctx, { to, data });
}
