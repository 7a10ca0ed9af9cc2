import { html, type Markup, type Slot } from "#lib/core/html";
import { settings } from "#lib/core/settings/settings";
import { directionOf } from "#lib/core/texts";
import {
  buttonColors,
  darkAccent,
  type Letterhead,
  mastheadOf,
  topEdgeOf,
} from "#lib/domain/emails/html/letterhead";
import { DARK, FONT, LIGHT } from "#lib/domain/emails/html/type-and-colors";

/** Overrides for dark mode and phones. Programs without support use the inline styles. */
const STYLE_SHEET = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: ${DARK.background} !important; }
  .card { background: ${DARK.card} !important; border-color: ${DARK.border} !important; }
  .text { color: ${DARK.foreground} !important; }
  .muted { color: ${DARK.muted} !important; }
  .rule { border-color: ${DARK.border} !important; }
  .link { color: ${DARK.primary} !important; }
  .button { background: ${DARK.primary} !important; color: ${DARK.onPrimary} !important; }
  .outline { border-color: ${DARK.border} !important; color: ${DARK.foreground} !important; }
  .blue { background: ${DARK.primary} !important; }
  .red { background: ${DARK.stamp} !important; }
}
@media (max-width: 600px) {
  .frame { padding: 12px 0 !important; }
  .footer { padding: 16px 20px 0 !important; }
  .card { border-left: 0 !important; border-right: 0 !important; padding: 24px 20px !important; }
}
</style>`;

/** Breaks anywhere, because a long word would make the email wider than the screen. */
const TEXT = `${FONT};font-size:15px;line-height:24px;margin:0;overflow-wrap:anywhere;color:${LIGHT.foreground}`;
const SMALL = `${TEXT};font-size:13px;line-height:20px;color:${LIGHT.muted}`;

/** Inline styles; a later property overrides an earlier one. */
export const STYLES = {
  page: `background:${LIGHT.background};margin:0;padding:0`,
  hidden: "display:none;overflow:hidden;line-height:1px;opacity:0;max-height:0;max-width:0",
  frame: "max-width:560px;margin:0 auto;padding:40px 12px",
  card: `background:${LIGHT.card};border:1px solid ${LIGHT.border};border-top:0;padding:32px`,
  heading: `${TEXT};font-size:20px;line-height:28px;font-weight:600`,
  part: `${TEXT};font-weight:600`,
  text: `${TEXT};margin-top:16px`,
  value: `${TEXT};white-space:pre-wrap`,
  columns: "margin-top:16px;border-collapse:collapse;table-layout:fixed",
  cell: "padding:4px 0",
  name: `${SMALL};line-height:24px`,
  empty: `${TEXT};color:${LIGHT.muted};font-style:italic`,
  note: `${SMALL};margin-top:8px`,
  label: `${SMALL};margin-top:20px`,
  letter: `background:${LIGHT.card};margin:0;padding:16px`,
  quote: `border-left:2px solid ${LIGHT.border};margin:8px 0 0;padding:0 0 0 12px`,
  rule: `border:0;border-top:1px solid ${LIGHT.border};margin:28px 0 20px`,
  link: `text-decoration:underline;overflow-wrap:anywhere`,
  button: `display:inline-block;${FONT};font-size:15px;font-weight:600;line-height:24px;text-decoration:none;border-radius:8px;padding:10px 20px`,
  outline: `display:inline-block;${FONT};font-size:15px;font-weight:600;line-height:24px;text-decoration:none;border:1px solid ${LIGHT.border};border-radius:8px;color:${LIGHT.foreground};padding:9px 19px`,
  footer: `${SMALL};font-size:12px;line-height:18px;padding:20px 32px 0`,
} as const;

/** Keeps the rest of the email out of the preview in message lists. */
const PREVIEW_FILL = "\u034f\u200c\u00a0".repeat(100);

/** Renders one cell in tables, the only layout that every email program supports. */
function box(className: string, style: string, content: Slot): Markup {
  return html`<table role="presentation" width="100%" align="center" border="0" cellpadding="0" cellspacing="0" class="${className}" style="${style};border-collapse:separate"><tbody><tr><td>${content}</td></tr></tbody></table>`;
}

/** Lays out an email: a card, and below it the reason for the email. */
export function layOut(email: {
  subject: string;
  preview: string;
  footer: Slot;
  content: Slot;
  /** English by default. */
  language?: string;
  /** The owner's letterhead; ours if it's left out. */
  letterhead?: Letterhead | undefined;
}): string {
  const { letterhead } = email;
  const edge = topEdgeOf(letterhead);
  const style = edge === null ? `${STYLES.card};border-top:1px solid ${LIGHT.border}` : STYLES.card;
  const card = box("card", style, [letterhead && mastheadOf(letterhead), email.content]);
  const { name, url } = settings().brand;
  const brand = url !== null && [html`<br>`, link(url, name)];
  const footer = html`<p class="muted footer" style="${STYLES.footer}">${email.footer}${brand}</p>`;
  return writeDocument({
    ...email,
    className: "page",
    style: STYLES.page,
    body: html`<div style="${STYLES.hidden}">${email.preview}${PREVIEW_FILL}</div>
${box("page", STYLES.page, box("frame", STYLES.frame, [edge, card, footer]))}`,
  });
}

/** Lays out an email from a person, without a frame. */
export function layOutPlain({
  content,
  ...email
}: {
  subject: string;
  language: string;
  content: Slot;
}) {
  return writeDocument({ ...email, className: "card", style: STYLES.letter, body: content });
}

type Page = {
  subject: string;
  language?: string;
  letterhead?: Letterhead | undefined;
  className: string;
  style: string;
  body: Slot;
};

function writeDocument(page: Page): string {
  const { subject, language = "en", letterhead, className, style, body } = page;
  const direction = directionOf(language) === "rtl" && html` dir="rtl"`;
  const document = html`<!DOCTYPE html>
<html lang="${language}"${direction}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
${STYLE_SHEET}${letterhead && darkAccent(letterhead)}
</head>
<body class="${className}"${direction} style="${style}">
${body}
</body>
</html>`;
  return document.toString();
}

export function title(text: string): Markup {
  return html`<h1 class="text" dir="auto" style="${STYLES.heading}">${text}</h1>`;
}

export function paragraph(text: string): Markup {
  return html`<p class="text" style="${STYLES.text}">${text}</p>`;
}

export function smallPrint(text: string): Markup {
  return html`<p class="muted" style="${STYLES.note}">${text}</p>`;
}

export function label(text: string): Markup {
  return html`<p class="muted" dir="auto" style="${STYLES.label}">${text}</p>`;
}

export function link(url: string, text: string, letterhead?: Letterhead): Markup {
  const style = `${STYLES.link};color:${buttonColors(letterhead).color}`;
  return html`<a class="link" href="${url}" style="${style}">${text}</a>`;
}

type Action = { url: string; text: string };

/** Renders a button, and a less prominent one beside it. */
export function callToAction(
  url: string,
  text: string,
  second?: Action | null,
  letterhead?: Letterhead,
): Markup {
  const { color, text: onColor } = buttonColors(letterhead);
  const style = `${STYLES.button};background:${color};color:${onColor}`;
  return html`<div style="margin-top:24px"><a class="button" href="${url}" style="${style}">${text}</a>${second && html`&nbsp; <a class="outline" href="${second.url}" style="${STYLES.outline}">${second.text}</a>`}</div>`;
}

/** Renders untrusted text: never as markup, with its line breaks and its own direction. */
export function verbatim(text: string): Markup {
  return html`<p class="text" dir="auto" style="${STYLES.value}">${withBreaks(text)}</p>`;
}

function withBreaks(text: string): Slot {
  return text.split("\n").map((line, index) => (index === 0 ? line : [html`<br>`, line]));
}

/** Isolates untrusted text, so that its direction moves nothing beside it. */
export function isolatedLines(text: string): Markup {
  return html`<span dir="auto">${withBreaks(text)}</span>`;
}

/**
 * Renders names and values in two columns, which begin at the side where the first name begins: in a right-to-left
 * message, the names are at the right.
 */
export function columns(rows: readonly { name: string; content: Slot }[]): Markup {
  return html`<table dir="auto" width="100%" border="0" cellpadding="0" cellspacing="0" style="${STYLES.columns}"><tbody>${rows.map(
    ({ name, content }) =>
      html`<tr><td width="32%" valign="top" style="${STYLES.cell}"><p class="muted" style="${STYLES.name}">${name}</p></td><td width="4%"></td><td valign="top" style="${STYLES.cell}">${content}</td></tr>`,
  )}</tbody></table>`;
}
