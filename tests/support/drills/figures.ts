import { appendFileSync } from "node:fs";
import type { RunnerTask } from "vitest";

/** What one drill tried and the result, as the table at the end of a run shows it. */
export type Figures = { drill: string; tried: string; came: string };

export type KeptFigures = Figures & { isPassed: boolean };

declare module "vitest" {
  interface TaskMeta {
    figures?: Figures[];
  }
}

/** Adds a line to the table that the run ends with. */
export function noteFigures(task: Pick<RunnerTask, "meta">, figures: Figures): void {
  task.meta.figures = [...(task.meta.figures ?? []), figures];
}

/** Keeps a line for the one table that `npm run test:faults` ends with. */
export function keepFigures(line: KeptFigures): void {
  const { FAULT_FIGURES: file } = process.env;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Whether a drill is done in full, or small enough to be part of every run. */
export const isFullDrill = process.env.FAULTS === "full";
