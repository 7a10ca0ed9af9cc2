import { html, type Markup, type Slot } from "#lib/core/html";
import { TelegramPayload } from "#tests/support/twins/chat-payloads";

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
};
const decode = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);

/**
 * What Telegram makes of text outside code and links on its own: addresses, mentions, hashtags, cashtags,
 * commands, phone and card numbers. core.telegram.org/bots/api#messageentity
 */
const DETECTED =
  /\b[a-z][a-z0-9+.-]*:\/\/\S+|[\w.+-]+@[\w-]+\.[\w.-]+|(?:[\w-]+\.)+[a-z]{2,}\b|@\w+|#[\p{L}\p{N}_]+|\$[A-Z]{3,8}\b|\/[a-z0-9_]+|\+?\d[\d ()-]{6,}\d/giu;

function drawText(text: string): Markup {
  const shown = decode(text);
  const parts: Slot[] = [];
  let at = 0;
  for (const { 0: found, index } of shown.matchAll(DETECTED)) {
    parts.push(shown.slice(at, index), html`<mark>${found}</mark>`);
    at = index + found.length;
  }
  return html`${parts}${shown.slice(at)}`;
}

const PARTS = /<b>([^<]*)<\/b>|<code>([^<]*)<\/code>|<a href="([^"]*)">([^<]*)<\/a>/g;

/** Draws a message in Telegram's HTML. Its tags can't be nested here: we send none that are. */
export function drawTelegram(body: string): Markup {
  const { text } = TelegramPayload.parse(JSON.parse(body));
  const parts: Slot[] = [];
  let at = 0;
  for (const { 0: all, 1: bold, 2: code, 3: href, 4: label = "", index } of text.matchAll(PARTS)) {
    parts.push(drawText(text.slice(at, index)));
    if (bold !== undefined) parts.push(html`<b>${drawText(bold)}</b>`);
    else if (code !== undefined) parts.push(html`<code>${decode(code)}</code>`);
    else parts.push(html`<a href="${decode(href ?? "")}">${decode(label)}</a>`);
    at = index + all.length;
  }
  return html`<article><p>${parts}${drawText(text.slice(at))}</p></article>`;
}

export const TELEGRAM_CSS = `
:root { --back: #c5dab8; --ink: #000; --quiet: #6d8f6a; --link: #3a8cc1; --bubble: #fff; --code: #a7404b }
@media (prefers-color-scheme: dark) {
  :root { --back: #0e1621; --ink: #f5f5f5; --quiet: #6d7f8f; --link: #6ab3f3; --bubble: #182533; --code: #7fb3e0 }
}
body { font: 14px/1.45 Geist, sans-serif }
.app { border-radius: 50%; width: 34px; height: 34px; align-self: end }
.message > div { background: var(--bubble); border-radius: 12px 12px 12px 4px; padding: 7px 12px 9px; max-width: 400px; flex: none; min-width: 0; box-sizing: border-box }
.sender b { font-weight: 600; color: var(--link) }
.sender time { margin-left: auto }
.badge { display: none }
p { margin: 0 }
code { font: 13px/1.45 "Geist Mono", monospace; color: var(--code) }
`;
