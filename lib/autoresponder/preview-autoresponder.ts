import { composeReply, type Reply, toReplyText } from "#lib/autoresponder/compose-reply";
import { optOutUrl } from "#lib/autoresponder/opt-out-token";
import type { AutoresponderPreview, PreviewAutoresponderInput } from "#lib/autoresponder/schema";
import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import { requireVerifiedRecipients } from "#lib/recipients/store";

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
