import { transaction } from "#lib/adapters/db/database";
import { queueWeeklySummaries } from "#lib/domain/spam/weekly-summary";
import { batchStep, type MaintenanceStep } from "#lib/entry/jobs/maintenance/step";

const BATCH_SIZE = 50;

/** Emails a weekly summary of spam to the members who want it. */
export function summarizeSpamStep(now: Date): MaintenanceStep {
  return batchStep("spamSummaries", BATCH_SIZE, () =>
    transaction((tx) => queueWeeklySummaries(tx, now, BATCH_SIZE)),
  );
}
