import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";

type Purpose = "secrets" | "sessions" | "opt-out" | "visitor-address" | "once";

/** A 32-byte key derived from `SECRET_KEY`, a different one for each purpose. */
export function keyFor(purpose: Purpose): Buffer {
  const keys = processWide("keys", () => new Map<Purpose, Buffer>());
  let key = keys.get(purpose);
  if (!key) {
    const secret = settings().secretKey;
    if (!secret) throw new Error("SECRET_KEY is not set");
    key = Buffer.from(hkdfSync("sha256", secret, "", `form-intake:${purpose}`, 32));
    keys.set(purpose, key);
  }
  return key;
}

/** AES-256-GCM; the result is nonce (12 bytes), tag (16) and ciphertext. */
export function encryptSecret(plain: string): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor("secrets"), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), body]));
}

/** @throws unless the bytes came from {@link encryptSecret} with this `SECRET_KEY` */
export function decryptSecret(sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", keyFor("secrets"), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}

export function sha256(data: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(data).digest());
}

/** Keyed hash of a visitor's address, so that the address itself is never stored. */
export function hashVisitorAddress(address: string): string {
  return createHmac("sha256", keyFor("visitor-address")).update(address).digest("base64url");
}

/** Compares two secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected));
}
