import { z } from "zod";

/** A failed test. `isFlaky`: it passed at the second try. */
export type Failure = { test: string; error: string; isFlaky: boolean };
export type Report = { passed: number; skipped: number; failures: Failure[] };

const VitestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** Reads the JSON report of Vitest. A file that could not be loaded counts as one failed test. */
export function readVitestReport(report: unknown): Report {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = VitestReport.parse(report);
  const failures = testResults.flatMap((file) =>
    file.status === "failed" && file.assertionResults.length === 0
      ? [{ test: file.name, error: file.message, isFlaky: false }]
      : file.assertionResults
          .filter(
            ({ status, failureMessages }) => status === "failed" || failureMessages.length > 0,
          )
          .map(({ fullName, status, failureMessages }) => ({
            test: `${file.name} › ${fullName}`,
            error: failureMessages.join("\n"),
            isFlaky: status === "passed",
          })),
  );
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures };
}

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.enum(["expected", "unexpected", "flaky", "skipped"]),
      results: z.array(z.object({ error: z.object({ message: z.string() }).partial().optional() })),
    }),
  ),
});

const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional();
  },
});

const PlaywrightReport = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string() }).partial()),
});

/** Reads the JSON report of Playwright. An error outside of any test counts as one failed test. */
export function readPlaywrightReport(report: unknown): Report {
  const { suites, errors } = PlaywrightReport.parse(report);
  const tests = suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests.map(({ status, results }) => ({
      status,
      test: `${spec.file}:${spec.line} › ${spec.title}`,
      error: results.flatMap(({ error }) => error?.message ?? []).join("\n"),
    })),
  );
  const count = (...statuses: string[]) =>
    tests.filter(({ status }) => statuses.includes(status)).length;
  return {
    passed: count("expected", "flaky"),
    skipped: count("skipped"),
    failures: [
      ...errors.map(({ message = "" }) => ({ test: "Playwright", error: message, isFlaky: false })),
      ...tests
        .filter(({ status }) => status === "unexpected" || status === "flaky")
        .map(({ test, error, status }) => ({ test, error, isFlaky: status === "flaky" })),
    ],
  };
}

function specsOf(suite: z.infer<typeof Suite>): z.infer<typeof Spec>[] {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];
}
