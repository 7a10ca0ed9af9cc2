import { readFileSync, statSync } from "node:fs";
import { SettingsError } from "#lib/core/settings/settings-error";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings that are secret or may contain a password. Each can be read from the file in NAME_FILE.
 */
export const SECRET_SETTINGS = [
  "DATABASE_URL",
  "DIRECT_DATABASE_URL",
  "SECRET_KEY",
  "SECRET_KEYS_OLD",
  "CRON_SECRET",
  "RESEND_API_KEY",
  "RESEND_WEBHOOK_SECRET",
  "SMTP_URL",
  "REDIS_URL",
  "UPSTASH_REDIS_REST_TOKEN",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
  "SPAM_MODEL_KEY",
  "OIDC_CLIENT_SECRET",
  "DEMO_PASSWORD",
] as const;

/** Far more than ten keys need. */
const MAX_FILE_BYTES = 16 * 1024;

const isSet = (value: string | undefined) => value !== undefined && value.trim() !== "";

/**
 * Explains why the file can't be read. Docker creates a folder if the file of a bind mount is
 * missing.
 */
function explain(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") return "doesn't exist";
  if (code === "EACCES" || code === "EPERM")
    return "can't be read by the account that runs the service";
  return `can't be read (${code ?? String(error)})`;
}

function readSecret(fileSetting: string, path: string): string {
  const fail = (reason: string) => new SettingsError(`${fileSetting}: ${path} ${reason}`);
  let bytes: Buffer;
  try {
    const about = statSync(/* turbopackIgnore: true */ path);
    if (!about.isFile()) throw fail(about.isDirectory() ? "is a folder" : "isn't a regular file");
    if (about.size > MAX_FILE_BYTES)
      throw fail(`is larger than ${MAX_FILE_BYTES / 1024} KiB; a secret is a short line`);
    bytes = readFileSync(/* turbopackIgnore: true */ path);
  } catch (error) {
    throw error instanceof SettingsError ? error : fail(explain(error));
  }
  // Editors, echo, and secret stores add a line break at the end of a file.
  const text = bytes.toString("utf8").replace(/\r?\n$/, "");
  if (text.trim() === "") throw fail("is empty");
  if (/\p{Cc}|�/u.test(text)) throw fail("must have one line of text");
  return text;
}

/**
 * Returns the environment with each `NAME_FILE` of a secret setting replaced by `NAME` and the file's text.
 *
 * @throws {SettingsError} with one line that names `NAME_FILE`, and never has any of the file's text
 */
export function withSecretFiles(env: Environment): Record<string, string | undefined> {
  const result = { ...env };
  for (const name of SECRET_SETTINGS) {
    const fileSetting = `${name}_FILE`;
    const path = env[fileSetting]?.trim();
    if (!path) continue;
    if (isSet(env[name])) throw new SettingsError(`Set either ${name} or ${fileSetting}, not both`);
    result[name] = readSecret(fileSetting, path);
    delete result[fileSetting];
  }
  return result;
}

/**
 * Reads the secrets in files into the environment itself, where startup completes it.
 *
 * @throws {SettingsError} when a file can't be used
 */
export function takeSecretFiles(env: Record<string, string | undefined>): void {
  Object.assign(env, withSecretFiles(env));
  for (const name of SECRET_SETTINGS) delete env[`${name}_FILE`];
}
