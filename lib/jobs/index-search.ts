import { log } from "#lib/core/log";
import { type Clock, systemClock } from "#lib/deliveries/clock";
import type { MaintenanceStep } from "#lib/jobs/maintenance/step";
import { indexSubmissions } from "#lib/search/index-submissions";

const BUDGET_MS = 40_000;

/** Brings the search index up to date, one segment at a time. Counts indexed submissions. */
export function searchIndexStep(
  now: Date,
  workspaces: "all" | "active" = "all",
  minUnindexed?: number,
): MaintenanceStep {
  let segments: AsyncGenerator<number> | null = null;
  return {
    name: "searchMessages",
    runBatch: async () => {
      segments ??= indexSubmissions(now, workspaces, minUnindexed);
      try {
        const { value: count, done: isDone = false } = await segments.next();
        return { count: count ?? 0, isDone };
      } catch (error) {
        // An error ends the generator. A repeated batch starts over with what is left.
        segments = null;
        throw error;
      }
    },
  };
}

/**
 * Brings the search index of active workspaces up to date where it's worth it; maintenance looks at all of
 * them. Search reads messages that aren't indexed one by one, so this job may be missed, stopped or run twice
 * at once without harm.
 */
export async function indexSearch(
  clock: Clock = systemClock,
  budgetMs: number = BUDGET_MS,
): Promise<{ indexed: number }> {
  const startedAt = clock.now();
  const endsAt = new Date(startedAt.getTime() + budgetMs);
  const step = searchIndexStep(startedAt, "active");
  let indexed = 0;
  for (let isDone = false; !isDone && clock.now() < endsAt; ) {
    const batch = await step.runBatch();
    indexed += batch.count;
    ({ isDone } = batch);
  }
  if (indexed > 0) log().info({ job: "search", indexed }, "messages indexed for search");
  return { indexed };
}
