import { createHmac, randomBytes } from "node:crypto";

export type EventHeaders = Readonly<Record<string, string>>;

/** The headers of every attempt, signed or not. */
export const PLAIN_HEADERS: EventHeaders = {
  "content-type": "application/json",
  "accept-encoding": "identity",
  "user-agent": "Form-Intake-Service-Webhooks/1",
};

/**
 * The headers of one attempt (Standard Webhooks 1.0). The signature covers the event ID, this attempt's
 * time and the exact bytes of the body. With several secrets there is a signature by each.
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
    const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
    const signed = createHmac("sha256", key).update(`${eventId}.${timestamp}.`).update(body);
    return `v1,${signed.digest("base64")}`;
  });
  return {
    ...PLAIN_HEADERS,
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** A new signing secret: 32 random bytes in the form of Standard Webhooks. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
