import { mintContext } from "#lib/core/context";
import { newId } from "#lib/core/ids";
import { log } from "#lib/core/log";
import type { Db } from "#lib/db/database";
import { type Columns, queryPrepared } from "#lib/db/query-rows";
import { queueEmail } from "#lib/deliveries/queue";

const FAILING_AFTER = 3;
const SUSPENDED_AFTER_FAILURES = 10;
const SUSPENDED_AFTER_MS = 5 * 24 * 60 * 60_000;

/** The behavior of an endpoint since it last accepted an event. */
export type Health = {
  health: "unknown" | "healthy" | "failing" | "suspended";
  /** Failed attempts in a row, and when the first one started the row. */
  failuresInRow: number;
  failingSince: Date | null;
};

export const HEALTHY: Health = {
  health: "healthy",
  failuresInRow: 0,
  failingSince: null,
};

/**
 * The health of an endpoint after an attempt. It fails from the third failed attempt in a row on, of one
 * delivery or of several. Any success restores it; only a success or a save ends a suspension. An
 * interrupted attempt isn't the endpoint's failure.
 *
 * @param attempt.isGone - whether it will never accept anything again; by default after a 410
 */
export function healthAfter(
  before: Health,
  attempt: { outcome: string; responseStatus: number | null; isGone?: boolean },
  at: Date,
): Health {
  if (attempt.outcome === "succeeded") return HEALTHY;
  const isFailure = attempt.outcome !== "interrupted";
  const failingSince = isFailure ? (before.failingSince ?? at) : before.failingSince;
  const failuresInRow = before.failuresInRow + (isFailure ? 1 : 0);
  const counts = { failuresInRow, failingSince };
  const failingMs = failingSince ? at.getTime() - failingSince.getTime() : 0;
  const isDead = failuresInRow >= SUSPENDED_AFTER_FAILURES && failingMs >= SUSPENDED_AFTER_MS;
  const { isGone = attempt.responseStatus === 410 } = attempt;
  if (before.health === "suspended" || isGone || isDead) return { health: "suspended", ...counts };
  return { health: failuresInRow >= FAILING_AFTER ? "failing" : before.health, ...counts };
}

/** Notices in 24 hours about an endpoint that comes and goes. */
const MAX_NOTICES_PER_DAY = 6;

type Change = {
  workspaceId: string;
  webhookId: string;
  health: Exclude<Health["health"], "unknown">;
  isGone: boolean;
  at: Date;
};

/** $1 webhook, $2 time, $3 workspace. */
const FIND = `
SELECT w.url, CASE WHEN NOT w.is_form_webhook THEN w.name END AS destination, f.id AS form_id, f.name AS form_name, p.name AS workspace_name,
  (SELECT count(*)::int FROM counted_events
    WHERE bucket = 'webhook-notice:' || $1 AND at > $2::timestamptz - interval '1 day') AS recent,
  ARRAY(SELECT u.email FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = w.workspace_id AND m.role = 'owner'
    ORDER BY m.created_at, u.id) AS owners
FROM webhooks w JOIN forms f ON f.workspace_id = w.workspace_id AND f.id = w.form_id
JOIN workspaces p ON p.id = w.workspace_id
WHERE w.workspace_id = $3 AND w.id = $1::uuid`;
const COUNT = `INSERT INTO counted_events (id, bucket, at)
  VALUES ($1::uuid, 'webhook-notice:' || $2, $3::timestamptz)`;

type Row = {
  url: string;
  destination: string | null;
  form_id: string;
  form_name: string;
  workspace_name: string;
  recent: number;
  owners: string[];
};

const COLUMNS: Columns<Row> = {
  url: "text",
  destination: "text",
  form_id: "uuid",
  form_name: "text",
  workspace_name: "text",
  recent: "int4",
  owners: "text[]",
};

/**
 * Queues an email to every owner when an endpoint's health changes, in the transaction that changes
 * it. The caller holds the webhook's row, so the number of notices is exact.
 */
export async function queueHealthNotice(tx: Db, change: Change): Promise<void> {
  const { workspaceId, webhookId, health, isGone, at } = change;
  const [row] = await queryPrepared(
    tx,
    { text: FIND, values: [webhookId, at, workspaceId] },
    COLUMNS,
  );
  if (!row) return;
  if (row.recent >= MAX_NOTICES_PER_DAY) {
    log().warn({ webhookId, health }, "webhook health changes too often to send notices");
    return;
  }
  await tx.$executeRawUnsafe(COUNT, newId(), webhookId, at);
  const ctx = mintContext(workspaceId, { kind: "system" }, at);
  const data = {
    kind: "webhook_notice",
    workspaceName: row.workspace_name,
    formId: row.form_id,
    formName: row.form_name,
    host: new URL(row.url).hostname,
    health,
    isGone,
    destination: row.destination,
  } as const;
  for (const to of row.owners) await queueEmail(tx, ctx, { to, data });
}
