import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, stringify } from "uuid";
import { z } from "zod";
import { brandLines } from "#lib/core/brand-lines";
import { settings } from "#lib/core/settings";
import { OneLine } from "#lib/core/text";

/** A link works this long. A message that isn't confirmed by then is deleted. */
export const CONFIRM_DAYS = 7;

/** The words of a confirmation email in the visitor's language. Nothing in it comes from the visitor. */
export const ConfirmationDraft = z.strictObject({
  language: z.string(),
  subject: OneLine(1, 150),
  text: z.string(),
  button: z.string(),
  ignore: z.string(),
  unsubscribe: z.string(),
});
export type ConfirmationDraft = z.output<typeof ConfirmationDraft>;

/** A message that waits for its visitor. */
type WaitingMessage = { workspaceId: string; submissionId: string };

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

function sign(key: Buffer, payload: Buffer): Buffer {
  const digest = createHmac("sha256", key).update("confirm-message ").update(payload).digest();
  return digest.subarray(0, SIGNATURE_BYTES);
}

/**
 * Makes the URL of the page where a visitor confirms a message.
 *
 * @param key - the installation's
 */
export function confirmationUrl(
  key: Buffer,
  { workspaceId, submissionId }: WaitingMessage,
): string {
  const payload = Buffer.concat([parse(workspaceId), parse(submissionId)]);
  const token = Buffer.concat([payload, sign(key, payload)]).toString("base64url");
  return `${settings().baseUrl}/confirm-message?token=${token}`;
}

/** Reads the token of a URL from {@link confirmationUrl}; null for anything else. */
export function readConfirmationToken(key: Buffer, token: string): WaitingMessage | null {
  const bytes = Buffer.from(token, "base64url");
  // Buffer ignores characters outside the alphabet; a token has one spelling only.
  if (bytes.toString("base64url") !== token) return null;
  if (bytes.length !== 2 * ID_BYTES + SIGNATURE_BYTES) return null;
  const payload = bytes.subarray(0, 2 * ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(payload.length), sign(key, payload))) return null;
  return { workspaceId: stringify(payload), submissionId: stringify(payload, ID_BYTES) };
}

/** The content of a confirmation email, for HTML and text. */
export type ConfirmationEmail = ConfirmationDraft & { url: string; optOutUrl: string };

/** The text of a confirmation email. Pure. */
export function toConfirmationText(email: ConfirmationEmail): string {
  const { text, button, url, ignore, unsubscribe, optOutUrl } = email;
  const footer = [`${unsubscribe}: ${optOutUrl}`, ...brandLines()].join("\n");
  return `${text}\n\n${button}:\n${url}\n\n${ignore}\n\n-- \n${footer}\n`;
}
