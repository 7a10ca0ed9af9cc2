import { pool } from "#lib/db/database";

/** One kind of maintenance, in bounded batches. Each run creates its own steps, so they may keep state. */
export type MaintenanceStep = {
  /** The name of its count in the job's response. */
  name: string;
  /** Runs one batch. `isDone`: another batch would find nothing that it could do. */
  runBatch: () => Promise<{ count: number; isDone: boolean }>;
};

/** A step that is done after a batch smaller than `batchSize`. */
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

/** A step whose batch is one statement, which changes or deletes at most `batchSize` rows. */
export function statementStep(
  name: string,
  batchSize: number,
  text: string,
  values: readonly unknown[] = [],
): MaintenanceStep {
  return batchStep(name, batchSize, async () => {
    const { rowCount } = await pool().query(text, [...values]);
    return rowCount ?? 0;
  });
}
