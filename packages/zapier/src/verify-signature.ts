import { createHmac, timingSafeEqual } from "node:crypto";
import type { Bundle } from "zapier-platform-core";

/** Zapier may run a Zap later than its event has arrived. */
const TOLERANCE_SECONDS = 24 * 60 * 60;

/**
 * Whether an event was signed with the secret (Standard Webhooks) within the last day. Zapier puts `Http-` before
 * the names of headers.
 *
 * @param secret - `whsec_` and base64
 */
export function isGenuine(
  { headers = {}, content }: NonNullable<Bundle["rawRequest"]>,
  secret: string,
  now: Date,
): boolean {
  const id = headers["Http-Webhook-Id"];
  const timestamp = headers["Http-Webhook-Timestamp"];
  const signatures = headers["Http-Webhook-Signature"];
  if (!id || !timestamp || !signatures || content === undefined) return false;
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${content}`).digest();
  // While a secret is rotated, there are two signatures.
  return signatures.split(" ").some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
