import { defineConfig } from "vitest/config";

const setupFiles = ["tests/support/setup/environment.ts", "tests/support/setup/console-error.ts"];
const onDatabase = ["tests/support/setup/database.ts", "tests/support/setup/siteverify.ts"];

/** A drill gets a second try in CI where it was too slow, never where something was lost or sent twice. */
const TOO_SLOW = /timed out|timeout|to be less than \d/i;
const drillRetry = process.env.CI ? { count: 1, condition: TOO_SLOW } : 0;

/** Tests of the API that run once more through a connection pooler. */
const POOLED = [
  "accounts",
  "bulk-changes",
  "contract-concurrency",
  "forms-changes",
  "inbox-reads",
  "intake-accept",
  "intake-files",
  "intake-repeat",
  "maintenance",
  "outbox-capture",
  "outbox-claims",
  "sessions",
  "submissions-export",
  "submissions-search",
  "submissions-search-index",
  "time-zone",
  "tokens",
  "usage",
  "webhook-delivery",
].map((name) => `tests/api/${name}.test.ts`);

/** Tests of the API that run once more on an older PostgreSQL: the core flow, and all kinds of SQL. */
const OLDER = [
  "bulk-changes",
  "intake-accept",
  "intake-repeat",
  "maintenance",
  "migrations",
  "outbox-capture",
  "outbox-claims",
  "own-database",
  "submissions-export",
  "submissions-search",
  "submissions-search-index",
  "usage",
  "webhook-delivery",
].map((name) => `tests/api/${name}.test.ts`);

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // The default of one second is too short for a busy machine.
    expect: { poll: { timeout: 10_000 } },
    reporters: [
      "default",
      "./tests/support/contract/contract-reporter.ts",
      "./tests/support/drills/figures-reporter.ts",
      ...(process.env.TEST_REPORT ? ["json"] : []),
    ],
    // npm test counts what each step ran.
    outputFile: { json: process.env.TEST_REPORT ?? "" },
    projects: [
      {
        test: {
          name: "mounts",
          include: ["tests/mounts/*.test.ts"],
          globalSetup: ["tests/support/setup/built-app.ts", "tests/support/setup/mount-service.ts"],
          setupFiles: [...setupFiles, "tests/support/setup/mount.ts", ...onDatabase],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "unit",
          setupFiles,
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          globalSetup: ["tests/support/setup/generated-client.ts"],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "api",
          include: ["tests/api/**/*.test.{ts,tsx}"],
          globalSetup: [
            "tests/support/setup/generated-client.ts",
            "tests/support/setup/test-server.ts",
          ],
          setupFiles: [...setupFiles, ...onDatabase],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "document",
          include: ["tests/clients/document/*.test.ts"],
          globalSetup: [
            "tests/support/setup/generated-client.ts",
            "tests/support/setup/test-server.ts",
          ],
          setupFiles: [...setupFiles, ...onDatabase],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "client-js",
          setupFiles: [...setupFiles, ...onDatabase],
          include: ["tests/clients/js/*.test.ts"],
          globalSetup: [
            "tests/support/setup/generated-client.ts",
            "tests/support/setup/test-server.ts",
          ],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "partitioned",
          include: ["tests/api/**/*.test.{ts,tsx}"],
          // It compares the migrations with the schema, which has no partitions.
          exclude: ["tests/api/migrations.test.ts"],
          globalSetup: [
            "tests/support/setup/generated-client.ts",
            "tests/support/setup/partitioned-server.ts",
          ],
          setupFiles: [...setupFiles, ...onDatabase],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "pooled",
          include: ["tests/pooled/*.test.ts", ...POOLED],
          globalSetup: [
            "tests/support/setup/generated-client.ts",
            "tests/support/setup/test-server.ts",
            "tests/support/setup/pooler.ts",
          ],
          setupFiles: [...setupFiles, ...onDatabase, "tests/support/setup/pooled-database.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "older-postgres",
          include: OLDER,
          globalSetup: [
            "tests/support/setup/generated-client.ts",
            "tests/support/setup/older-server.ts",
          ],
          setupFiles: [...setupFiles, ...onDatabase, "tests/support/setup/older-database.ts"],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: "start",
          include: ["tests/start/**/*.test.ts"],
          globalSetup: ["tests/support/setup/built-app.ts"],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "faults",
          retry: drillRetry,
          include: ["tests/faults/*.test.ts"],
          globalSetup: [
            "tests/support/setup/generated-client.ts",
            "tests/support/setup/test-server.ts",
          ],
          setupFiles: [...setupFiles, "tests/support/setup/database.ts"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "kills",
          retry: drillRetry,
          include: [
            "tests/faults/kills/*.test.ts",
            // What every run does small elsewhere, and npm run test:faults in full.
            ...(process.env.FAULTS === "full" ? ["tests/faults/full/*.test.ts"] : []),
          ],
          globalSetup: ["tests/support/setup/built-app.ts"],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
