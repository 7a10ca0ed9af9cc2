import { pool } from "#lib/adapters/db/database";
import { requireFittingKey } from "#lib/adapters/db/installation-key";
import { countOf } from "#lib/core/count";
import { parseSettings, type Settings } from "#lib/core/settings/settings";
import { SettingsError } from "#lib/core/settings/settings-error";
import { rotateSecrets } from "#lib/entry/jobs/rotate-secrets";
import { runCommand } from "#server/commands/command";
import { withDatabase } from "#server/postgres/embedded-database";
import { loadEnvironment } from "#server/start/checkout";

function requireKeys({ secretKey, oldSecretKeys }: Settings): void {
  if (!secretKey) throw new SettingsError("SECRET_KEY is missing; set it to the new key");
  if (oldSecretKeys.length === 0)
    throw new SettingsError("SECRET_KEYS_OLD is missing; set it to the key used so far");
}

async function rotate(): Promise<void> {
  loadEnvironment();
  const given = parseSettings(process.env);
  requireKeys(given);
  const rotateIn = async (databaseUrl: string) => {
    process.env.DATABASE_URL = databaseUrl;
    try {
      await requireFittingKey();
      return await rotateSecrets();
    } finally {
      await pool().end();
    }
  };
  const { reencrypted, unreadable } = await withDatabase(given.databaseUrl, given, rotateIn);
  console.log(`${countOf(reencrypted, "secret")} encrypted with SECRET_KEY`);
  if (unreadable === 0)
    return console.log(
      "SECRET_KEYS_OLD is no longer needed once every process runs with this SECRET_KEY.",
    );
  console.error(
    `${countOf(unreadable, "secret")} can't be read with SECRET_KEY or a key in SECRET_KEYS_OLD`,
  );
  process.exitCode = 1;
}

/**
 * Encrypts with SECRET_KEY all secrets that are encrypted with a key of SECRET_KEYS_OLD. A failure is reported and
 * becomes the exit code.
 */
export function runRotation(): Promise<void> {
  return runCommand("Cannot rotate", rotate);
}
