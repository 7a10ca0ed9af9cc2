import pg from "pg";
import { vi } from "vitest";
import { pool } from "#lib/adapters/db/database";

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

function countRows(plan: Plan, tables: readonly string[]): number {
  // Partitions are named after their table.
  const isScan = tables.some((table) => plan["Relation Name"]?.startsWith(table));
  const perLoop = (plan["Actual Rows"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0);
  const own = isScan ? perLoop * (plan["Actual Loops"] ?? 0) : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + countRows(child, tables), own);
}

/** Runs a query and returns how many rows of the tables it read, whether they matched or not. */
export async function rowsRead(
  { text, values }: { text: string; values: readonly unknown[] },
  tables: readonly string[],
): Promise<number> {
  const { rows } = await pool().query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values]);
  return countRows(rows[0]["QUERY PLAN"][0].Plan, tables);
}

/** Runs work, and counts the statements that it sends to the database. */
export async function countStatements<T>(work: () => Promise<T>) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  const result = await work();
  const count = query.mock.calls.length;
  query.mockRestore();
  return { result, count };
}
