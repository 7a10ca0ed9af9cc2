import { readFileSync } from "node:fs";
import { join } from "node:path";
import { html, type Markup } from "#lib/core/html";
import type { ChatKind } from "#lib/domain/endpoints/chats/kinds";
import { ROOT } from "#server/start/checkout";
import { DISCORD_CSS, drawDiscord } from "#tests/support/chat-drawings/discord";
import { drawSlack, SLACK_CSS } from "#tests/support/chat-drawings/slack";
import { drawTeams, TEAMS_CSS } from "#tests/support/chat-drawings/teams";
import { drawTelegram, TELEGRAM_CSS } from "#tests/support/chat-drawings/telegram";

type Drawing = { draw: (body: string) => Markup; css: string; sender: string };

const DRAWINGS: Readonly<Record<ChatKind, Drawing>> = {
  slack: { draw: drawSlack, css: SLACK_CSS, sender: "Form Intake" },
  discord: { draw: drawDiscord, css: DISCORD_CSS, sender: "Form Intake" },
  // A workflow posts as itself.
  teams: { draw: drawTeams, css: TEAMS_CSS, sender: "Workflows" },
  telegram: { draw: drawTelegram, css: TELEGRAM_CSS, sender: "Form Intake" },
};

/** In place of the services' own fonts, which aren't free. */
function fontFace(family: string, file: string): string {
  const font = readFileSync(join(ROOT, "node_modules/geist/dist/fonts", file));
  return `@font-face { font-family: "${family}"; src: url(data:font/woff2;base64,${font.toString("base64")}); font-weight: 100 900 }`;
}

const CSS = `
${fontFace("Geist", "geist-sans/Geist-Variable.woff2")}
${fontFace("Geist Mono", "geist-mono/GeistMono-Variable.woff2")}
body { margin: 0; background: var(--back); color: var(--ink); color-scheme: light dark }
.message { display: flex; align-items: start; gap: 10px; padding: 16px; width: 520px; box-sizing: border-box }
.message > div { min-width: 0; flex: 1 }
.app { background: #2d4fb8; flex: none }
.sender { display: flex; align-items: center; gap: 6px }
.sender time { color: var(--quiet); font-size: 12px }
article { overflow-wrap: anywhere }
article :is(p, h1, h3) { white-space: pre-wrap; unicode-bidi: plaintext }
a { color: var(--link); text-decoration: none }
mark { background: #f6d87b; color: #000 }
`;

const ICON = html`<svg class="app" viewBox="0 0 32 32" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M16 8v9M12 13l4 4 4-4"/><path d="M8 19v5h16v-5"/></svg>`;

/**
 * Draws the request body that a service gets as the service would show it, light or dark as the browser
 * prefers: the parts that we send, by the service's documentation. `mark` is what the service makes of
 * text on its own, such as mentions.
 */
export function drawChat(kind: ChatKind, body: string): string {
  const { draw, css, sender } = DRAWINGS[kind];
  return `<!doctype html><html lang="en"><title>${kind}</title><style>${CSS}${css}</style>${html`<main class="message">
    ${ICON}
    <div>
      <header class="sender"><b>${sender}</b><span class="badge">APP</span><time>10:24 AM</time></header>
      ${draw(body)}
    </div>
  </main>`}</html>`;
}
