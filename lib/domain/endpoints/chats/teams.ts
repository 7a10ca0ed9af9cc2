import {
  type ChatMessage,
  cutEscaped,
  fitChatFields,
  MORE_FIELDS,
} from "#lib/domain/endpoints/chats/chat-message";

const SHOWN_FIELDS = 100;
const MAX_TITLE = 200;
const MAX_VALUE = 10_000;
/** Teams accepts 28 KB in total. */
const MAX_FIELD_BYTES = 24_000;

type TextRun = { text: string; weight?: string; size?: string };

/** Text runs are shown literally, unlike text blocks, which are parsed as Markdown. */
function textRun(run: TextRun) {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", ...run }] };
}

/** Formats the body of a Teams workflow: a message with an adaptive card. */
export function formatTeams(message: ChatMessage): object {
  const { title, text, link } = message;
  const { taken, isCut } = fitChatFields(
    message,
    { count: SHOWN_FIELDS, size: MAX_FIELD_BYTES },
    // On Android, a run loses the line break at its end, so that a label needs a block of its own.
    ({ label, value }) => [
      textRun({ text: cutEscaped(label, MAX_TITLE), weight: "Bolder" }),
      { ...textRun({ text: cutEscaped(value, MAX_VALUE) }), spacing: "None" },
    ],
    (field) => Buffer.byteLength(JSON.stringify(field)),
  );
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      textRun({ text: cutEscaped(title, MAX_TITLE), weight: "Bolder", size: "Large" }),
      textRun({ text: cutEscaped(text, MAX_TITLE) }),
      ...taken.flat(),
      ...(isCut ? [textRun({ text: MORE_FIELDS })] : []),
    ],
    actions: [{ type: "Action.OpenUrl", title: link.label, url: link.url }],
  };
  return {
    type: "message",
    attachments: [
      { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content },
    ],
  };
}
