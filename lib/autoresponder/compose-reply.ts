import { optOutUrl } from "#lib/autoresponder/opt-out";
import type { AutoresponderPreview, PreviewAutoresponderInput } from "#lib/autoresponder/schema";
import { brandLines } from "#lib/core/brand-lines";
import type { Context } from "#lib/core/context";
import { db } from "#lib/db/database";
import { requireForm } from "#lib/forms/store";
import { requireVerifiedRecipients } from "#lib/recipients/store";

/** The content of an auto-reply, for HTML and text. */
export type Reply = ReturnType<typeof composeReply>;

/**
 * The auto-reply to a visitor. The preview uses the same function. Pure. It contains only what the owner
 * wrote, never a visitor's input: that could be anyone's advertisement.
 *
 * @param optOutUrl - the visitor's own signed link, or a placeholder
 * @param workspaceName - whom the visitor wrote to; null if it isn't known
 */
export function composeReply(
  draft: { subject: string; message: string },
  optOutUrl: string,
  workspaceName: string | null,
) {
  const sender = workspaceName ? ` to ${workspaceName}` : "";
  return {
    subject: draft.subject,
    message: draft.message.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n"),
    reason: `You’re receiving this because you asked for an automatic reply when you sent a message${sender}.`,
    optOut: { label: "Unsubscribe from automatic replies", url: optOutUrl },
  };
}

/**
 * The text of an auto-reply. Pure.
 *
 * @param brand - ends the footer, see {@link brandLines}
 */
export function toReplyText({ message, reason, optOut }: Reply, brand: readonly string[]): string {
  const footer = [reason, `${optOut.label}: ${optOut.url}`, ...brand];
  return `${message}\n\n-- \n${footer.join("\n")}\n`;
}

/** Replaces the visitor's own link in previews. */
const PLACEHOLDER_TOKEN = "PREVIEW";

/** An auto-reply with a placeholder for the opt-out link. Pure. */
export function previewReply(
  draft: { subject: string; message: string },
  workspaceName: string,
): Reply {
  return composeReply(draft, optOutUrl(PLACEHOLDER_TOKEN), workspaceName);
}

/**
 * The auto-reply as a visitor would receive it. Saves and sends nothing, and needs no widget.
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
  const { name } = await db().workspace.findUniqueOrThrow({ where: { id: ctx.workspaceId } });
  const reply = previewReply(input, name);
  return {
    subject: reply.subject,
    replyTo: recipients.get(id)?.email ?? "",
    text: toReplyText(reply, brandLines()),
  };
}
