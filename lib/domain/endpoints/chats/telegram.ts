import {
  type ChatMessage,
  cutEscaped,
  fitChatFields,
  MORE_FIELDS,
} from "#lib/domain/endpoints/chats/chat-message";

/** Telegram's limits: 4,096 characters, and 100 formatted parts, two of which each field needs. */
const SHOWN_FIELDS = 45;
const MAX_TITLE = 200;
const MAX_LABEL = 200;
const MAX_VALUE = 3_000;
const MAX_ALL_FIELDS = 3_300;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const escapeHtml = (character: string) => ENTITIES[character] ?? character;

/** Telegram turns addresses, names, commands, and numbers in plain text into links. A word joiner prevents that. */
const escapeLabel = (character: string) =>
  /[@#$/.:\d]/.test(character) ? `${character}\u2060` : escapeHtml(character);

/** Text in code can't become a mention or a link, and a tap copies it. */
const inCode = (escaped: string) => `<code>${escaped}</code>`;

/** Formats the body of Telegram's `sendMessage`, in HTML. The URL contains the chat. */
export function formatTelegram(message: ChatMessage): object {
  const { title, text, link } = message;
  const { taken, isCut } = fitChatFields(
    message,
    { count: SHOWN_FIELDS, size: MAX_ALL_FIELDS },
    ({ label, value }) =>
      `<b>${cutEscaped(label, MAX_LABEL, escapeLabel)}</b>\n${inCode(cutEscaped(value, MAX_VALUE, escapeHtml))}`,
    (field) => field.length,
  );
  const href = link.url.replace(/[&<>"]/g, escapeHtml);
  const parts = [
    `<b>${cutEscaped(title, MAX_TITLE, escapeLabel)}</b>\n${cutEscaped(text, MAX_TITLE, escapeLabel)}`,
    ...taken,
    ...(isCut ? [MORE_FIELDS] : []),
    `<a href="${href}">${link.label}</a>`,
  ];
  return {
    text: parts.join("\n\n"),
    parse_mode: "HTML",
    link_preview_options: { is_disabled: true },
  };
}
