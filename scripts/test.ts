import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { isInterrupted, runStep } from "#scripts/run-step";
import { buildApp, generateClient } from "#selfhost/build";
import { reportFailure } from "#selfhost/lifecycle";

type Counts = { passed: number; failed: number; skipped: number };
type Step = { name: string; title: string; run: () => Promise<Counts> };

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

const reports = await mkdtemp(join(tmpdir(), "form-intake-reports-"));

/** A step that counts as one check. */
async function check(work: () => Promise<number>): Promise<Counts> {
  const code = await work();
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** Counts from the step's report; a step that failed without a report is one failure. */
async function counted<Report>(
  name: string,
  run: (env: Record<string, string>) => Promise<number>,
  schema: z.ZodType<Report>,
  count: (report: Report) => Counts,
): Promise<Counts> {
  const path = join(reports, `${name}.json`);
  const code = await run({ TEST_REPORT: path });
  const text = await readFile(path, "utf8").catch(() => undefined);
  const counts = text ? count(schema.parse(JSON.parse(text))) : undefined;
  const { passed = 0, failed = 0, skipped = 0 } = counts ?? {};
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped };
}

function vitest(...projects: string[]): Promise<Counts> {
  return counted(
    projects.join("-"),
    (env) => runStep("vitest", ["run", ...projects.flatMap((name) => ["--project", name])], env),
    VitestReport,
    (report) => ({
      passed: report.numPassedTests,
      failed:
        report.numFailedTests +
        report.testResults.filter(
          ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
        ).length,
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  );
}

const STEPS: Step[] = [
  {
    name: "lint",
    title: "Lint and format",
    run: () => check(() => runStep("biome", ["check", "--error-on-warnings", "."])),
  },
  {
    name: "types",
    title: "Types",
    run: () =>
      check(async () => (await runStep("next", ["typegen"])) || runStep("tsc", ["--noEmit"])),
  },
  { name: "unit", title: "Unit tests", run: () => vitest("unit") },
  { name: "api", title: "API tests on PostgreSQL", run: () => vitest("api") },
  { name: "pooled", title: "API behind a pooler", run: () => vitest("pooled") },
  {
    name: "build",
    title: "Build",
    run: () =>
      check(async () => {
        try {
          await buildApp(console.log);
          return 0;
        } catch (error) {
          reportFailure("Cannot build", error);
          return 1;
        }
      }),
  },
  {
    name: "mounts",
    title: "Contract on both mounts",
    run: () => vitest("self-hosted", "next-start"),
  },
  { name: "start", title: "Start and stop", run: () => vitest("start") },
  { name: "faults", title: "Kills and network faults", run: () => vitest("faults", "kills") },
  {
    name: "e2e",
    title: "Browser suite",
    run: () =>
      counted(
        "e2e",
        (env) => runStep("playwright", ["test"], env),
        PlaywrightReport,
        ({ stats }) => ({
          passed: stats.expected,
          failed: stats.unexpected + stats.flaky,
          skipped: stats.skipped,
        }),
      ),
  },
];

/** Runs the named steps, or all of them, and prints the total of what they ran. */
async function runTests(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown}. Available: ${STEPS.map(({ name }) => name).join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  const steps = STEPS.filter(({ name }) => names.length === 0 || names.includes(name));
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const lines: string[] = [];
  await generateClient(console.log);
  for (const [index, step] of steps.entries()) {
    if (isInterrupted()) return;
    console.log(`\n== ${index + 1}/${steps.length} ${step.title}`);
    const startedAt = Date.now();
    const counts = await step.run();
    for (const key of ["passed", "failed", "skipped"] as const) total[key] += counts[key];
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const result = `${counts.passed} passed, ${counts.failed} failed`;
    lines.push(`${step.title.padEnd(26)}${result} (${seconds} s)`);
  }
  if (isInterrupted()) return;
  console.log(`\n${lines.join("\n")}\n`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

try {
  await runTests(process.argv.slice(2));
} finally {
  await rm(reports, { recursive: true, force: true });
}
