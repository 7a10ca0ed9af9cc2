import { optOutUrl } from "#lib/autoresponder/opt-out";
import type { AutoresponderPreview, PreviewAutoresponderInput } from "#lib/autoresponder/schema";
import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import { requireVerifiedRecipients } from "#lib/recipients/store";

/** What a reply says; both of its forms, HTML and text, are made from it. */
export type Reply = {
  subject: string;
  /** The owner's words. Nothing that a visitor typed is ever in a reply: it could be anybody's advertisement. */
  message: string;
  reason: string;
  optOut: { label: string; url: string };
};

/**
 * The reply that a visitor gets, in the words of its owner. One function for the preview and the
 * mail, so that they are the same. Pure.
 *
 * @param optOutUrl - the visitor's own signed link, or a placeholder
 */
export function composeReply(
  draft: { subject: string; message: string },
  optOutUrl: string,
): Reply {
  return {
    subject: draft.subject,
    message: draft.message.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n"),
    reason:
      "You’re receiving this because you asked for an automatic reply when you sent a message.",
    optOut: { label: "Unsubscribe from automatic replies:", url: optOutUrl },
  };
}

export function toReplyText({ message, reason, optOut }: Reply): string {
  return `${message}\n\n-- \n${reason}\n${optOut.label} ${optOut.url}\n`;
}

/** Stands where each visitor gets a link of their own. */
const PLACEHOLDER_TOKEN = "PREVIEW";

/** What a reply would say, with a placeholder for the visitor's opt-out link. Pure. */
export function previewReply(draft: { subject: string; message: string }): Reply {
  return composeReply(draft, optOutUrl(PLACEHOLDER_TOKEN));
}

/**
 * The reply as a visitor would get it. Saves and sends nothing, and needs no widget.
 *
 * @throws {AppError} not_found, recipient_not_verified
 */
export async function previewAutoresponder(
  ctx: Context,
  formId: string,
  input: PreviewAutoresponderInput,
): Promise<AutoresponderPreview> {
  await requireForm(db(), ctx, formId);
  const { replyRecipientId: id } = input;
  const recipients = await requireVerifiedRecipients(db(), ctx, [{ id, path: "replyRecipientId" }]);
  const reply = previewReply(input);
  return {
    subject: reply.subject,
    replyTo: recipients.get(id)?.email ?? "",
    text: toReplyText(reply),
  };
}
