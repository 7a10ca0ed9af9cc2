import { html, type Markup } from "#lib/core/html";
import type { AutoReply } from "#lib/domain/emails/auto-reply/compose-reply";
import type { ConfirmationEmail } from "#lib/domain/emails/auto-reply/confirmation";
import {
  callToAction,
  columns,
  isolatedLines,
  label,
  layOut,
  link,
  paragraph,
  STYLES,
  smallPrint,
  title,
  verbatim,
} from "#lib/domain/emails/html/layout";
import type { Letterhead } from "#lib/domain/emails/html/letterhead";
import { type EmailField, LEFT_EMPTY } from "#lib/domain/emails/message-text";
import type { NoticeContent } from "#lib/domain/emails/notice-text";
import {
  CONTEXT_TITLE,
  contextText,
  type NotificationContent,
} from "#lib/domain/emails/notification-content";

/** Browsers also send empty fields: without a placeholder, it would look as if the value was missing. */
const EMPTY = html`<p class="muted" style="${STYLES.empty}">${LEFT_EMPTY}</p>`;

function field({ label: name, values }: EmailField): Markup {
  return html`<div>${label(name)}${values.map((text) => (text === "" ? EMPTY : verbatim(text)))}</div>`;
}

function row({ label: name, values }: EmailField) {
  const content = values.map((text) =>
    text === "" ? EMPTY : html`<p class="text" style="${STYLES.value}">${isolatedLines(text)}</p>`,
  );
  return { name, content };
}

/**
 * Notifies a recipient of a new message. Everything a visitor typed is shown as text, even addresses: a stranger's link
 * in our email would look like ours, and most programs turn addresses into links anyway.
 */
export function toNotificationHtml(content: NotificationContent): string {
  const { body, fields, files } = content;
  return layOut({
    subject: content.subject,
    preview: content.preview,
    footer: content.reason,
    content: [
      title(content.title),
      content.address && smallPrint(content.address),
      smallPrint(`${content.formName} · ${content.receivedAt}`),
      content.suspicion && smallPrint(content.suspicion),
      body && [label(body.label ?? ""), body.values.map(verbatim)],
      fields.length > 0 && columns(fields.map(row)),
      content.isCut && smallPrint(content.cutNote),
      content.context.length > 0 && [
        label(CONTEXT_TITLE),
        content.context.map((line) => verbatim(contextText(line))),
      ],
      files.length > 0 && [
        label("Files"),
        files.map(
          ({ name, size }) =>
            html`<p class="text" style="${STYLES.value}">${isolatedLines(name)} (${size})</p>`,
        ),
        smallPrint(content.filesNote),
      ],
      html`<hr class="rule" style="${STYLES.rule}">`,
      smallPrint(content.replyNote),
      callToAction(
        content.link,
        "Open message",
        content.spamLink ? { url: content.spamLink, text: "Mark as spam" } : null,
      ),
    ],
  });
}

/** Renders a short email with one action: confirm an address, set a password, view usage. */
export function toNoticeHtml(content: NoticeContent): string {
  const { subject } = content;
  return layOut({
    subject,
    preview: content.paragraphs[0] ?? subject,
    footer: content.reason,
    content: [
      title(content.title ?? subject),
      content.paragraphs.map(paragraph),
      callToAction(content.action.href, content.action.label),
      content.notes?.map(smallPrint),
    ],
  });
}

/** Renders the auto-reply: the owner's text, the repeated fields, and an unsubscribe link below. */
export function toReplyHtml(reply: AutoReply, letterhead?: Letterhead): string {
  const { subject, message, repeated, language, reason, optOut } = reply;
  return layOut({
    subject,
    preview: message,
    language,
    letterhead,
    footer: [reason, html`<br>`, link(optOut.url, optOut.label, letterhead)],
    content: [
      verbatim(message),
      repeated && [
        html`<hr class="rule" style="${STYLES.rule}">`,
        html`<h2 class="text" style="${STYLES.part}">${repeated.title}</h2>`,
        repeated.fields.map(field),
      ],
    ],
  });
}

/** Asks a visitor to confirm their message, in their language. */
export function toConfirmationHtml(email: ConfirmationEmail, letterhead?: Letterhead): string {
  const { subject, text, about, button, url, ignore, unsubscribe, optOutUrl, language } = email;
  return layOut({
    subject,
    preview: text,
    language,
    letterhead,
    footer: link(optOutUrl, unsubscribe, letterhead),
    content: [
      title(subject),
      paragraph(text),
      about.map(verbatim),
      callToAction(url, button, null, letterhead),
      label(ignore),
    ],
  });
}
