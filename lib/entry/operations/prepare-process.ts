import { requireFittingKey } from "#lib/adapters/db/installation-key";
import { settings } from "#lib/core/settings/settings";
import { SettingsError } from "#lib/core/settings/settings-error";
import { log } from "#lib/core/telemetry/log";

/** Requires these settings. `npm start` creates both if they're missing; other hosts can't. */
function requireSettings(): void {
  const { databaseUrl, secretKey } = settings();
  for (const [name, value] of Object.entries({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }))
    if (!value)
      throw new SettingsError(`${name} is missing; set it, or use npm start, which generates one`);
}

/**
 * Checks the settings before this process serves anything: a wrong or missing one ends it with one line.
 * If the database is down, it starts, and responds with 503.
 */
export async function prepareProcess(): Promise<void> {
  try {
    requireSettings();
    await requireFittingKey();
  } catch (error) {
    if (error instanceof SettingsError) {
      // The framework would print a thrown error with its stack.
      console.error(`Cannot start: ${error.message}`);
      process.exit(1);
    }
    log().warn({ err: error }, "SECRET_KEY not checked against the database");
  }
}
