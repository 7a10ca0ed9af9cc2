import { randomBytes } from "node:crypto";
import { currentKeyPrefix, decryptSecret, encryptSecret, UnknownKeyError } from "#lib/core/secrets";
import { SettingsError } from "#lib/core/settings";
import { pool } from "#lib/db/database";

/** Identifies the only row, which belongs to no workspace. */
const ROW = { workspaceId: "", id: "1" };
const FIND = "SELECT sealed_key FROM installation WHERE id = 1";
const CREATE = `
INSERT INTO installation (id, sealed_key, created_at) VALUES (1, $1, now()) ON CONFLICT (id) DO NOTHING`;

async function findSealed(): Promise<Buffer | null> {
  const { rows } = await pool().query<{ sealed_key: Buffer }>(FIND);
  return rows[0]?.sealed_key ?? null;
}

async function createSealed(): Promise<Buffer> {
  const key = randomBytes(32).toString("base64url");
  await pool().query(CREATE, [encryptSecret("installation", ROW, key)]);
  const sealed = await findSealed();
  if (!sealed) throw new Error("the installation's key could not be stored");
  return sealed;
}

/** The key as it's stored: another SECRET_KEY doesn't open it. */
let known: Uint8Array | null = null;

/**
 * A 32-byte key that stays the same when SECRET_KEY changes, for hashes that must stay comparable. It's
 * created by the first process that needs it, and read once per process.
 *
 * @throws {UnknownKeyError} if SECRET_KEY doesn't match the database
 */
export async function installationKey(): Promise<Buffer> {
  known ??= (await findSealed()) ?? (await createSealed());
  return Buffer.from(decryptSecret("installation", ROW, known), "base64url");
}

/** @returns whether it was encrypted with an old key until now */
export async function reencryptInstallationKey(): Promise<boolean> {
  const sealed = await findSealed();
  const prefix = currentKeyPrefix();
  if (!sealed || sealed.subarray(0, prefix.length).equals(prefix)) return false;
  const renewed = encryptSecret("installation", ROW, decryptSecret("installation", ROW, sealed));
  await pool().query("UPDATE installation SET sealed_key = $1 WHERE id = 1", [renewed]);
  known = renewed;
  return true;
}

/**
 * Checks that SECRET_KEY is the one with which this database was filled, or that SECRET_KEYS_OLD has that
 * one. With another key, webhooks couldn't be signed and queued emails couldn't be read.
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
