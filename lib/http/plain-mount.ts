import { SettingsError, settings } from "#lib/core/settings";
import { guardOtherServers } from "#lib/http/node-guard";

/** `npm start` makes both where they are missing; no one does for a process without `server.ts`. */
function requireSettings(): void {
  const { databaseUrl, secretKey } = settings();
  for (const [name, value] of Object.entries({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey }))
    if (!value)
      throw new SettingsError(`${name}: is missing; set it, or use npm start, which generates one`);
}

/**
 * What `server.ts` does for a self-hosted process, for one that runs the app without it. A setting
 * that is wrong or missing ends the process with one line, before it answers anything.
 */
export function preparePlainMount(): void {
  try {
    requireSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    // The framework would print what is thrown with its stack.
    console.error(`Cannot start: ${error.message}`);
    process.exit(1);
  }
  guardOtherServers();
}
