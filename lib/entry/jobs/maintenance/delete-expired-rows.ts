import { utcDay } from "#lib/core/dates";
import { DAY_MS } from "#lib/core/durations";
import { KNOWN_BROWSER_MS } from "#lib/domain/accounts/open-session";
import { AUDIT_KEPT_DAYS, MAX_AUDIT_ENTRIES } from "#lib/domain/audit/schema";
import { EMAIL_KEPT_DAYS } from "#lib/domain/emails/schema";
import { IMPORT_LIMITS } from "#lib/domain/imports/sources";
import { type MaintenanceStep, statementStep } from "#lib/entry/jobs/maintenance/step";

const ROWS_PER_BATCH = 1000;
const TEST_EVENTS_KEPT_DAYS = 30;
/**
 * The condition for ended deliveries without a message; the others are deleted with their message.
 */
const ENDED_ALONE = "submission_id IS NULL AND due_at IS NULL";

type Expiring = {
  name: string;
  table: string;
  column: string;
  days: number;
  /** A further condition. */
  only?: string;
};

/** Rows that are deleted this many days after the time in `column`. */
const EXPIRING: readonly Expiring[] = [
  { name: "idempotencyKeys", table: "idempotency_keys", column: "expires_at", days: 0 },
  { name: "countedEvents", table: "counted_events", column: "at", days: 1 },
  { name: "workers", table: "workers", column: "seen_at", days: 1 },
  { name: "sessions", table: "sessions", column: "expires_at", days: 0 },
  { name: "passwordResets", table: "password_resets", column: "expires_at", days: 7 },
  { name: "emailChanges", table: "email_changes", column: "expires_at", days: 0 },
  { name: "passkeyChallenges", table: "passkey_challenges", column: "expires_at", days: 0 },
  { name: "usedChallenges", table: "used_challenges", column: "expires_at", days: 0 },
  {
    name: "knownBrowsers",
    table: "known_browsers",
    column: "last_seen_at",
    days: KNOWN_BROWSER_MS / DAY_MS,
  },
  { name: "oauthClients", table: "oauth_clients", column: "expires_at", days: 0 },
  { name: "grantSecrets", table: "grant_secrets", column: "expires_at", days: 1 },
  // The audit log records what disconnected apps did.
  {
    name: "grants",
    table: "tokens",
    column: "expires_at",
    days: 0,
    only: "EXISTS (SELECT FROM grants g WHERE g.workspace_id = tokens.workspace_id AND g.token_id = tokens.id)",
  },
  // Used links are kept as long: they show "already confirmed".
  { name: "verifications", table: "recipient_verifications", column: "expires_at", days: 7 },
  // Used, revoked, and expired invitations are kept to explain that when someone opens their link.
  { name: "invitations", table: "invitations", column: "expires_at", days: 30 },
  { name: "replySlots", table: "reply_slots", column: "taken_at", days: 1 },
  { name: "rejections", table: "rejected_submissions", column: "minute", days: 7 },
  {
    name: "imports",
    table: "imports",
    column: "updated_at",
    days: IMPORT_LIMITS.recordDays,
    only: "status IN ('completed', 'canceled', 'failed', 'undone')",
  },
  { name: "auditEntries", table: "audit_entries", column: "at", days: AUDIT_KEPT_DAYS },
  { name: "capturedEmails", table: "captured_emails", column: "created_at", days: EMAIL_KEPT_DAYS },
  {
    name: "notices",
    table: "deliveries",
    column: "created_at",
    days: EMAIL_KEPT_DAYS,
    only: `channel = 'email' AND ${ENDED_ALONE}`,
  },
  {
    name: "webhookTests",
    table: "deliveries",
    column: "created_at",
    days: TEST_EVENTS_KEPT_DAYS,
    only: `channel = 'webhook' AND ${ENDED_ALONE}`,
  },
];

export function expiredRowsSteps(now: Date): MaintenanceStep[] {
  return EXPIRING.map(({ name, table, column, days, only = "true" }) =>
    statementStep(
      name,
      ROWS_PER_BATCH,
      `WITH expired AS MATERIALIZED (
        SELECT tableoid, ctid FROM ${table} WHERE ${column} <= $1 AND ${only}
        ORDER BY ${column} LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM ${table} t USING expired e WHERE t.tableoid = e.tableoid AND t.ctid = e.ctid`,
      [new Date(now.getTime() - days * DAY_MS)],
    ),
  );
}

/** A log that nothing was added to since then hasn't grown. */
const RECENT_MS = 7 * DAY_MS;

/** $1 the time since which a log may have grown, $2 the limit, $3 the most rows to delete. */
const CAP = `
WITH overfull AS MATERIALIZED (
  SELECT w.workspace_id
  FROM (SELECT DISTINCT workspace_id FROM audit_entries WHERE at > $1) w
  WHERE EXISTS (
    SELECT FROM audit_entries e WHERE e.workspace_id = w.workspace_id
    ORDER BY at DESC, id DESC OFFSET $2
  )
  LIMIT 1
), most AS MATERIALIZED (
  SELECT workspace_id, action,
    least(sum(count(*)) OVER () - $2, $3)::int AS excess
  FROM audit_entries WHERE workspace_id IN (SELECT workspace_id FROM overfull)
  GROUP BY workspace_id, action ORDER BY count(*) DESC, action LIMIT 1
), selected AS MATERIALIZED (
  -- Without row locks: of two runs at once, the second finds these rows gone and takes no others.
  SELECT e.workspace_id, e.id FROM most CROSS JOIN LATERAL (
    SELECT workspace_id, id FROM audit_entries
    WHERE workspace_id = most.workspace_id AND action = most.action
    ORDER BY at, id LIMIT most.excess
  ) e
)
DELETE FROM audit_entries a USING selected s
WHERE a.workspace_id = s.workspace_id AND a.id = s.id`;

/**
 * Deletes entries beyond the limit of a workspace: the oldest ones of the most frequent action.
 * Someone who floods the log with one action only displaces that action's entries
 * (docs/decisions/0042).
 */
export function capAuditLogStep(now: Date, maxEntries = MAX_AUDIT_ENTRIES): MaintenanceStep {
  const since = new Date(now.getTime() - RECENT_MS);
  // Each batch handles one workspace, so an empty batch means that all are done.
  return statementStep("excessAuditEntries", 1, CAP, [since, maxEntries, ROWS_PER_BATCH]);
}

/** $1 the current day. A count that arrives late for a past day is merged by the next run. */
const FOLD = `
WITH due AS MATERIALIZED (
  SELECT workspace_id, day, slot FROM usage_slots WHERE slot <> 0 AND day < $1::date
  ORDER BY day LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM usage_slots u USING due c
  WHERE u.workspace_id = c.workspace_id AND u.day = c.day AND u.slot = c.slot
  RETURNING u.*
), folded AS (
  INSERT INTO usage_slots AS u (workspace_id, day, slot, accepted, spam)
  SELECT workspace_id, day, 0, sum(accepted), sum(spam) FROM deleted GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (workspace_id, day, slot) DO UPDATE
  SET accepted = u.accepted + EXCLUDED.accepted, spam = u.spam + EXCLUDED.spam
)
SELECT FROM deleted`;

/**
 * Merges the usage slots of past days into one per day, because every submission reads the month's
 * slots to check the allowance.
 */
export function foldUsageStep(now: Date): MaintenanceStep {
  return statementStep("usageSlots", ROWS_PER_BATCH, FOLD, [utcDay(now)]);
}
