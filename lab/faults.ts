import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatCount } from "#lib/core/count";
import { isInterrupted, runStep } from "#scripts/run-step";
import { generateClient } from "#server/start/build";
import { ROOT } from "#server/start/checkout";
import type { KeptFigures } from "#tests/support/drills/figures";

const PROJECTS = ["faults", "kills", "drills", "api", "slow", "unit"].flatMap((name) => [
  "--project",
  name,
]);
const FILES = [
  "tests/faults/",
  "tests/api/intake-repeat.test.ts",
  "tests/slow/webhook-delivery-fairness.test.ts",
  "tests/unit/webhook-http-client-ssrf.test.ts",
];
const PAGE = join(ROOT, "docs/faults.md");
const TABLE = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/;

/** 20,000 instead of 20000. */
function groupDigits(text: string): string {
  return text.replace(/\b\d{4,}\b/g, (digits) => formatCount(Number(digits)));
}

function toTable(lines: readonly KeptFigures[]): string {
  const cells = (texts: string[]) => `| ${texts.join(" | ")} |`;
  return [
    cells(["drill", "tried", "result", ""]),
    cells(["---", "---", "---", "---"]),
    ...lines.map(({ drill, tried, came, isPassed }) =>
      cells([drill, ...[tried, came].map(groupDigits), isPassed ? "passed" : "**failed**"]),
    ),
    "",
  ].join("\n");
}

/** Runs every drill in full, one after the other, then the rates; npm test runs small ones. */
async function runInFull(isKept: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "form-intake-figures-"));
  const file = join(folder, "figures");
  try {
    await generateClient(console.log);
    const env = { FAULTS: "full", FAULT_FIGURES: file };
    const tests = ["run", "--no-file-parallelism", ...PROJECTS, ...FILES];
    const code = await runStep("vitest", tests, env);
    if (isInterrupted()) return code;
    const rates = await runStep("node", ["lab/bench/drain.ts"], env);
    const text = await readFile(file, "utf8");
    const table = toTable(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    );
    console.log(`\n${table}`);
    if (isKept) await writeFile(PAGE, (await readFile(PAGE, "utf8")).replace(TABLE, table));
    return code || rates;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await runInFull(process.argv.includes("--write"));
