import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

export type EventHeaders = Readonly<Record<string, string>>;

/** The headers of every attempt, signed or not. */
export const PLAIN_HEADERS: EventHeaders = {
  "content-type": "application/json",
  "accept-encoding": "identity",
  "user-agent": "Form-Intake-Service-Webhooks/1",
};

const toKey = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ""), "base64");

/**
 * Returns the headers of one attempt (Standard Webhooks 1.0). The signature covers the event ID, this
 * attempt's time, and the exact bytes of the body. With several secrets, each has a signature.
 *
 * @param secrets - `whsec_` and the key in base64, the current one first
 * @param at - when the attempt is sent
 */
export function signEvent(
  secrets: string | readonly string[],
  eventId: string,
  body: string,
  at: Date,
): EventHeaders {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signatures = [secrets].flat().map((secret) => {
    const signed = createHmac("sha256", toKey(secret))
      .update(`${eventId}.${timestamp}.`)
      .update(body);
    return `v1,${signed.digest("base64")}`;
  });
  return {
    ...PLAIN_HEADERS,
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** The maximum clock difference between sender and endpoint, in seconds. */
const TOLERANCE_SECONDS = 300;

/** The signature of a message: its ID, the time of the attempt, and one or more signatures. */
export type SignatureHeaders = { id: string; timestamp: string; signatures: string };

/**
 * Returns whether someone who has the secret signed these bytes within the last 5 minutes (Standard Webhooks
 * 1.0).
 *
 * @param secret - `whsec_` and the key in base64
 */
export function isSigned(
  secret: string,
  { id, timestamp, signatures }: SignatureHeaders,
  body: Uint8Array,
  now: Date,
): boolean {
  const ageSeconds = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(ageSeconds) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", toKey(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  return signatures.split(" ").some((text) => {
    const given = text.startsWith("v1,") ? Buffer.from(text.slice(3), "base64") : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** A new signing secret: 32 random bytes in the form of Standard Webhooks. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
