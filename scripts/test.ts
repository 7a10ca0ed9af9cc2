import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInterrupted, runStep } from "#scripts/run-step";
import {
  type Failure,
  type Report,
  readPlaywrightReport,
  readVitestReport,
} from "#scripts/test-reports";
import { buildApp, generateClient } from "#selfhost/build";
import { reportFailure } from "#selfhost/lifecycle";

type Step = { name: string; title: string; run: () => Promise<Report> };

// A test that depends on timing gets a second try, and the summary names it.
const isCI = Boolean(process.env.CI);

const reports = await mkdtemp(join(tmpdir(), "form-intake-reports-"));

/** A step that counts as one check. */
async function check(title: string, work: () => Promise<number>): Promise<Report> {
  return (await work()) === 0
    ? { passed: 1, skipped: 0, failures: [] }
    : { passed: 0, skipped: 0, failures: [failedStep(title)] };
}

function failedStep(test: string): Failure {
  return { test, error: "see its output above", isFlaky: false };
}

/** Runs a step that writes a report. One that fails without naming a test is one failure. */
async function reported(
  name: string,
  run: (env: Record<string, string>) => Promise<number>,
  read: (report: unknown) => Report,
): Promise<Report> {
  const path = join(reports, `${name}.json`);
  const code = await run({ TEST_REPORT: path });
  const text = await readFile(path, "utf8").catch(() => undefined);
  const report = text ? read(JSON.parse(text)) : { passed: 0, skipped: 0, failures: [] };
  if (code !== 0 && report.failures.every(({ isFlaky }) => isFlaky))
    report.failures.push(failedStep(name));
  return report;
}

function vitest(projects: string[], more: Record<string, string> = {}): Promise<Report> {
  const args = [
    ...projects.flatMap((project) => ["--project", project]),
    // Drills have a rule of their own (vitest.config.ts): a loss is a failure, even if it happens once.
    ...(isCI && !projects.includes("faults") ? ["--retry=1"] : []),
  ];
  return reported(
    projects.join("-"),
    (env) => runStep("vitest", ["run", ...args], { ...env, ...more }),
    readVitestReport,
  );
}

function playwright(project: string): Promise<Report> {
  return reported(
    project,
    (env) => runStep("playwright", ["test", `--project=${project}`], env),
    readPlaywrightReport,
  );
}

const inVitest = (name: string, title: string, ...projects: string[]): Step => {
  return { name, title, run: () => vitest(projects.length > 0 ? projects : [name]) };
};
const inBrowser = (name: string, title: string): Step => {
  return { name, title, run: () => playwright(name) };
};

/** Steps that pass on a machine with Node and npm alone. */
const TESTS: Step[] = [
  {
    name: "lint",
    title: "Lint and format",
    run: () => check("lint", () => runStep("biome", ["check", "--error-on-warnings", "."])),
  },
  {
    name: "types",
    title: "Types",
    run: () =>
      check(
        "types",
        async () => (await runStep("next", ["typegen"])) || runStep("tsc", ["--noEmit"]),
      ),
  },
  inVitest("unit", "Unit tests"),
  inVitest("api", "API tests on PostgreSQL"),
  { name: "build", title: "Build", run: () => check("build", build) },
  inVitest("mounts", "Running server"),
  inVitest("start", "Start and stop"),
  inVitest("faults", "Kills and network faults", "faults", "kills"),
  inBrowser("e2e", "Browser suite"),
];

/** Steps that need other programs, databases, browsers, or packages, and the drills in full. */
const MATRIX: Step[] = [
  inVitest("slow", "Large tables and backups"),
  inVitest("partitioned", "API on partitioned tables"),
  inVitest("pooled", "API behind a pooler"),
  inVitest("older-postgres", "API on an older PostgreSQL"),
  inVitest("client-js", "npm client"),
  inVitest("integrations", "n8n and Zapier"),
  inVitest("document", "Generators and fuzz"),
  inVitest("programs", "Other programs"),
  inVitest("deployment", "Deployments"),
  inVitest("attacks", "Oversized bodies"),
  {
    name: "drills",
    title: "Drills in full",
    run: () => vitest(["faults", "kills"], { FAULTS: "full" }),
  },
  inBrowser("looks", "Every page"),
  inBrowser("interaction", "Details of the dashboard"),
  inBrowser("failures", "Failures on pages"),
  inBrowser("browser-programs", "Code of the docs"),
  inBrowser("clients", "Clients on the web"),
];

async function build(): Promise<number> {
  try {
    await buildApp(console.log);
    return 0;
  } catch (error) {
    reportFailure("Cannot build", error);
    return 1;
  }
}

/** `npm test` runs TESTS, `npm run test:all` the MATRIX, and `npm test NAME…` the named steps of both. */
function selectSteps(names: string[]): Step[] {
  if (names.length === 0) return TESTS;
  if (names[0] === "matrix") return MATRIX;
  const all = [...TESTS, ...MATRIX];
  const unknown = names.filter((name) => !all.some((step) => step.name === name));
  if (unknown.length === 0) return all.filter(({ name }) => names.includes(name));
  console.error(`Unknown: ${unknown}. Available: ${all.map(({ name }) => name).join(", ")}.`);
  process.exit(1);
}

/** Runs steps one after the other, and prints the total of their tests. */
async function runTests(steps: Step[]): Promise<void> {
  const results: (Report & { line: string })[] = [];
  await generateClient(console.log);
  for (const [index, step] of steps.entries()) {
    if (isInterrupted()) return;
    console.log(`\n== ${index + 1}/${steps.length} ${step.title}`);
    const startedAt = Date.now();
    const report = await step.run();
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    results.push({ ...report, line: `${step.title.padEnd(26)}${counts([report])} (${seconds} s)` });
  }
  if (isInterrupted()) return;
  for (const { test, error, isFlaky } of results.flatMap(({ failures }) => failures))
    console.log(`\n${isFlaky ? "Passed on its second try" : "Failed"}: ${test}\n${error}`);
  console.log(`\n${results.map(({ line }) => line).join("\n")}\n\n${counts(results)}`);
  const { passed, failed } = sum(results);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

function sum(results: Report[]): { passed: number; failed: number; skipped: number } {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, skipped, failures } of results) {
    total.passed += passed;
    total.skipped += skipped;
    total.failed += failures.filter(({ isFlaky }) => !isFlaky).length;
  }
  return total;
}

function counts(results: Report[]): string {
  const { passed, failed, skipped } = sum(results);
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

try {
  await runTests(selectSteps(process.argv.slice(2)));
} finally {
  await rm(reports, { recursive: true, force: true });
}
