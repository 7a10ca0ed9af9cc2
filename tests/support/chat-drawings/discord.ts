import { html, type Markup, type Slot } from "#lib/core/html";
import { DiscordPayload } from "#tests/support/twins/chat-payloads";

type Rule = { pattern: RegExp; draw: (match: RegExpExecArray) => Slot; isBlock?: true };
type Embed = DiscordPayload["embeds"][number];

const rule = (pattern: RegExp, draw: Rule["draw"]): Rule => ({ pattern, draw });
const block = (pattern: RegExp, draw: Rule["draw"]): Rule => ({ pattern, draw, isBlock: true });
const mention = ([all]: RegExpExecArray) => html`<mark>${all}</mark>`;
const link = (text: Slot, url = "") => html`<a href="${url}">${text}</a>`;

/**
 * Discord's Markdown, the first rule that matches at a place. Sources: discord.com/developers/docs/reference,
 * and "Markdown Text 101" of its help center.
 */
const RULES: readonly Rule[] = [
  block(/#{1,3} +(.+)/y, ([, text = ""]) => html`<h2>${drawMarkdown(text)}</h2>`),
  block(/-# +(.+)/y, ([, text = ""]) => html`<small>${drawMarkdown(text)}</small>`),
  block(/>>> ([\s\S]+)|> (.+)/y, ([, all, line]) => {
    return html`<blockquote>${drawMarkdown(all ?? line ?? "")}</blockquote>`;
  }),
  block(/ *(?:[-*]|\d+\.) +(.+)/y, ([, text = ""]) => html`<li>${drawMarkdown(text)}</li>`),
  rule(/```([\s\S]*?)```/y, ([, code]) => html`<pre>${code}</pre>`),
  rule(/\\([^0-9A-Za-z\s])/y, ([, character]) => character),
  rule(/<(https?:\/\/[^\s>]+)>/y, ([, url]) => link(url, url)),
  rule(/\[([^\]]+)\]\((\w+:[^\s)]+)\)/y, ([, text = "", url]) => link(drawMarkdown(text), url)),
  rule(/https?:\/\/[^\s<]+/y, ([url]) => link(url, url)),
  rule(/(`+)([\s\S]*?[^`])\1(?!`)/y, ([, , code]) => html`<code>${code}</code>`),
  rule(/@everyone|@here|<@[!&]?\d+>|<#\d+>|<id:\w+>|<\/[\w -]+:\d+>/y, mention),
  rule(/<a?:\w+:\d+>|<t:-?\d+(?::\w)?>|:[\w+-]+:/y, mention),
  rule(/\*\*([\s\S]+?)\*\*(?!\*)/y, ([, text = ""]) => html`<b>${drawMarkdown(text)}</b>`),
  rule(/__([\s\S]+?)__(?!_)/y, ([, text = ""]) => html`<u>${drawMarkdown(text)}</u>`),
  rule(/\*(?!\s)([\s\S]+?)\*|_([\s\S]+?)_(?!\w)/y, ([, star, line]) => {
    return html`<i>${drawMarkdown(star ?? line ?? "")}</i>`;
  }),
  rule(/~~([\s\S]+?)~~/y, ([, text = ""]) => html`<s>${drawMarkdown(text)}</s>`),
  rule(/\|\|([\s\S]+?)\|\|/y, ([, text = ""]) => html`<mark>${drawMarkdown(text)}</mark>`),
];

function drawMarkdown(text: string): Markup {
  const parts: Slot[] = [];
  let at = 0;
  while (at < text.length) {
    const isLineStart = at === 0 || text[at - 1] === "\n";
    const found = RULES.filter(({ isBlock }) => isLineStart || !isBlock)
      .map(({ pattern, draw }) => {
        pattern.lastIndex = at;
        return { match: pattern.exec(text), draw };
      })
      .find(({ match }) => match !== null);
    const drawn = found?.match ? found.draw(found.match) : text[at];
    parts.push(drawn);
    at += found?.match?.[0].length ?? 1;
  }
  return html`${parts}`;
}

const drawField = ({ name, value, inline }: Embed["fields"][number]) =>
  html`<div class="field${inline ? " inline" : ""}"><h3>${drawMarkdown(name)}</h3><p>${drawMarkdown(value)}</p></div>`;

/** Up to three fields that are inline share a row. */
function rowsOf(fields: Embed["fields"]): Embed["fields"][] {
  const rows: Embed["fields"][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    const fits = field.inline && last?.[0]?.inline && last.length < 3;
    if (fits) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

function drawEmbed({ title, url, description, fields, footer, color }: Embed): Markup {
  const bar = `#${(color ?? 0).toString(16).padStart(6, "0")}`;
  return html`<div class="embed" style="border-color: ${bar}">
    <h1><a href="${url}">${drawMarkdown(title)}</a></h1>
    ${description === undefined ? null : html`<p>${drawMarkdown(description)}</p>`}
    ${rowsOf(fields).map((row) => html`<div class="fields">${row.map(drawField)}</div>`)}
    ${footer ? html`<footer>${footer.text}</footer>` : null}
  </div>`;
}

/** Draws the embed of a webhook. docs.discord.com/developers/resources/message#embed-object */
export function drawDiscord(body: string): Markup {
  const { embeds } = DiscordPayload.parse(JSON.parse(body));
  return html`<article>${embeds.map(drawEmbed)}</article>`;
}

export const DISCORD_CSS = `
:root { --back: #fff; --ink: #2e3338; --quiet: #5c5e66; --badge: #5865f2; --link: #006ce7; --embed: #f2f3f5 }
@media (prefers-color-scheme: dark) {
  :root { --back: #313338; --ink: #dbdee1; --quiet: #949ba4; --link: #00a8fc; --embed: #2b2d31 }
}
body { font: 15px/1.375 Geist, sans-serif }
.app { border-radius: 50%; width: 40px; height: 40px }
.sender b { font-weight: 500 }
.badge { background: var(--badge); color: #fff; border-radius: 3px; padding: 1px 4px; font-size: 10px; font-weight: 500 }
.embed { background: var(--embed); border-left: 4px solid; border-radius: 4px; padding: 8px 16px 16px 12px; max-width: 432px; box-sizing: border-box; margin-top: 4px; font-size: 14px; line-height: 18px }
h1 { font-size: 15px; line-height: 20px; font-weight: 600; margin: 8px 0 0 }
.embed p { margin: 8px 0 0 }
.fields { display: flex; gap: 8px; margin-top: 8px }
.field { flex: 1; min-width: 0 }
.field h3 { font-size: 14px; font-weight: 600; margin: 0 0 2px }
.field p { margin: 0 }
footer { font-size: 12px; line-height: 16px; margin-top: 8px; font-weight: 500 }
`;
