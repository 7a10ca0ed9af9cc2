import { utcDay } from "#lib/core/dates";
import { type MaintenanceStep, statementStep } from "#lib/jobs/maintenance/step";

const ROWS_PER_BATCH = 1000;

/** $1 the current day. A count that arrives late for a past day is folded by the next run. */
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
 * Folds the usage slots of past days into one per day: every submission reads the month's slots to
 * check the allowance.
 */
export function foldUsageStep(now: Date): MaintenanceStep {
  return statementStep("usageSlots", ROWS_PER_BATCH, FOLD, [utcDay(now)]);
}
