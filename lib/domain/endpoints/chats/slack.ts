import {
  type ChatMessage,
  cutEscaped,
  fitChatFields,
  MORE_FIELDS,
} from "#lib/domain/endpoints/chats/chat-message";

/** Slack's limits: 50 blocks, 150 characters in a header, 3,000 in a text. */
const SHOWN_FIELDS = 45;
const MAX_HEADER = 150;
const MAX_LABEL = 200;
const MAX_VALUE = 2_700;
/** Slack's documented limit is 12,000 characters for all text of a message in one format. */
const MAX_TEXT = 11_000;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeText = (character: string) => ENTITIES[character] ?? character;

/** Shows elements of the type `text` literally, without markup, mentions, or links. */
const richText = (elements: readonly object[]) => ({
  type: "rich_text",
  elements: [{ type: "rich_text_section", elements }],
});
const plain = (text: string) => ({ type: "text", text });
const bold = (text: string) => ({ type: "text", text, style: { bold: true } });

/** Formats the body of a Slack incoming webhook, in Block Kit. */
export function formatSlack(message: ChatMessage): object {
  const { title, text, link } = message;
  const { taken, isCut } = fitChatFields(
    message,
    { count: SHOWN_FIELDS, size: MAX_TEXT },
    (field) => ({
      label: cutEscaped(field.label, MAX_LABEL),
      value: cutEscaped(field.value, MAX_VALUE),
    }),
    ({ label, value }) => label.length + value.length,
  );
  return {
    // Shown in notifications. Entities are the only markup that it may contain.
    text: cutEscaped(`${title}: ${text}`, MAX_VALUE, escapeText),
    mrkdwn: false,
    parse: "none",
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      {
        type: "header",
        text: { type: "plain_text", text: cutEscaped(title, MAX_HEADER), emoji: false },
      },
      richText([plain(cutEscaped(text, MAX_VALUE))]),
      ...taken.map(({ label, value }) => richText([bold(`${label}\n`), plain(value)])),
      ...(isCut ? [richText([plain(MORE_FIELDS)])] : []),
      richText([{ type: "link", url: link.url, text: link.label }]),
    ],
  };
}
