/** One kind of upkeep, done in bounded batches; a run makes its own steps, so they may keep a position. */
export type MaintenanceStep = {
  /** What is counted, as the job answers it. */
  name: string;
  /** Does one batch. `isDone`: the next batch would find nothing, or nothing that it could mend. */
  runBatch: () => Promise<{ count: number; isDone: boolean }>;
};

/** A step that is done as soon as a batch comes back smaller than it may be. */
export function batchStep(
  name: string,
  batchSize: number,
  runBatch: () => Promise<number>,
): MaintenanceStep {
  return {
    name,
    runBatch: async () => {
      const count = await runBatch();
      return { count, isDone: count < batchSize };
    },
  };
}
