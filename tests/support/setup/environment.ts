// What Next itself loads first: without it, modules of it that a test loads fail in the next file.
import "next/dist/server/node-environment-baseline";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { SETTING_NAMES } from "#lib/core/settings/settings";
import { processState } from "#tests/support/setup/process-state";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";

// A test file starts like a new process, even where it shares one with the file before (vitest.config.ts).
processState().clear();

const dataDir = mkdtempSync(join(tmpdir(), "form-intake-test-"));

// Set before any code reads the settings, so that it doesn't see the shell's values.
for (const name of SETTING_NAMES) delete process.env[name];
Object.assign(process.env, {
  ...TEST_SETTINGS,
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  BASE_URL: "http://localhost:3000",
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const deprecations: string[] = [];
process.on("warning", ({ name, message }) => {
  if (name === "DeprecationWarning") deprecations.push(message);
});

beforeEach(() => {
  vi.spyOn(console, "error");
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock?.calls ?? [];
  vi.restoreAllMocks();
  expect(calls, "console.error was called").toEqual([]);
  expect(deprecations.splice(0), "something deprecated was used").toEqual([]);
});
