import { z } from "zod";
import { encodeAddress } from "#lib/core/email-address";

/** A stored file that an email has attached. Its content never changes, so every attempt sends the same. */
const AttachedFile = z.strictObject({
  filename: z.string(),
  contentType: z.string(),
  /** In bytes. */
  size: z.number(),
  /** The file's key in the object store. */
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
  /** Omitted without files, and by emails of release 1.0. */
  files: z.array(AttachedFile).optional(),
});
export type Email = z.output<typeof Email>;

/**
 * Returns the name and the address of `"Ada" <ada@example.com>`, or of an address alone. The domain is in ASCII, as
 * SMTP requires.
 */
export function readMailbox(header: string): { name: string; address: string } {
  const { name = "", address = header } =
    /^"(?<name>[^"]*)" <(?<address>[^<>]+)>$/.exec(header)?.groups ?? {};
  return { name, address: encodeAddress(address) ?? address };
}

/**
 * Returns the `Message-ID` of an email sent by SMTP. A provider with an API creates its own.
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
  /**
   * `emailId`: the provider's ID of the email, which its later reports contain; null if it gives
   * none.
   */
  | { kind: "accepted"; emailId: string | null }
  /** Rejected permanently. `isFirst`: it looked at the key, so no earlier call got through. */
  | { kind: "rejected"; error: string; isFirst: boolean }
  /** The provider rejects this service itself: wrong credentials, or a sender that isn't allowed. Nothing was sent. */
  | { kind: "refused"; error: string }
  /** Too many calls. Nothing was sent. `waitMs` is null if the provider didn't give a time. */
  | { kind: "throttled"; error: string; waitMs: number | null }
  /** There was no connection, or it may be accepted later. Nothing was sent. */
  | { kind: "failed"; error: string; waitMs: null }
  /**
   * It's unknown whether the email arrived. `canRepeat`: a provider that knows the key drops a
   * repeat.
   */
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

/** Shortens a provider's message to one line for owners. */
export function toOneLine(sentence: string): string {
  return sentence.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, MAX_SENTENCE);
}
