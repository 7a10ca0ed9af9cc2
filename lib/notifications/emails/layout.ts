import { html, type Markup, type Slot } from "#lib/core/html";
import { STYLE_SHEET, STYLES } from "#lib/notifications/emails/theme";

/** Keeps the rest of the email out of the preview in message lists. */
const PREVIEW_FILL = "\u034f\u200c\u00a0".repeat(100);

/** One cell in tables, the only layout that every email program knows. */
function box(className: string, style: string, content: Slot): Markup {
  return html`<table role="presentation" width="100%" align="center" border="0" cellpadding="0" cellspacing="0" class="${className}" style="${style};border-collapse:separate"><tbody><tr><td>${content}</td></tr></tbody></table>`;
}

/** The frame of every email: a card, and below it the reason for the email. */
export function layOut(email: {
  subject: string;
  preview: string;
  footer: Slot;
  content: Slot;
}): string {
  const card = box("card", STYLES.card, email.content);
  const footer = html`<p class="muted footer" style="${STYLES.footer}">${email.footer}</p>`;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${email.subject}</title>
${STYLE_SHEET}
</head>
<body class="page" style="${STYLES.page}">
<div style="${STYLES.hidden}">${email.preview}${PREVIEW_FILL}</div>
${box("page", STYLES.page, box("frame", STYLES.frame, [card, footer]))}
</body>
</html>`;
  return page.toString();
}

export function title(text: string): Markup {
  return html`<h1 class="text" dir="auto" style="${STYLES.heading}">${text}</h1>`;
}

export function paragraph(text: string): Markup {
  return html`<p class="text" style="${STYLES.text}">${text}</p>`;
}

export function note(text: string): Markup {
  return html`<p class="muted" style="${STYLES.note}">${text}</p>`;
}

export function label(text: string): Markup {
  return html`<p class="muted" dir="auto" style="${STYLES.label}">${text}</p>`;
}

export function link(url: string): Markup {
  return html`<a class="link" href="${url}" style="${STYLES.link}">${url}</a>`;
}

/** A button, and the same link to read and copy. */
export function callToAction(url: string, text: string): Markup {
  return html`<div style="margin-top:24px"><a class="button" href="${url}" style="${STYLES.button}">${text}</a></div>
<p class="muted" style="${STYLES.linkNote}">Or open this link: ${link(url)}</p>`;
}

/** Untrusted text: never markup, with its line breaks and its own direction. */
export function verbatim(text: string): Markup {
  const lines = text.split("\n").map((line, index) => (index === 0 ? line : [html`<br>`, line]));
  return html`<p class="text" dir="auto" style="${STYLES.value}">${lines}</p>`;
}
