import { z } from "zod";
import { encodeAddress } from "#lib/core/email-address";

/** A stored file that an email has attached. Its content never changes, so every attempt sends the same. */
const AttachedFile = z.strictObject({
  filename: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.number(),
  /** Its key in the object store. */
  key: z.string(),
});
export type AttachedFile = z.output<typeof AttachedFile>;

/** An attached file with its content. */
export type EmailAttachment = { filename: string; contentType: string; content: Buffer };

/** One email to one address, ready to be sent or captured. */
export const Email = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** One address, with or without a name: `"Ada" <ada@example.com>`. */
  replyTo: z.string().nullable(),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  html: z.string(),
  text: z.string(),
  /** Left out by emails of release 1.0, and without any. */
  files: z.array(AttachedFile).optional(),
});
export type Email = z.output<typeof Email>;

/** The name and the address of `"Ada" <ada@example.com>`, or of an address alone. The domain is in ASCII, as email travels. */
export function readMailbox(header: string): { name: string; address: string } {
  const { name = "", address = header } =
    /^"(?<name>[^"]*)" <(?<address>[^<>]+)>$/.exec(header)?.groups ?? {};
  return { name, address: encodeAddress(address) ?? address };
}

/**
 * The `Message-ID` of an email that goes out by SMTP. A provider with an API makes one of its own.
 *
 * @param key - the call's idempotency key, which is the series of the delivery
 * @param from - the `From` header
 */
export function messageId(key: string, from: string): string {
  const [, host = "localhost"] = /@([^\s@<>]+)>?$/.exec(from) ?? [];
  return `<${key}@${host}>`;
}

/** The result of one call to the email provider, for the rules of deliveries. */
export type EmailOutcome =
  /** `emailId`: the provider's ID of the email, by which it reports later; null if it gives none. */
  | { kind: "accepted"; emailId: string | null }
  /** Rejected permanently. `isFirst`: it looked at the key, so no earlier call got through. */
  | { kind: "rejected"; error: string; isFirst: boolean }
  /** The provider refuses this service itself: wrong credentials, or a sender that isn't allowed. Nothing was sent. */
  | { kind: "refused"; error: string }
  /** Too many calls. Nothing was sent. `waitMs`: null when it doesn't say how long to wait. */
  | { kind: "throttled"; error: string; waitMs: number | null }
  /** There was no connection, or it may be accepted later. Nothing was sent. */
  | { kind: "failed"; error: string; waitMs: null }
  /** It may have arrived, or not. `canRepeat`: a provider that knows the key drops a repeat. */
  | { kind: "unknown"; error: string; canRepeat: boolean };

/** Options of a call. `signal` ends it; `attachments` are the email's files. */
export type EmailCall = {
  idempotencyKey: string;
  signal: AbortSignal;
  attachments?: readonly EmailAttachment[];
};

/** The time limit of one call to the provider, response included. */
export const CALL_DEADLINE_MS = 10_000;

const MAX_SENTENCE = 300;

/** A provider's words as one short line for owners. */
export function toOneLine(sentence: string): string {
  return sentence.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, MAX_SENTENCE);
}
