import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readPlaywrightReport, readVitestReport } from "#scripts/test-reports";
import { ROOT } from "#server/start/checkout";

const SUITE = (runner: string) => `
import { expect, test } from ${JSON.stringify(runner)};
let tries = 0;
test("passes", () => {});
test("fails", () => { expect("broken").toBe("whole"); });
test.skip("is skipped", () => {});
RETRIED
`;

// Each test starts whole test runs.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "form-intake-reports-"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
});
afterAll(() => rm(folder, { recursive: true }));

async function reportOf(program: string, args: string[], env: Record<string, string>) {
  await new Promise((resolve) => {
    const bin = join(ROOT, "node_modules/.bin", program);
    const { VITEST: _, ...inherited } = process.env;
    execFile(bin, args, { cwd: folder, env: { ...inherited, ...env } }, resolve);
  });
  return JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
}

function summary({ failures, ...counts }: ReturnType<typeof readVitestReport>) {
  return {
    ...counts,
    failures: failures
      .map(({ test, error, isFlaky }) => [
        test
          .split(" › ")
          .map((part) => basename(part))
          .join(" › "),
        /broken|first try/.exec(error)?.[0],
        isFlaky,
      ])
      .sort(),
  };
}

test("a Vitest report names failed, flaky, and unloadable tests", async () => {
  const retried = `test("passes later", () => { if (tries++ === 0) throw new Error("first try"); });`;
  await writeFile(join(folder, "a.test.js"), SUITE("vitest").replace("RETRIED", retried));
  await writeFile(join(folder, "b.test.js"), 'throw new Error("broken");');
  const args = ["run", "--retry=1", "--reporter=json", "--outputFile=report.json"];
  const report = readVitestReport(await reportOf("vitest", args, {}));
  expect(summary(report)).toEqual({
    passed: 2,
    skipped: 1,
    failures: [
      ["a.test.js › fails", "broken", false],
      ["a.test.js › passes later", "first try", true],
      ["b.test.js", "broken", false],
    ],
  });
});

test("a Playwright report names failed, flaky, and unloadable tests", async () => {
  const retried = `test("passes later", ({}, { retry }) => { if (retry === 0) throw new Error("first try"); });`;
  await writeFile(join(folder, "a.spec.js"), SUITE("playwright/test").replace("RETRIED", retried));
  const args = ["test", "spec.js", "--retries=1", "--reporter=json"];
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: "report.json" };
  expect(summary(readPlaywrightReport(await reportOf("playwright", args, env)))).toEqual({
    passed: 2,
    skipped: 1,
    failures: [
      ["a.spec.js:5 › fails", "broken", false],
      ["a.spec.js:7 › passes later", "first try", true],
    ],
  });
  await writeFile(join(folder, "b.spec.js"), 'throw new Error("broken");');
  expect(summary(readPlaywrightReport(await reportOf("playwright", args, env)))).toMatchObject({
    failures: [["Playwright", "broken", false]],
  });
});
