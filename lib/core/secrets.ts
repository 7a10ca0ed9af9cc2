import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { type Settings, settings } from "#lib/core/settings/settings";

type Purpose =
  | "secrets"
  | "key-id"
  | "sessions"
  | "pending-sign-in"
  | "provider-sign-in"
  | "visitor-address"
  | "once"
  | "backups";

const FORMAT = 1;
const KEY_ID_BYTES = 8;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The format, key ID, nonce, and tag before the encrypted text. */
const HEADER_BYTES = 1 + KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES;

function derive(secretKey: string, purpose: Purpose): Buffer {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `form-intake:${purpose}`, 32));
}

/** Caches the derived keys by the settings that they were derived from. */
const derived = new WeakMap<Settings, Map<Purpose, readonly [Buffer, ...Buffer[]]>>();

/** Returns the 32-byte keys derived from `SECRET_KEY` and then from each of `SECRET_KEYS_OLD`. */
export function keysFor(purpose: Purpose): readonly [Buffer, ...Buffer[]] {
  const given = settings();
  const known = derived.get(given) ?? new Map<Purpose, readonly [Buffer, ...Buffer[]]>();
  derived.set(given, known);
  let keys = known.get(purpose);
  if (!keys) {
    const old = given.oldSecretKeys.map((secretKey) => derive(secretKey, purpose));
    keys = [derive(requireSecretKey(), purpose), ...old];
    known.set(purpose, keys);
  }
  return keys;
}

/** Returns a 32-byte key derived from `SECRET_KEY`, a different one for each purpose. */
export function keyFor(purpose: Purpose): Buffer {
  return keysFor(purpose)[0];
}

function requireSecretKey(): string {
  const { secretKey } = settings();
  if (!secretKey) throw new Error("SECRET_KEY isn't set");
  return secretKey;
}

/** The column that an encrypted text is stored in. A widget's row is identified by its form. */
export type SecretKind =
  | "installation"
  | "webhook"
  | "old_webhook"
  | "destination_url"
  | "webhook_headers"
  | "widget"
  | "email_data"
  | "email_payload"
  | "totp"
  | "sign_in_provider";
/**
 * The row of an encrypted text. If it's a user's data outside any workspace, both IDs are the
 * user's.
 */
export type SecretRow = { workspaceId: string; id: string };

/**
 * Returns data that is authenticated with the text, so that it can't be decrypted if it's copied to
 * another row, workspace, or column.
 */
function associatedData(kind: SecretKind, { workspaceId, id }: SecretRow): Buffer {
  return Buffer.from(`${kind} ${workspaceId} ${id}`);
}

/**
 * Returns the first bytes of every text encrypted with the current `SECRET_KEY`: format and key ID.
 */
export function currentKeyPrefix(): Buffer {
  return Buffer.concat([Buffer.of(FORMAT), keyFor("key-id").subarray(0, KEY_ID_BYTES)]);
}

/**
 * Encrypts with AES-256-GCM. The result is format (1 byte), key ID (8), nonce (12), tag (16), and
 * ciphertext.
 */
export function encryptSecret(
  kind: SecretKind,
  row: SecretRow,
  plain: string,
): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor("secrets"), nonce);
  cipher.setAAD(associatedData(kind, row));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([currentKeyPrefix(), nonce, cipher.getAuthTag(), body]));
}

/**
 * Returns the ID of the key that a text was encrypted with, in hexadecimal. It doesn't reveal the
 * key.
 */
export function keyIdOf(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, 1 + KEY_ID_BYTES)).toString("hex");
}

/** Returns the {@link keyIdOf} of `SECRET_KEY`, and then of each of `SECRET_KEYS_OLD`. */
export function knownKeyIds(): string[] {
  return keysFor("key-id").map((id) => id.subarray(0, KEY_ID_BYTES).toString("hex"));
}

/** Thrown when a text wasn't encrypted with any key in `SECRET_KEY` and `SECRET_KEYS_OLD`. */
export class UnknownKeyError extends Error {
  override name = "UnknownKeyError";
}

/**
 * @throws {UnknownKeyError} if the text was encrypted with a key that isn't set
 * @throws {Error} unless it came from {@link encryptSecret} for this column and row
 */
export function decryptSecret(kind: SecretKind, row: SecretRow, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const key = keysFor("secrets")[knownKeyIds().indexOf(keyIdOf(bytes))];
  if (bytes[0] !== FORMAT || !key)
    throw new UnknownKeyError(
      "encrypted with a key that is in neither SECRET_KEY nor SECRET_KEYS_OLD",
    );
  const nonceEnd = 1 + KEY_ID_BYTES + NONCE_BYTES;
  const nonce = bytes.subarray(1 + KEY_ID_BYTES, nonceEnd);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce);
  decipher.setAAD(associatedData(kind, row));
  decipher.setAuthTag(bytes.subarray(nonceEnd, HEADER_BYTES));
  const body = bytes.subarray(HEADER_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}

export function sha256(data: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(data).digest());
}

/** Returns a keyed hash of an address, so that the address itself is never stored. */
export function hashAddress(key: Buffer, address: string): string {
  return createHmac("sha256", key).update(address).digest("base64url");
}

/**
 * Hashes like {@link hashAddress}, with a key that changes with `SECRET_KEY`, so only for temporary
 * counts. Lasting hashes use the installation's key.
 */
export function hashVisitorAddress(address: string): string {
  return hashAddress(keyFor("visitor-address"), address);
}

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}
