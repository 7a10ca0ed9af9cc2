import { render } from "@react-email/components";
import { createElement } from "react";
import { previewReply } from "#lib/autoresponder/preview-autoresponder";
import { ReplyEmail } from "#lib/notifications/emails/reply.tsx";

/**
 * The HTML of a reply as a visitor's mail program shows it, made as the mail is made. Saves and sends
 * nothing; the opt-out link is a placeholder.
 */
export function previewReplyMail(draft: { subject: string; message: string }): Promise<string> {
  return render(createElement(ReplyEmail, previewReply(draft)));
}
