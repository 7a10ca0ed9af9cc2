import { SettingsError } from "#lib/core/settings/settings-error";
import { readSecret } from "#server/start/data-folder";

/**
 * Loads SECRET_KEY from the settings or the data folder. It isn't part of a backup, and a new one couldn't sign or
 * read it.
 *
 * @throws {SettingsError} if it's in neither
 */
export async function requireSecretKey(dataDir: string): Promise<void> {
  process.env.SECRET_KEY ||= await readSecret(dataDir, "secret-key");
  if (!process.env.SECRET_KEY)
    throw new SettingsError(
      "SECRET_KEY is missing; set it to the key of the backed-up service, or copy the file secret-key of its data folder to DATA_DIR",
    );
}
