import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/** Headers of a Node request. */
type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Whether a request was signed with the secret (Standard Webhooks) within the last five minutes.
 *
 * @param body - the raw body, exactly as received
 * @param secret - `whsec_` and base64
 */
export function isGenuine(body: Buffer, headers: Headers, secret: string, now: Date): boolean {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (typeof id !== "string" || typeof timestamp !== "string" || typeof signatures !== "string")
    return false;
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // While a secret is rotated, there are two signatures.
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
