import { waitForIntakeIdle } from "#lib/intake/intake-load";
import type { MaintenanceStep } from "#lib/jobs/maintenance/step";
import { indexSubmissions } from "#lib/search/index-submissions";

/** Brings the search index up to date, one segment at a time. Counts indexed submissions. */
export function searchIndexStep(now: Date, minBacklog?: number): MaintenanceStep {
  let segments: AsyncGenerator<number> | null = null;
  return {
    name: "searchMessages",
    runBatch: async () => {
      await waitForIntakeIdle();
      segments ??= indexSubmissions(now, minBacklog);
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
