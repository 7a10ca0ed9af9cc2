import { isTransient } from "#lib/adapters/db/connection-error";
import { log } from "#lib/core/telemetry/log";
import { type Clock, systemClock } from "#lib/domain/deliveries/clock";
import { announceExpiryStep } from "#lib/entry/jobs/maintenance/announce-expiry";
import {
  capAuditLogStep,
  expiredRowsSteps,
  foldUsageStep,
} from "#lib/entry/jobs/maintenance/delete-expired-rows";
import { purgeSteps } from "#lib/entry/jobs/maintenance/purge-deleted";
import { fileSteps } from "#lib/entry/jobs/maintenance/remove-files";
import type { MaintenanceStep } from "#lib/entry/jobs/maintenance/step";
import { summarizeSpamStep } from "#lib/entry/jobs/maintenance/summarize-spam";

/** No batch starts after this time. */
const BUDGET_MS = 45_000;
/** How often in a row a batch is repeated after a transient failure. */
const MAX_REPEATS = 3;

/** Counts by step; `failures`: steps that ended with an error and are tried again by the next run. */
export type MaintenanceCounts = Record<string, number>;

/**
 * Applies retention and deletes data that is no longer needed. Steps take turns, one batch each, so that a
 * large backlog of one doesn't keep the others waiting. A batch that fails for a transient reason is
 * repeated at the step's next turn. It can be stopped at any point, and run any number of times
 * concurrently.
 */
export async function runMaintenance(
  clock: Clock = systemClock,
  budgetMs: number = BUDGET_MS,
): Promise<MaintenanceCounts> {
  const now = clock.now();
  const endsAt = new Date(now.getTime() + budgetMs);
  let steps = [
    ...purgeSteps(now),
    ...fileSteps(now),
    ...expiredRowsSteps(now),
    capAuditLogStep(now),
    foldUsageStep(now),
    announceExpiryStep(now),
    summarizeSpamStep(now),
  ];
  const counts: MaintenanceCounts = Object.fromEntries(steps.map(({ name }) => [name, 0]));
  counts.failures = 0;
  const repeats = new Map<string, number>();
  while (steps.length > 0 && clock.now() < endsAt) {
    const unfinished: MaintenanceStep[] = [];
    for (const step of steps) {
      if (clock.now() >= endsAt) break;
      if (!(await isFinished(step, counts, repeats))) unfinished.push(step);
    }
    steps = unfinished;
  }
  if (Object.values(counts).some((count) => count > 0))
    log().info({ job: "maintenance", ...counts }, "maintenance done");
  return counts;
}

/** Runs one batch of a step. A permanent error ends that step only. */
async function isFinished(
  step: MaintenanceStep,
  counts: MaintenanceCounts,
  repeats: Map<string, number>,
): Promise<boolean> {
  try {
    const { count, isDone } = await step.runBatch();
    counts[step.name] = (counts[step.name] ?? 0) + count;
    repeats.delete(step.name);
    return isDone;
  } catch (err) {
    const repeat = (repeats.get(step.name) ?? 0) + 1;
    if (isTransient(err) && repeat <= MAX_REPEATS) {
      repeats.set(step.name, repeat);
      log().warn({ job: "maintenance", step: step.name, repeat, err }, "maintenance step retried");
      return false;
    }
    counts.failures = (counts.failures ?? 0) + 1;
    log().error({ job: "maintenance", step: step.name, err }, "maintenance step failed");
    return true;
  }
}
