import { appendFileSync } from "node:fs";
import type { RunnerTask } from "vitest";

/** The figures of one drill and its result: a row of the table after a run. */
export type Figures = { drill: string; tried: string; came: string };

export type KeptFigures = Figures & { isPassed: boolean };

declare module "vitest" {
  interface TaskMeta {
    figures?: Figures[];
  }
}

/** Adds a row to the table printed after the run. */
export function noteFigures(task: Pick<RunnerTask, "meta">, figures: Figures): void {
  task.meta.figures = [...(task.meta.figures ?? []), figures];
}

/** Saves a row for the table that `npm run test:faults` prints at the end. */
export function keepFigures(line: KeptFigures): void {
  const { FAULT_FIGURES: file } = process.env;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** True if drills run in full, rather than small enough for every run. */
export const isFullDrill = process.env.FAULTS === "full";
