import { pool } from "#lib/adapters/db/database";

/**
 * One kind of maintenance, in batches of limited size. Each run creates its own steps, so they may keep
 * state.
 */
export type MaintenanceStep = {
  /** The name of the step's count in the job's response. */
  name: string;
  /** Runs one batch. `isDone`: another batch would find nothing to do. */
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

/**
 * Creates a step whose batch is one statement, which changes or deletes at most `batchSize` rows.
 */
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

type Selection = {
  name: string;
  table: string;
  /** The rest of `SELECT … FROM`: the table as `t`, its joins, the condition, and the order. */
  from: string;
  values?: readonly unknown[];
  /** The assignments; without them, the rows are deleted. */
  set?: string;
  batchSize?: number;
};

/**
 * Creates a step for rows with a workspace and an ID. Their keys are read once per batch, so that the LIMIT and
 * locks apply.
 */
export function selectedStep(selection: Selection): MaintenanceStep {
  const { name, table, from, values, set, batchSize = 1000 } = selection;
  const change = set ? `UPDATE ${table} t SET ${set} FROM` : `DELETE FROM ${table} t USING`;
  const text = `WITH selected AS MATERIALIZED (
      SELECT t.workspace_id, t.id FROM ${from} LIMIT ${batchSize} FOR UPDATE OF t SKIP LOCKED
    )
    ${change} selected s WHERE t.workspace_id = s.workspace_id AND t.id = s.id`;
  return statementStep(name, batchSize, text, values);
}
