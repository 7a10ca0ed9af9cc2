import { html, type Markup } from "#lib/core/html";
import { SlackPayload } from "#tests/support/twins/chat-payloads";

type RichText = Extract<SlackPayload["blocks"][number], { type: "rich_text" }>;
type Element = RichText["elements"][number]["elements"][number];

/** An element shows its text character by character: mrkdwn, mentions, and addresses are only read in `mrkdwn` objects. */
function drawElement(element: Element): Markup {
  if (element.type === "link") return html`<a href="${element.url}">${element.text}</a>`;
  return element.style?.bold ? html`<b>${element.text}</b>` : html`${element.text}`;
}

function drawBlock(block: SlackPayload["blocks"][number]): Markup {
  if (block.type === "header") return html`<h1>${block.text.text}</h1>`;
  return html`${block.elements.map(({ elements }) => html`<p>${elements.map(drawElement)}</p>`)}`;
}

/** Draws the blocks of an incoming webhook. docs.slack.dev/reference/block-kit/blocks */
export function drawSlack(body: string): Markup {
  const { blocks } = SlackPayload.parse(JSON.parse(body));
  return html`<article>${blocks.map(drawBlock)}</article>`;
}

export const SLACK_CSS = `
:root { --back: #fff; --ink: #1d1c1d; --quiet: #616061; --badge: #dddddd; --link: #1264a3 }
@media (prefers-color-scheme: dark) {
  :root { --back: #1a1d21; --ink: #d1d2d3; --quiet: #ababad; --badge: #35373b; --link: #1d9bd1 }
}
body { font: 15px/1.47 Geist, sans-serif }
.app { border-radius: 8px; width: 36px; height: 36px }
.sender b { font-weight: 900 }
.badge { background: var(--badge); color: var(--quiet); border-radius: 2px; padding: 1px 3px; font-size: 10px }
h1 { font-size: 18px; line-height: 1.33; font-weight: 900; margin: 4px 0 8px }
p { margin: 0 0 8px }
`;
