import { randomBytes } from "node:crypto";
import { pool } from "#lib/adapters/db/database";
import { openInstallationKey, sealInstallationKey } from "#lib/core/installation-seal";
import { currentKeyPrefix, UnknownKeyError } from "#lib/core/secrets";
import { SettingsError } from "#lib/core/settings/settings-error";
import { singleton } from "#lib/core/singleton";

const FIND_OR_CREATE = `
INSERT INTO installation (id, sealed_key, created_at) VALUES (1, $1, now())
ON CONFLICT (id) DO UPDATE SET id = excluded.id RETURNING sealed_key AS sealed`;

async function findOrCreate(): Promise<Uint8Array> {
  const created = sealInstallationKey(randomBytes(32).toString("base64url"));
  const { rows } = await pool().query<{ sealed: Buffer }>(FIND_OR_CREATE, [created]);
  return rows[0]?.sealed ?? created;
}

/** The stored key, which can't be decrypted with another SECRET_KEY. Concurrent callers share one read. */
const stored = () =>
  singleton<{ key: Promise<Uint8Array> | null }>("installation-key", () => ({ key: null }));

function readOnce(): Promise<Uint8Array> {
  const known = stored();
  known.key ??= findOrCreate().catch((error: unknown) => {
    known.key = null;
    throw error;
  });
  return known.key;
}

/**
 * Returns a 32-byte key that stays the same when SECRET_KEY changes, for hashes that must stay
 * comparable. It's created by the first process that needs it, and read once per process.
 *
 * @throws {UnknownKeyError} if SECRET_KEY doesn't match the database
 */
export async function installationKey(): Promise<Buffer> {
  return Buffer.from(openInstallationKey(await readOnce()), "base64url");
}

/** @returns whether it was encrypted with an old key until now */
export async function reencryptInstallationKey(): Promise<boolean> {
  const sealed = await findOrCreate();
  const prefix = currentKeyPrefix();
  if (prefix.equals(sealed.subarray(0, prefix.length))) return false;
  const renewed = sealInstallationKey(openInstallationKey(sealed));
  await pool().query("UPDATE installation SET sealed_key = $1 WHERE id = 1", [renewed]);
  stored().key = Promise.resolve(renewed);
  return true;
}

/**
 * Checks that this database's SECRET_KEY is the current one or in SECRET_KEYS_OLD. With another key,
 * webhooks couldn't be signed and queued emails couldn't be read.
 *
 * @throws {SettingsError} with one line
 */
export async function requireFittingKey(): Promise<void> {
  try {
    await installationKey();
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error;
    throw new SettingsError(
      "SECRET_KEY doesn't match this database. Use the original key, or add it to SECRET_KEYS_OLD",
    );
  }
}
