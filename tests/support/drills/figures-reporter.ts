import type { Reporter, TestModule } from "vitest/node";
import { keepFigures } from "#tests/support/drills/figures";

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
