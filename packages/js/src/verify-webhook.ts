import type { WebhookEvent } from "./generated/api-types.js";

/** `Headers`, or an object such as the headers of a Node request. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | readonly string[] | undefined>;

export type VerifyOptions = {
  /** The largest difference between the timestamp and now, in either direction. Default: 300. */
  toleranceSeconds?: number | undefined;
  /** The current time. */
  now?: Date | undefined;
};

/** A webhook request that isn't genuine. Respond with 401. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
}

/** The most that a sender that rotates keys could send. */
const MAX_SIGNATURES = 16;

function header(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new WebhookVerificationError(`The request has no ${name} header.`);
}

/** @returns null if it isn't base64 */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = decode(secret.replace(/^whsec_/, ""));
  if (!bytes?.length) throw new TypeError("The secret must be whsec_ followed by base64.");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
}

function checkTimestamp(timestamp: string, toleranceSeconds: number, now: Date): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError("The webhook-timestamp isn't a number of seconds.");
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!(Math.abs(age) <= toleranceSeconds))
    throw new WebhookVerificationError(
      `The webhook-timestamp is ${Math.round(Math.abs(age))} seconds ${age > 0 ? "old" : "ahead"}.`,
    );
}

/** Only for a body with a valid signature, which the service made in the documented shape. */
function eventOf(body: Uint8Array): WebhookEvent {
  return JSON.parse(new TextDecoder().decode(body));
}

/**
 * Verifies a webhook request (Standard Webhooks) and returns its event. The comparison takes constant time. Events can
 * arrive more than once, so deduplicate by `event.id`.
 *
 * @param body - the raw body, exactly as received
 * @param secret - the webhook's `signingSecret`, `whsec_…`; during a rotation, the old one and the new one
 * @throws {WebhookVerificationError} if the request isn't genuine or its timestamp is too old
 * @throws {TypeError} if the body is already parsed, or the secret is malformed
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== "string" && typeof body?.byteLength !== "number")
    throw new TypeError("Pass the raw body, before it's parsed.");
  const keys = await Promise.all([secret].flat().map(importKey));
  const id = header(headers, "webhook-id");
  const timestamp = header(headers, "webhook-timestamp");
  checkTimestamp(timestamp, toleranceSeconds, now);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  for (const part of header(headers, "webhook-signature").split(" ", MAX_SIGNATURES)) {
    const signature = part.startsWith("v1,") ? decode(part.slice(3)) : null;
    if (!signature) continue;
    for (const key of keys)
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) return eventOf(bytes);
  }
  throw new WebhookVerificationError("No webhook-signature matches the body and secret.");
}
