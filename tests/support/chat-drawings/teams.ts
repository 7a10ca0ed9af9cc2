import { html, type Markup } from "#lib/core/html";
import { TeamsPayload } from "#tests/support/twins/chat-payloads";

type Card = TeamsPayload["attachments"][number]["content"];
type TextRun = Card["body"][number]["inlines"][number];

/** A text run shows its text as it is. Only text blocks and facts read Markdown. */
function drawRun({ text, weight = "Default", size = "Default" }: TextRun): Markup {
  return html`<span class="${weight} ${size}">${text}</span>`;
}

/** Draws a workflow's card. See adaptivecards.io/explorer and learn.microsoft.com/microsoftteams/platform */
export function drawTeams(body: string): Markup {
  const { attachments } = TeamsPayload.parse(JSON.parse(body));
  return html`<article>${attachments.map(
    ({ content }) => html`<div class="card">
      ${content.body.map(({ inlines, spacing = "Default" }) => html`<p class="${spacing}">${inlines.map(drawRun)}</p>`)}
      ${content.actions.map(({ title, url }) => html`<a class="action" href="${url}">${title}</a>`)}
    </div>`,
  )}</article>`;
}

export const TEAMS_CSS = `
:root { --back: #f5f5f5; --ink: #242424; --quiet: #616161; --badge: #e0e0e0; --link: #5b5fc7; --card: #fff; --edge: #d1d1d1 }
@media (prefers-color-scheme: dark) {
  :root { --back: #1f1f1f; --ink: #fff; --quiet: #adadad; --badge: #3d3d3d; --link: #9299f7; --card: #292929; --edge: #525252 }
}
body { font: 14px/20px Geist, sans-serif }
/* A workflow has its own picture, too. */
.app { border-radius: 50%; width: 32px; height: 32px; background: #5b5fc7 }
.app path { display: none }
.sender b { font-weight: 600; font-size: 12px }
.badge { display: none }
.card { background: var(--card); border-radius: 6px; padding: 14px 16px; margin-top: 4px; box-shadow: 0 0 1px rgb(0 0 0 / 30%), 0 1px 2px rgb(0 0 0 / 14%) }
.card p { margin: 8px 0 0 }
.card p:first-child, .card p.None { margin: 0 }
.Bolder { font-weight: 600 }
.Large { font-size: 17px; line-height: 24px }
.action { display: inline-block; border: 1px solid var(--edge); border-radius: 4px; padding: 5px 12px; margin-top: 16px; font-weight: 600; color: var(--ink); text-decoration: none }
`;
