import { appendFileSync } from "node:fs";
import type { RunnerTask } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

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

/** Prints the drills and their results after a run. */
export default class FiguresReporter implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[]): void {
    const figures = testModules.flatMap((module) => [
      ...linesOf(module.meta().figures, module.state()),
      ...[...module.children.allTests()].flatMap((test) =>
        linesOf(test.meta().figures, test.result().state),
      ),
    ]);
    if (figures.length === 0) return;
    console.log("\nDrills");
    for (const { drill, tried, came, isPassed } of figures)
      console.log(`${isPassed ? "✓" : "✗"} ${drill}\n    tried: ${tried}\n    came:  ${came}`);
    for (const line of figures) keepFigures(line);
  }
}

function linesOf(figures: ReturnType<TestModule["meta"]>["figures"], state: string) {
  return (figures ?? []).map((line) => ({ ...line, isPassed: state === "passed" }));
}
