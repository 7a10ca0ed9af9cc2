/** A setting that is wrong, incomplete, or missing; the message is one line that names it. */
export class SettingsError extends Error {
  override name = "SettingsError";
}
