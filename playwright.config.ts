import { defineConfig } from "playwright/test";
import { findFreePort } from "#server/start/free-port";
import { findBrowser } from "#tests/support/setup/browser";

// The first process to read this picks a port; its workers inherit it.
process.env.E2E_PORT ??= String(await findFreePort());
const { executablePath, env } = await findBrowser();

// A package has its tests inside it.
const E2E = {
  testDir: ".",
  testMatch: ["tests/e2e/**/*.spec.ts", "packages/form-js/tests/*.spec.ts"],
};
// Tests that need more than a browser, or much time, or that show details. Only the matrix runs them.
const MATRIX = /@matrix/;

export default defineConfig({
  testMatch: "*.spec.ts",
  projects: [
    { name: "e2e", ...E2E, grepInvert: MATRIX },
    { name: "long-e2e", ...E2E, grep: MATRIX },
    { name: "journeys", testDir: "tests/journeys", grepInvert: MATRIX, timeout: 180_000 },
    { name: "long-journeys", testDir: "tests/journeys", grep: MATRIX, timeout: 600_000 },
    { name: "looks", testDir: "tests/looks" },
    { name: "browser-programs", testDir: "tests/programs", dependencies: ["client-packages"] },
    // The table of clients is a page of the docs.
    {
      name: "clients",
      testDir: "tests/clients",
      snapshotPathTemplate: "docs/{arg}{ext}",
      dependencies: ["client-packages"],
    },
    { name: "client-packages", testDir: "tests/clients", testMatch: "packages.setup.ts" },
  ],
  globalSetup: "tests/support/setup/browser-setup.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // Doesn't slow down tests that pass, and gives a busy machine time.
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  reporter: [
    ["list"],
    ...(process.env.TEST_REPORT
      ? [["json", { outputFile: process.env.TEST_REPORT }] as const]
      : []),
  ],
  use: {
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    // A trace would run scripts of its own in every page, even in frames where none may run.
    screenshot: "only-on-failure",
    // Chromium's own sandbox rejects root, and needs kernel features that containers lack.
    launchOptions: { executablePath, env: { ...process.env, ...env }, args: ["--no-sandbox"] },
  },
});
