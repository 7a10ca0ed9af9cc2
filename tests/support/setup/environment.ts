import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { SETTING_NAMES } from "#lib/core/settings";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";

const dataDir = mkdtempSync(join(tmpdir(), "form-intake-test-"));

// Before anything asks for the settings, so that it sees these values and none of the shell's.
for (const name of SETTING_NAMES) delete process.env[name];
Object.assign(process.env, {
  ...TEST_SETTINGS,
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  BASE_URL: "http://localhost:3000",
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
