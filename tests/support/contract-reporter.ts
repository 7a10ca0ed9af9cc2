import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with the number of endpoint × guarantee cases that it went through. */
export default class ContractReporter implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[]): void {
    const cases = testModules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.meta().isContractCase);
    if (cases.length === 0) return;
    const passed = cases.filter((test) => test.result().state === "passed").length;
    const names = cases.map((test) => test.name.split(": "));
    const endpoints = new Set(names.map(([endpoint]) => endpoint)).size;
    const guarantees = new Set(names.map(([, ...guarantee]) => guarantee.join(": "))).size;
    console.log(
      `Contract: ${passed} of ${cases.length} cases passed (${endpoints} endpoints × ${guarantees} guarantees, where they apply)`,
    );
  }
}
