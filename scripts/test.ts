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

function vitest(...projects: string[]): Promise<Report> {
  const args = [
    ...projects.flatMap((project) => ["--project", project]),
    // Drills have a rule of their own (vitest.config.ts): a loss is a failure, even if it happens once.
    ...(isCI && !projects.includes("faults") ? ["--retry=1"] : []),
  ];
  return reported(
    projects.join("-"),
    (env) => runStep("vitest", ["run", ...args], env),
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

const FULL_DRILLS = { FAULTS: "full" };

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
  { name: "unit", title: "Unit tests", run: () => vitest("unit") },
  { name: "api", title: "API tests on PostgreSQL", run: () => vitest("api") },
  { name: "build", title: "Build", run: () => check("build", build) },
  { name: "mounts", title: "Running server", run: () => vitest("mounts") },
  { name: "start", title: "Start and stop", run: () => vitest("start") },
  { name: "faults", title: "Kills and network faults", run: () => vitest("faults", "kills") },
  { name: "e2e", title: "Browser suite", run: () => playwright("e2e") },
];

/** Steps that need other programs, databases, browsers, or packages, and the drills in full. */
const MATRIX: Step[] = [
  { name: "slow", title: "Large tables and backups", run: () => vitest("slow") },
  { name: "partitioned", title: "API on partitioned tables", run: () => vitest("partitioned") },
  { name: "pooled", title: "API behind a pooler", run: () => vitest("pooled") },
  {
    name: "older-postgres",
    title: "API on an older PostgreSQL",
    run: () => vitest("older-postgres"),
  },
  { name: "client-js", title: "npm client", run: () => vitest("client-js") },
  { name: "integrations", title: "n8n and Zapier", run: () => vitest("integrations") },
  { name: "document", title: "Generators and fuzz", run: () => vitest("document") },
  { name: "programs", title: "Other programs", run: () => vitest("programs") },
  { name: "deployment", title: "Deployments", run: () => vitest("deployment") },
  { name: "attacks", title: "Oversized bodies", run: () => vitest("attacks") },
  {
    name: "drills",
    title: "Drills in full",
    run: () => withEnv(FULL_DRILLS, () => vitest("faults", "kills")),
  },
  { name: "looks", title: "Every page", run: () => playwright("looks") },
  { name: "interaction", title: "Details of the dashboard", run: () => playwright("interaction") },
  { name: "failures", title: "Failures on pages", run: () => playwright("failures") },
  {
    name: "browser-programs",
    title: "Code of the docs",
    run: () => playwright("browser-programs"),
  },
  { name: "clients", title: "Clients on the web", run: () => playwright("clients") },
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

async function withEnv<T>(env: Record<string, string>, work: () => Promise<T>): Promise<T> {
  Object.assign(process.env, env);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
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
