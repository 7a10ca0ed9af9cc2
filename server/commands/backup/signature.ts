import { createHmac } from "node:crypto";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { isSealedByFirstRelease } from "#lib/core/installation-seal";
import { isSameSecret, keyIdOf, keysFor, knownKeyIds } from "#lib/core/secrets";
import { CHECKSUMS, type Manifest, SIGNATURE, tablePath } from "#server/commands/backup/manifest";
import { openFile, readBytes, readText } from "#server/commands/backup/open-file";
import { StartError } from "#server/start/lifecycle";

/** The only migration of 1.0.0, the release whose backups aren't signed. */
const FIRST_MIGRATION = "20261124000000_baseline";
const INSTALLATION = "installation";
const MAX_BYTES = 10_000;

/**
 * Returns the signature of a backup: an HMAC of its checksums under the SECRET_KEY that its secrets are
 * encrypted with.
 *
 * @throws {StartError} if that key isn't set
 */
export async function signatureOf(
  folder: string,
  { secretKeyId }: Pick<Manifest, "secretKeyId">,
): Promise<string> {
  const key = keysFor("backups")[secretKeyId === null ? 0 : knownKeyIds().indexOf(secretKeyId)];
  if (!key)
    throw new StartError(
      `SECRET_KEY isn't the key of this service's database, which has the ID ${secretKeyId}; a backup is signed with that one`,
    );
  const hmac = createHmac("sha256", key);
  await using checksums = await openFile(folder, CHECKSUMS);
  for await (const chunk of checksums.createReadStream()) hmac.update(chunk);
  return hmac.digest("hex");
}

/** A bytea as COPY writes it, or nothing. */
const BYTEA = /^\\\\x([0-9a-f]+)$/;

function decompress(bytes: Buffer): string {
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }).toString("utf8");
  } catch {
    return "";
  }
}

/** Reads the encrypted installation's key from a backup. */
async function readSealedKey(folder: string, { tables }: Manifest): Promise<Buffer> {
  const column = tables.find(({ name }) => name === INSTALLATION)?.columns.indexOf("sealed_key");
  const bytes = await readBytes(folder, tablePath(INSTALLATION), MAX_BYTES);
  const [row = ""] = decompress(bytes).split("\n");
  const [, hex = ""] = BYTEA.exec(row.split("\t")[column ?? -1] ?? "") ?? [];
  return Buffer.from(hex, "hex");
}

/**
 * Returns whether a backup is of 1.0.0, which didn't sign. A later backup can't be passed off as one if only later
 * releases have had the SECRET_KEY.
 */
async function isOfFirstRelease(folder: string, manifest: Manifest): Promise<boolean> {
  if (manifest.migrations.some(({ name }) => name !== FIRST_MIGRATION)) return false;
  const sealed = await readSealedKey(folder, manifest);
  return keyIdOf(sealed) === manifest.secretKeyId && isSealedByFirstRelease(sealed);
}

/**
 * Checks that the service itself made a backup: its signature matches its checksums.
 *
 * @returns false for one of 1.0.0, which has no signature
 * @throws {StartError} if it has been changed, or its signature removed
 */
export async function requireAuthentic(folder: string, manifest: Manifest): Promise<boolean> {
  const isSigned = await lstat(join(folder, SIGNATURE)).then(
    () => true,
    () => false,
  );
  if (!isSigned) {
    if (await isOfFirstRelease(folder, manifest)) return false;
    throw new StartError(
      `the backup isn't signed: ${SIGNATURE} is missing. Someone has changed the backup, or it isn't complete`,
    );
  }
  const signature = await readText(folder, SIGNATURE, MAX_BYTES);
  if (!isSameSecret(signature.trim(), await signatureOf(folder, manifest)))
    throw new StartError(
      `the backup was changed: ${SIGNATURE} isn't this service's signature of ${CHECKSUMS}`,
    );
  return true;
}
