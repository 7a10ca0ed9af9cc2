import { render } from "@react-email/components";
import { createElement } from "react";
import type { Mail } from "#lib/clients/mailer-request";
import { decryptSecret } from "#lib/core/secrets";
import { settings } from "#lib/core/settings";
import { NoticeEmail } from "#lib/notifications/emails/notice.tsx";
import { NotificationEmail } from "#lib/notifications/emails/notification.tsx";
import type { DueDelivery } from "#lib/notifications/find-delivery";
import type { MessageRow } from "#lib/notifications/find-message";
import { toNoticeContent, toNoticeText } from "#lib/notifications/notice-content";
import { toNotificationContent, toNotificationText } from "#lib/notifications/notification-content";
import { EmailData } from "#lib/outbox/schema";

type Letter = Pick<Mail, "replyTo" | "subject" | "html" | "text">;

/**
 * Puts a mail together, once per try-series. React stands behind it: only the job routes come here.
 *
 * @param message - the message that the mail is about, null for mails about something else
 * @throws when what the delivery holds cannot be read
 */
export async function composeMail(
  delivery: DueDelivery,
  message: MessageRow | null,
): Promise<Mail> {
  const letter =
    delivery.kind === "notification"
      ? await writeNotification(message)
      : await writeNotice(delivery);
  return {
    from: settings().email.from,
    to: delivery.email,
    ...letter,
    headers: {
      // No out-of-office note answers a machine (RFC 3834), and no two messages form one thread.
      "Auto-Submitted": "auto-generated",
      "X-Entity-Ref-ID": delivery.id,
    },
  };
}

async function writeNotification(message: MessageRow | null): Promise<Letter> {
  if (!message) throw new Error("a notification without a message");
  const content = toNotificationContent(message, settings().baseUrl);
  return {
    replyTo: content.replyTo,
    subject: content.subject,
    html: await render(createElement(NotificationEmail, content)),
    text: toNotificationText(content),
  };
}

async function writeNotice(delivery: DueDelivery): Promise<Letter> {
  if (!delivery.sealedData) throw new Error(`a delivery of kind ${delivery.kind} has no data`);
  const data = EmailData.parse(JSON.parse(decryptSecret(delivery.sealedData)));
  const content = toNoticeContent(data, delivery.email, settings().baseUrl);
  return {
    replyTo: null,
    subject: content.subject,
    html: await render(createElement(NoticeEmail, content)),
    text: toNoticeText(content),
  };
}
