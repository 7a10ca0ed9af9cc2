import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { SETTING_NAMES } from "#lib/core/settings";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";

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
