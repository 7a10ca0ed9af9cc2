/** Thrown for a wrong, incomplete, or missing setting. The message is one line with its name. */
export class SettingsError extends Error {
  override name = "SettingsError";
}
