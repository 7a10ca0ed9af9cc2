import { composeReply, previewReply, toReplyText } from "#lib/autoresponder/compose-reply";
import { hashReplyAddress, makeOptOutToken, optOutUrl } from "#lib/autoresponder/opt-out";
import { readReplyDraft } from "#lib/autoresponder/plan-reply";
import type { Email } from "#lib/clients/email-client";
import { decryptSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { installationKey } from "#lib/db/installation-key";
import { EmailData } from "#lib/deliveries/schema";
import type { DueEmail } from "#lib/notifications/due-email";
import {
  toNoticeHtml,
  toNotificationHtml,
  toReplyHtml,
} from "#lib/notifications/emails/write-html";
import { toNoticeContent } from "#lib/notifications/notice-content";
import { toNoticeText } from "#lib/notifications/notice-text";
import { toNotificationContent, toNotificationText } from "#lib/notifications/notification-content";

type Content = Pick<Email, "replyTo" | "subject" | "html" | "text" | "headers">;

/** Keeps out-of-office replies away (RFC 3834). */
const GENERATED = { "Auto-Submitted": "auto-generated" };

/**
 * Composes the email of a series.
 *
 * @throws when the content of the delivery can't be read
 */
export async function composeEmail(delivery: DueEmail): Promise<Email> {
  const content = await writeContent(delivery);
  return {
    from: settings().email.from,
    to: delivery.email,
    ...content,
    // Keeps email programs from threading different messages.
    headers: { ...content.headers, "X-Entity-Ref-ID": delivery.id },
  };
}

async function writeContent(delivery: DueEmail): Promise<Content> {
  if (delivery.kind === "notification") return writeNotification(delivery);
  if (delivery.kind === "visitor_reply") return writeReply(delivery);
  return writeNotice(delivery);
}

function writeNotification({ message }: DueEmail): Content {
  if (!message) throw new Error("a notification has no submission");
  const content = toNotificationContent(message, settings().baseUrl);
  return {
    replyTo: content.replyTo,
    subject: content.subject,
    html: toNotificationHtml(content),
    text: toNotificationText(content),
    headers: GENERATED,
  };
}

/** What an email that isn't a notification is composed from. */
function readData(delivery: DueEmail): unknown {
  if (!delivery.sealedData) throw new Error(`a delivery of kind ${delivery.kind} has no data`);
  return JSON.parse(decryptSecret("email_data", delivery, delivery.sealedData));
}

/** An auto-reply. Its headers keep machines from replying, and offer to unsubscribe. */
async function writeReply(delivery: DueEmail): Promise<Content> {
  const { workspaceId, email } = delivery;
  const draft = readReplyDraft(readData(delivery));
  const key = await installationKey();
  const addressHash = hashReplyAddress(key, workspaceId, email);
  const reply = composeReply(draft, optOutUrl(makeOptOutToken(key, { workspaceId, addressHash })));
  return {
    replyTo: draft.replyTo,
    subject: reply.subject,
    html: toReplyHtml(reply),
    text: toReplyText(reply),
    headers: {
      "Auto-Submitted": "auto-replied",
      "X-Auto-Response-Suppress": "All",
      Precedence: "auto_reply",
      "List-Unsubscribe": `<${reply.optOut.url}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function writeNotice(delivery: DueEmail): Content {
  const data = EmailData.parse(readData(delivery));
  const content = toNoticeContent(data, delivery.email, settings().baseUrl);
  return {
    replyTo: null,
    subject: content.subject,
    html: toNoticeHtml(content),
    text: toNoticeText(content),
    headers: GENERATED,
  };
}

/**
 * The HTML of an auto-reply, as it is sent, with a placeholder for the opt-out link. Saves and sends
 * nothing.
 */
export function previewReplyEmail(draft: { subject: string; message: string }): string {
  return toReplyHtml(previewReply(draft));
}
