import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { SETTING_NAMES } from "#lib/core/settings";

const dataDir = mkdtempSync(join(tmpdir(), "form-intake-test-"));

// Before anything asks for the settings, so that it sees these values and none of the shell's. The
// limits are out of the way: a test of a limit sets its own.
for (const name of SETTING_NAMES) delete process.env[name];
Object.assign(process.env, {
  NODE_ENV: "test",
  SECRET_KEY: "0123456789abcdef0123456789abcdef",
  CRON_SECRET: "cron-secret-of-the-tests",
  DATA_DIR: dataDir,
  BASE_URL: "http://localhost:3000",
  MANAGEMENT_RATE_LIMIT: "1000000",
  INTAKE_IP_RATE_LIMIT: "1000000",
  INTAKE_FORM_RATE_LIMIT: "1000000",
  SIGN_UP_RATE_LIMIT: "1000000",
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
