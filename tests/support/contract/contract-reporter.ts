import type { Reporter, TestCase, TestModule } from "vitest/node";

type Count = { passed: number; all: number };

/** `POST /v1/forms: rejects an expired token` */
function split(name: string): { endpoint: string; guarantee: string } {
  const [endpoint = "", ...rest] = name.split(": ");
  return { endpoint, guarantee: rest.join(": ") };
}

function countByGuarantee(cases: readonly TestCase[]): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const test of cases) {
    const { guarantee } = split(test.name);
    const count = counts.get(guarantee) ?? { passed: 0, all: 0 };
    count.all += 1;
    if (test.result().state === "passed") count.passed += 1;
    counts.set(guarantee, count);
  }
  return counts;
}

function report(title: string, cases: readonly TestCase[]): void {
  const counts = countByGuarantee(cases);
  const passed = [...counts.values()].reduce((sum, count) => sum + count.passed, 0);
  const endpoints = new Set(cases.map(({ name }) => split(name).endpoint)).size;
  const width = Math.max(...[...counts.keys()].map((name) => name.length));
  console.log(`${title}: each guarantee on every endpoint that it concerns`);
  for (const [name, { passed, all }] of counts)
    console.log(`  ${name.padEnd(width)}  ${String(passed).padStart(3)} of ${all} passed`);
  console.log(
    `${title}: ${passed} of ${cases.length} cases passed (${endpoints} endpoints, ${counts.size} guarantees)`,
  );
}

/** Prints each project's endpoint × guarantee cases after a run: one line per guarantee, and the total. */
export default class ContractReporter implements Reporter {
  onTestRunEnd(testModules: readonly TestModule[]): void {
    const cases = testModules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.meta().isContractCase && test.result().state !== "skipped");
    for (const [project, ofProject] of Map.groupBy(cases, ({ project }) => project.name))
      report(`Contract, ${project}`, ofProject);
  }
}
