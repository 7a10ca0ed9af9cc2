import type { Email } from "#lib/clients/email";
import { settings } from "#lib/core/settings";
import { toNoticeHtml } from "#lib/notifications/emails/write-html";
import { toNoticeText } from "#lib/notifications/notice-text";

/** The email that shows an operator whether email works. */
export function composeTestEmail(to: string): Email {
  const content = {
    subject: "Test email from Form Intake",
    title: "Email works",
    paragraphs: ["If you can read this, this service can send emails to you."],
    action: { label: "Open the status page", href: `${settings().baseUrl}/operator` },
    notes: [],
    reason: "You’re receiving this because you asked for it on the status page.",
  };
  return {
    from: settings().email.from,
    to,
    replyTo: null,
    subject: content.subject,
    headers: { "Auto-Submitted": "auto-generated" },
    html: toNoticeHtml(content),
    text: toNoticeText(content),
  };
}
