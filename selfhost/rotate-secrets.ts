import { countOf } from "#lib/core/count";
import { parseSettings, SettingsError } from "#lib/core/settings";
import { loadEnvFile } from "#selfhost/checkout";
import { type OpenEmbedded, runCommand, withDatabase } from "#selfhost/command";

type Log = (line: string) => void;

/** Abilities of a checkout; a production folder may lack both. */
type Abilities = {
  generateClient?: ((log: Log) => Promise<void>) | undefined;
  openEmbeddedDatabase?: OpenEmbedded | undefined;
};

type Given = ReturnType<typeof parseSettings>;

function requireKeys({ secretKey, oldSecretKeys }: Given): void {
  if (!secretKey) throw new SettingsError("SECRET_KEY is missing; set it to the new key");
  if (oldSecretKeys.length === 0)
    throw new SettingsError("SECRET_KEYS_OLD is missing; set it to the key used so far");
}

async function rotate({ generateClient, openEmbeddedDatabase }: Abilities): Promise<void> {
  loadEnvFile();
  const given = parseSettings(process.env);
  requireKeys(given);
  // What imports the database client is loaded once that has been generated.
  await generateClient?.(console.log);
  const { pool } = await import("#lib/db/database");
  const { requireFittingKey } = await import("#lib/db/installation-key");
  const { rotateSecrets } = await import("#lib/jobs/rotate-secrets");
  const { reencrypted, unreadable } = await withDatabase(
    given.databaseUrl,
    given,
    openEmbeddedDatabase,
    async (url) => {
      process.env.DATABASE_URL = url;
      try {
        await requireFittingKey();
        return await rotateSecrets();
      } finally {
        await pool().end();
      }
    },
  );
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
export function runRotation(abilities: Abilities): Promise<void> {
  return runCommand("Cannot rotate", () => rotate(abilities));
}
