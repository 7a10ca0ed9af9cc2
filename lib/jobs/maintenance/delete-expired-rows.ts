import { KNOWN_BROWSER_MS } from "#lib/accounts/known-browsers";
import { AUDIT_KEPT_DAYS } from "#lib/audit/schema";
import { pool } from "#lib/db/database";
import { batchStep, type MaintenanceStep } from "#lib/jobs/maintenance/step";
import { EMAIL_KEPT_DAYS } from "#lib/notifications/schema";

const ROWS_PER_BATCH = 1000;
const DAY_MS = 86_400_000;
const TEST_EVENTS_KEPT_DAYS = 30;
/** Ended deliveries that belong to no message; the others are deleted with their message. */
const ENDED_ALONE = "submission_id IS NULL AND due_at IS NULL";

type Expiring = {
  name: string;
  table: string;
  column: string;
  afterMs: number;
  /** A further condition. */
  only?: string;
};

/** Rows that are no longer needed `afterMs` after the time in `column`. */
const EXPIRING: readonly Expiring[] = [
  { name: "idempotencyKeys", table: "idempotency_keys", column: "expires_at", afterMs: 0 },
  { name: "countedEvents", table: "counted_events", column: "at", afterMs: DAY_MS },
  { name: "workers", table: "workers", column: "seen_at", afterMs: DAY_MS },
  { name: "sessions", table: "sessions", column: "expires_at", afterMs: 0 },
  { name: "passwordResets", table: "password_resets", column: "expires_at", afterMs: 7 * DAY_MS },
  { name: "emailChanges", table: "email_changes", column: "expires_at", afterMs: 0 },
  { name: "passkeyChallenges", table: "passkey_challenges", column: "expires_at", afterMs: 0 },
  {
    name: "knownBrowsers",
    table: "known_browsers",
    column: "last_seen_at",
    afterMs: KNOWN_BROWSER_MS,
  },
  // Used links are kept as long: they show "already confirmed".
  {
    name: "verifications",
    table: "recipient_verifications",
    column: "expires_at",
    afterMs: 7 * DAY_MS,
  },
  // Used, revoked, and expired ones explain it when someone opens their link.
  { name: "invitations", table: "invitations", column: "expires_at", afterMs: 30 * DAY_MS },
  { name: "replySlots", table: "reply_slots", column: "taken_at", afterMs: DAY_MS },
  { name: "rejections", table: "rejected_submissions", column: "minute", afterMs: 7 * DAY_MS },
  { name: "auditEntries", table: "audit_entries", column: "at", afterMs: AUDIT_KEPT_DAYS * DAY_MS },
  {
    name: "capturedEmails",
    table: "captured_emails",
    column: "created_at",
    afterMs: EMAIL_KEPT_DAYS * DAY_MS,
  },
  {
    name: "notices",
    table: "deliveries",
    column: "created_at",
    afterMs: EMAIL_KEPT_DAYS * DAY_MS,
    only: `channel = 'email' AND ${ENDED_ALONE}`,
  },
  {
    name: "webhookTests",
    table: "deliveries",
    column: "created_at",
    afterMs: TEST_EVENTS_KEPT_DAYS * DAY_MS,
    only: `channel = 'webhook' AND ${ENDED_ALONE}`,
  },
];

export function expiredRowsSteps(now: Date): MaintenanceStep[] {
  return EXPIRING.map(({ name, table, column, afterMs, only = "true" }) =>
    batchStep(name, ROWS_PER_BATCH, async () => {
      const { rowCount } = await pool().query(
        `WITH expired AS MATERIALIZED (
          SELECT tableoid, ctid FROM ${table} WHERE ${column} <= $1 AND ${only}
          ORDER BY ${column} LIMIT ${ROWS_PER_BATCH} FOR UPDATE SKIP LOCKED
        )
        DELETE FROM ${table} t USING expired e WHERE t.tableoid = e.tableoid AND t.ctid = e.ctid`,
        [new Date(now.getTime() - afterMs)],
      );
      return rowCount ?? 0;
    }),
  );
}
