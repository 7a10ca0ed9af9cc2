import { parse, stringify } from "uuid";
import { z } from "zod";
import { settings } from "#lib/core/settings/settings";
import { makeSignedToken, readSignedToken } from "#lib/core/signed-token";
import { OneLine } from "#lib/core/text";
import { brandLines } from "#lib/domain/emails/brand-lines";

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

const PURPOSE = "confirm-message";
const ID_BYTES = 16;

/**
 * Makes the URL of the page where a visitor confirms a message.
 *
 * @param key - the installation's
 */
export function confirmationUrl(
  key: Buffer,
  { workspaceId, submissionId }: WaitingMessage,
): string {
  const token = makeSignedToken(key, PURPOSE, [parse(workspaceId), parse(submissionId)]);
  return `${settings().baseUrl}/confirm-message?token=${token}`;
}

/** Reads the token of a URL from {@link confirmationUrl}; null for anything else. */
export function readConfirmationToken(key: Buffer, token: string): WaitingMessage | null {
  const payload = readSignedToken(key, PURPOSE, token, 2 * ID_BYTES);
  return payload && { workspaceId: stringify(payload), submissionId: stringify(payload, ID_BYTES) };
}

/** The content of a confirmation email, for HTML and text. */
export type ConfirmationEmail = ConfirmationDraft & { url: string; optOutUrl: string };

export function toConfirmationText(email: ConfirmationEmail): string {
  const { text, button, url, ignore, unsubscribe, optOutUrl } = email;
  const footer = [`${unsubscribe}: ${optOutUrl}`, ...brandLines()].join("\n");
  return `${text}\n\n${button}:\n${url}\n\n${ignore}\n\n-- \n${footer}\n`;
}
