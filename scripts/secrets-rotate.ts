import { resolve } from "node:path";
import { parseSettings, SettingsError } from "#lib/core/settings";
import { generateClient } from "#selfhost/build";
import { loadEnvFile, ROOT } from "#selfhost/checkout";
import { reportFailure } from "#selfhost/lifecycle";
import { openEmbeddedDatabase } from "#selfhost/postgres/embedded-database";

function requireKeys({ secretKey, oldSecretKeys }: ReturnType<typeof parseSettings>): void {
  if (!secretKey) throw new SettingsError("SECRET_KEY: is missing; set it to the new key");
  if (oldSecretKeys.length === 0)
    throw new SettingsError("SECRET_KEYS_OLD: is missing; set it to the key used so far");
}

/** @returns how to close a database that was started for this command */
async function connect({ databaseUrl, dataDir }: ReturnType<typeof parseSettings>) {
  if (databaseUrl) return async () => undefined;
  const database = await openEmbeddedDatabase({
    dataDir: resolve(ROOT, dataDir),
    log: console.log,
  });
  process.env.DATABASE_URL = database.url;
  return database.stop;
}

/** `npm run secrets:rotate`: encrypts with SECRET_KEY what is encrypted with a key of SECRET_KEYS_OLD. */
async function run(): Promise<void> {
  loadEnvFile();
  const given = parseSettings(process.env);
  requireKeys(given);
  // What imports the database client is loaded once that has been generated.
  await generateClient(console.log);
  const { pool } = await import("#lib/db/database");
  const { requireFittingKey } = await import("#lib/db/installation-key");
  const { rotateSecrets } = await import("#lib/jobs/rotate-secrets");
  const close = await connect(given);
  try {
    await requireFittingKey();
    const { reencrypted, unreadable } = await rotateSecrets();
    console.log(`${reencrypted} secrets encrypted with SECRET_KEY`);
    if (unreadable === 0) {
      console.log(
        "SECRET_KEYS_OLD is no longer needed once every process runs with this SECRET_KEY.",
      );
      return;
    }
    console.error(`${unreadable} secrets need a key that isn't in SECRET_KEYS_OLD`);
    process.exitCode = 1;
  } finally {
    await pool().end();
    await close();
  }
}

try {
  await run();
} catch (error) {
  reportFailure("Cannot rotate", error);
  process.exitCode = 1;
}
