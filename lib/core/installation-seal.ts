import { decryptSecret, encryptSecret, UnknownKeyError } from "#lib/core/secrets";

/** Identifies the only row, which belongs to no workspace. */
const ROW = { workspaceId: "", id: "signs-backups" };
/**
 * The row as 1.0.0 sealed it, whose backups aren't signed. It isn't changed until SECRET_KEY
 * changes.
 */
const FIRST_ROW = { workspaceId: "", id: "1" };

/** Encrypts the installation's key with SECRET_KEY. */
export function sealInstallationKey(key: string): Uint8Array<ArrayBuffer> {
  return encryptSecret("installation", ROW, key);
}

/**
 * Returns whether 1.0.0 sealed an installation's key. No one can imitate that without SECRET_KEY.
 *
 * @throws {UnknownKeyError} if SECRET_KEY doesn't match
 */
export function isSealedByFirstRelease(sealed: Uint8Array): boolean {
  try {
    return decryptSecret("installation", FIRST_ROW, sealed) !== "";
  } catch (error) {
    if (error instanceof UnknownKeyError) throw error;
    return false;
  }
}

/**
 * Decrypts the installation's key.
 *
 * @throws {UnknownKeyError} if SECRET_KEY doesn't match
 */
export function openInstallationKey(sealed: Uint8Array): string {
  return decryptSecret("installation", isSealedByFirstRelease(sealed) ? FIRST_ROW : ROW, sealed);
}
