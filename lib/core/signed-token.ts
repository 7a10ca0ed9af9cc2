import { createHmac, timingSafeEqual } from "node:crypto";

const SIGNATURE_BYTES = 16;

function sign(key: Buffer, purpose: string, payload: Buffer): Buffer {
  const digest = createHmac("sha256", key).update(`${purpose} `).update(payload).digest();
  return digest.subarray(0, SIGNATURE_BYTES);
}

/**
 * Makes a token for a link in an email, which is its own proof.
 *
 * @param key - the installation's
 * @param purpose - a token for another purpose isn't accepted
 */
export function makeSignedToken(
  key: Buffer,
  purpose: string,
  parts: readonly Uint8Array[],
): string {
  const payload = Buffer.concat(parts);
  return Buffer.concat([payload, sign(key, purpose, payload)]).toString("base64url");
}

/**
 * Returns the payload of a token from {@link makeSignedToken} with this length; null for any other
 * text.
 */
export function readSignedToken(
  key: Buffer,
  purpose: string,
  token: string,
  payloadBytes: number,
): Buffer | null {
  const bytes = Buffer.from(token, "base64url");
  // Buffer ignores characters outside the alphabet, but a token has only one spelling.
  if (bytes.toString("base64url") !== token) return null;
  if (bytes.length !== payloadBytes + SIGNATURE_BYTES) return null;
  const payload = bytes.subarray(0, payloadBytes);
  return timingSafeEqual(bytes.subarray(payloadBytes), sign(key, purpose, payload))
    ? payload
    : null;
}
