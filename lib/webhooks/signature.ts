import { createHmac, randomBytes } from "node:crypto";

export type EventHeaders = Readonly<Record<string, string>>;

/**
 * The headers of one attempt (Standard Webhooks 1.0). The signature covers the event ID, this attempt's
 * time, and the exact bytes of the body.
 *
 * @param secret - `whsec_` and the key in base64
 * @param at - when the attempt is sent
 */
export function signEvent(secret: string, eventId: string, body: string, at: Date): EventHeaders {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const signature = createHmac("sha256", key)
    .update(`${eventId}.${timestamp}.`)
    .update(body)
    .digest("base64");
  return {
    "content-type": "application/json",
    "accept-encoding": "identity",
    "user-agent": "Form-Intake-Service-Webhooks/1",
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

/** A new signing secret: 32 random bytes in the form of Standard Webhooks. */
export function makeSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
