import {
  type ChatMessage,
  cutEscaped,
  fitChatFields,
  MORE_FIELDS,
} from "#lib/domain/endpoints/chats/chat-message";

/** Discord's limits for an embed: 25 fields, and 6,000 characters in total. */
const SHOWN_FIELDS = 25;
const MAX_TITLE = 256;
const MAX_LABEL = 256;
const MAX_VALUE = 1_024;
const MAX_DESCRIPTION = 1_000;
const MAX_ALL_FIELDS = 4_400;
/** Shorter fields share a row of up to three, because they fit in a third of it. */
const MAX_INLINE = 24;
/** The color of the bar on the left: the product's blue. */
const COLOR = 0x2d4fb8;

/** A backslash before punctuation makes Discord show it. A mention needs its `@` and `#`, a link its `:`. */
const escapeMarkdown = (character: string) =>
  /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character;

/** Formats the body of a Discord webhook: one embed, without mentions. */
export function formatDiscord(message: ChatMessage): object {
  const { title, text, link } = message;
  const { taken, isCut } = fitChatFields(
    message,
    { count: SHOWN_FIELDS, size: MAX_ALL_FIELDS },
    ({ label, value }) => ({
      name: cutEscaped(label, MAX_LABEL, escapeMarkdown),
      value: cutEscaped(value, MAX_VALUE, escapeMarkdown),
      inline: value.length <= MAX_INLINE && !value.includes("\n"),
    }),
    ({ name, value }) => name.length + value.length,
  );
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cutEscaped(title, MAX_TITLE, escapeMarkdown),
        url: link.url,
        color: COLOR,
        description: cutEscaped(text, MAX_DESCRIPTION, escapeMarkdown),
        fields: taken,
        ...(isCut ? { footer: { text: MORE_FIELDS } } : {}),
      },
    ],
  };
}
