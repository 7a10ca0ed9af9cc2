import { parse, stringify } from "uuid";
import { z } from "zod";
import { formatMomentIn } from "#lib/core/dates";
import { ID_BYTES } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { makeSignedToken, readSignedToken } from "#lib/core/signed-token";
import { OneLine } from "#lib/core/text";
import { withoutLinks } from "#lib/core/unlinked";
import { brandLines } from "#lib/domain/emails/brand-lines";

/** A link works this long. A message that isn't confirmed by then is deleted. */
export const CONFIRM_DAYS = 7;

/** The maximum number of characters of the message that its email shows. */
const MAX_FIRST_WORDS = 80;

/** The texts of a confirmation email in the visitor's language. None of them comes from the visitor. */
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

/** The details that help the visitor recognize their message. */
type AboutMessage = {
  formName: string;
  workspaceName: string;
  timeZone: string | null;
  sentAt: Date;
  preview: string;
};

/**
 * Returns the first words of a message in quotes, so that its visitor recognizes it; empty if it has none.
 * Pure.
 */
export function quoteFirstWords(preview: string): string {
  const words = withoutLinks(preview, MAX_FIRST_WORDS);
  return words === "" ? "" : `“${words}${words.endsWith("…") ? "" : "…"}”`;
}

/**
 * Describes the message that an email is about: the form and its workspace, the time in the workspace's time zone, and
 * the first words. Nothing here can become a link, because anyone can enter a stranger's address. Pure.
 */
export function describeMessage(
  language: string,
  { formName, workspaceName, timeZone, sentAt, preview }: AboutMessage,
): string[] {
  const [form, workspace] = [withoutLinks(formName, 80), withoutLinks(workspaceName, 80)];
  const words = quoteFirstWords(preview);
  return [
    form === workspace ? form : `${form} · ${workspace}`,
    formatMomentIn(language, sentAt.getTime(), timeZone ?? "UTC"),
    ...(words === "" ? [] : [words]),
  ];
}

/** The content of a confirmation email, for HTML and text. */
export type ConfirmationEmail = ConfirmationDraft & {
  /** The lines from {@link describeMessage}. */
  about: readonly string[];
  url: string;
  optOutUrl: string;
};

export function toConfirmationText(email: ConfirmationEmail): string {
  const { text, about, button, url, ignore, unsubscribe, optOutUrl } = email;
  const footer = [unsubscribe, optOutUrl, ...brandLines()].join("\n");
  return `${text}\n\n${about.join("\n")}\n\n${button}\n${url}\n\n${ignore}\n\n-- \n${footer}\n`;
}
