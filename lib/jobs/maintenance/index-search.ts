import { waitForIntakeIdle } from "#lib/intake/intake-load";
import type { MaintenanceStep } from "#lib/jobs/maintenance/step";
import { indexMessages } from "#lib/submissions/index-messages";
import { type IndexRange, MIN_BACKLOG } from "#lib/submissions/indexing-rules";
import {
  checkOldestPart,
  listUnindexedWorkspaces,
  planIndexing,
} from "#lib/submissions/plan-indexing";

const DAY_MS = 86_400_000;

type Indexing = { workspaceId: string; range: IndexRange };

/**
 * Messages that search still reads one by one go into its index, workspace by workspace. One that is
 * being indexed elsewhere is passed over.
 */
export function searchBacklogStep(now: Date, minBacklog: number = MIN_BACKLOG): MaintenanceStep {
  let workspaces: string[] | undefined;
  let rest: Indexing | null = null;
  return {
    name: "searchMessages",
    runBatch: async () => {
      await waitForIntakeIdle();
      workspaces ??= await listUnindexedWorkspaces(minBacklog);
      const [workspaceId] = workspaces;
      if (workspaceId === undefined) return { count: 0, isDone: true };
      const range = rest?.range ?? (await planIndexing(workspaceId, now, minBacklog));
      const done = range && (await indexMessages(workspaceId, range, now));
      rest = done?.rest ? { workspaceId, range: done.rest } : null;
      if (!done) workspaces.shift();
      return { count: done?.indexed ?? 0, isDone: workspaces.length === 0 };
    },
  };
}

/** Each part of the index is compared with its messages once a day: what was deleted leaves it too. */
export function searchPartsStep(now: Date): MaintenanceStep {
  let rest: Indexing | null = null;
  return {
    name: "searchParts",
    runBatch: async () => {
      await waitForIntakeIdle();
      if (!rest) {
        const part = await checkOldestPart(new Date(now.getTime() - DAY_MS), now);
        if (!part) return { count: 0, isDone: true };
        if (part.isWhole) return { count: 1, isDone: false };
        rest = part;
      }
      const { workspaceId, range }: Indexing = rest;
      const done = await indexMessages(workspaceId, range, now);
      rest = done?.rest ? { workspaceId, range: done.rest } : null;
      return { count: 1, isDone: false };
    },
  };
}
