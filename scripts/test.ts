import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInterrupted, runStep } from "#scripts/run-step";
import { type Report, readPlaywrightReport, readVitestReport } from "#scripts/test-reports";
import { generateClient } from "#server/start/build";

type Step = {
  name: string;
  title: string;
  /** Run one after another, until one fails. */
  commands: [program: string, ...args: string[]][];
  /** Reads the report that the command writes. A step without one counts as one test. */
  read?: (report: unknown) => Report;
  env?: Record<string, string>;
};

// A test that depends on timing gets a second try, and the summary names it.
const isCI = Boolean(process.env.CI);

/** They have a rule of their own for it (vitest.config.ts): a loss is a failure, even if it happens once. */
const DRILLS = ["faults", "drills"];

const inVitest = (name: string, title: string, ...projects: string[]): Step => {
  const names = projects.length > 0 ? projects : [name];
  const retry = isCI && !DRILLS.includes(name) ? ["--retry=1"] : [];
  const args = [...names.flatMap((project) => ["--project", project]), ...retry];
  return { name, title, commands: [["vitest", "run", ...args]], read: readVitestReport };
};
const inBrowser = (name: string, title: string): Step => ({
  name,
  title,
  commands: [["playwright", "test", `--project=${name}`]],
  read: readPlaywrightReport,
});

/** Steps that pass on a machine with Node and npm alone. */
const TESTS: Step[] = [
  {
    name: "lint",
    title: "Lint and format",
    commands: [["biome", "check", "--error-on-warnings", "."]],
  },
  {
    name: "types",
    title: "Types",
    commands: [
      ["next", "typegen"],
      ["tsc", "--noEmit"],
    ],
  },
  inVitest("unit", "Unit tests"),
  inVitest("api", "API tests on PostgreSQL"),
  {
    name: "build",
    title: "Build",
    commands: [["node", "--disable-warning=ExperimentalWarning", "scripts/build.ts"]],
  },
  inVitest("mounts", "Running server"),
  inVitest("start", "Start and stop"),
  inVitest("faults", "Kills and network faults", "faults", "kills"),
  inBrowser("journeys", "Journeys"),
  inBrowser("e2e", "Browser suite"),
];

/** Steps that need other programs, databases, browsers, or packages, or more time. */
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
  inVitest("drills", "Longer drills"),
  inBrowser("long-journeys", "Long journeys"),
  inBrowser("long-e2e", "Details and failures on pages"),
  inBrowser("looks", "Every page"),
  inBrowser("browser-programs", "Code of the docs"),
  inBrowser("clients", "Clients on the web"),
];

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

/** Runs a step. One that fails without naming a test is one failure. */
async function run({ name, commands, read, env }: Step, folder: string): Promise<Report> {
  const path = join(folder, `${name}.json`);
  let code = 0;
  for (const [program, ...args] of commands)
    code ||= await runStep(program, args, { ...env, TEST_REPORT: path });
  const text = read && (await readFile(path, "utf8").catch(() => undefined));
  const report =
    read && text
      ? read(JSON.parse(text))
      : { passed: read || code !== 0 ? 0 : 1, skipped: 0, failures: [] };
  if (code !== 0 && report.failures.every(({ isFlaky }) => isFlaky))
    report.failures.push({ test: name, error: "see its output above", isFlaky: false });
  return report;
}

async function runTests(steps: Step[], folder: string): Promise<void> {
  const results: (Report & { line: string })[] = [];
  await generateClient(console.log);
  for (const [index, step] of steps.entries()) {
    if (isInterrupted()) return;
    console.log(`\n== ${index + 1}/${steps.length} ${step.title}`);
    const startedAt = Date.now();
    const report = await run(step, folder);
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

const reports = await mkdtemp(join(tmpdir(), "form-intake-reports-"));
try {
  await runTests(selectSteps(process.argv.slice(2)), reports);
} finally {
  await rm(reports, { recursive: true, force: true });
}
