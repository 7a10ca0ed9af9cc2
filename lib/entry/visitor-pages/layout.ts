import { html, Markup, type Slot } from "#lib/core/html";
import { settings } from "#lib/core/settings/settings";
import { directionOf, isolated } from "#lib/core/texts";
import { type PageContent, UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import { WIDGET_SCRIPT } from "#lib/domain/forms/snippets/component-snippets";
import { colorStyles } from "#lib/entry/visitor-pages/colors";
import type { PageOwner } from "#lib/entry/visitor-pages/form-parts";
import { ENGLISH_TEXTS, type PageTexts } from "#lib/entry/visitor-pages/words/page-texts";

/** All styles of visitor pages except colors, matching the dashboard. */
const STYLES = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--bg);color:var(--fg);caret-color:var(--blue);
font:1rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:38rem;margin:0 auto;padding:2rem 1.25rem 2.5rem;flex:1}
.card{display:flow-root}
@media(min-width:40rem){main{padding:3.5rem 1.5rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:2.5rem 2.75rem 2.75rem;box-shadow:0 1px 2px rgb(19 24 35/4%),0 12px 32px -16px rgb(19 24 35/14%)}}
@media(max-width:21.5rem){main{padding-left:.625rem;padding-right:.625rem}}
h1{margin:0;font-size:1.625rem;line-height:1.25;font-weight:650;letter-spacing:-.017em;text-wrap:balance}
h2{margin:0;font-size:1rem;line-height:1.4;font-weight:650}
p{margin:.75rem 0 0;text-wrap:pretty}
.quiet{color:var(--muted)}
.small{font-size:.875rem;line-height:1.5}
a{color:var(--blue);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{color:var(--deep)}
form{margin-top:1.75rem}
.field{margin-top:1.25rem}
label,.label{display:block;font-size:.9375rem;font-weight:600}
.optional{font-weight:400;color:var(--muted)}
.hint,.problem{margin:.125rem 0 0;font-size:.875rem;line-height:1.45;color:var(--muted)}
.problem{color:var(--red);font-weight:500}
input,select,textarea,button{font:inherit;color:inherit}
input[type=text],input[type=email],input[type=tel],input[type=number],input[type=date],input[type=file],select,textarea{display:block;width:100%;margin-top:.375rem;padding:.625rem .75rem;background:var(--card);border:1px solid var(--edge);border-radius:8px}
textarea{min-height:9rem;max-height:32rem;line-height:1.5;resize:vertical;field-sizing:content}
input[readonly],textarea[readonly]{background:var(--tint)}
[aria-invalid=true]{border-color:var(--red)!important;box-shadow:inset 0 0 0 1px var(--red)}
input[type=file]{padding:.5rem;font-size:.9375rem;color:var(--muted)}
input::file-selector-button{font:inherit;font-weight:600;margin-inline-end:.75rem;padding:.3125rem .75rem;border:0;border-radius:6px;background:var(--tint);color:var(--fg);cursor:pointer}
.consent,.option{display:flex;gap:.625rem;align-items:flex-start;margin-top:.5rem}
.consent{margin-top:1.5rem;padding:.25rem 0}
.consent label,.option label{font-weight:400}
.consent input,.option input{flex:none;width:1.125rem;height:1.125rem;margin:.1875rem 0 0;accent-color:var(--blue)}
.option [type=radio][aria-invalid=true]{appearance:none;box-shadow:none;border:2px solid;border-radius:50%}
.option [type=radio][aria-invalid=true]:checked{background:radial-gradient(var(--red) 40%,transparent 45%)}
.fields{display:grid;gap:0 1rem}
.fields>*{min-width:0}
@media(min-width:30rem){.fields{grid-template-columns:1fr 1fr}.fields>*{grid-column:1/-1}.fields>.half{grid-column:auto;align-self:end}}
fieldset{margin:1.25rem 0 0;padding:0;border:0;min-width:0}
legend{padding:0;font-size:.9375rem;font-weight:600}
[dir=rtl] :is([type=email],[inputmode=url],[type=tel]){direction:ltr;text-align:right}
.text{white-space:pre-line}
.widget{margin-top:1.5rem;min-height:65px}
.button{display:inline-block;min-height:2.75rem;margin-top:1.75rem;padding:.625rem 1.5rem;border:0;border-radius:8px;background:var(--blue);color:var(--onblue);font-weight:600;cursor:pointer}
form.single{margin:0}
.button:hover{background:var(--deep)}
input[type=text]:hover,input[type=email]:hover,textarea:hover{border-color:var(--muted)}
@media(max-width:25rem){.button{width:100%}}
:focus-visible{outline:2px solid var(--blue);outline-offset:2px}
.alert{margin-top:1.5rem;padding:1rem 1.125rem;border:1px solid var(--redline);border-radius:8px;background:var(--redbg)}
.alert h2{color:var(--red)}
.alert p,.alert ul{margin:.25rem 0 0}
.alert ul{padding-inline-start:1.25rem}
.alert li+li{margin-top:.25rem}
.alert a{color:inherit}
.tick{display:flex;align-items:center;justify-content:center;width:3rem;height:3rem;margin-bottom:1.25rem;border-radius:50%;background:var(--greenbg);color:var(--green)}
.trap{position:absolute;inset-inline-start:-9999px;width:1px;height:1px;overflow:hidden}
footer a{color:inherit}
footer{padding:0 1.25rem 1.75rem;text-align:center;color:var(--muted);font-size:.8125rem}
`.trim();

/** Our own edge, shown on pages without an owner's brand. */
const AIRMAIL_EDGE = `
body::before{content:"";flex:none;height:.375rem;background:repeating-linear-gradient(-45deg,var(--blue) 0 .75rem,var(--bg) .75rem 1.25rem,var(--stamp) 1.25rem 2rem,var(--bg) 2rem 2.5rem)}`;
/** An edge in the owner's color. */
const PLAIN_EDGE = `
body::before{content:"";flex:none;height:.25rem;background:var(--blue)}`;
const BUSINESS_STYLES = `
.business{margin:0 0 1.25rem;font-weight:650}`;

function edgeStyles(owner: PageOwner | null): string {
  if (!owner?.isBranded) return AIRMAIL_EDGE;
  return owner.page.accent === null ? "" : PLAIN_EDGE;
}

const EMBED_STYLES = `
body{min-height:0;background:transparent}body::before{content:none}main{max-width:none;padding:.25rem}
.card{background:none;border:0;padding:0;box-shadow:none}`;

/** The height is fixed, so that nothing moves when the image arrives. */
const LOGO_STYLES = `
.logo{display:flex;align-items:center;height:3.5rem;margin-bottom:1.25rem}
.logo img{max-width:100%;max-height:100%;border-radius:2px}`;
/** Logos are made for light pages, so dark pages have a light background behind them. */
const PLATE = ".logo img{background:#fff;box-shadow:0 0 0 .25rem #fff}";
const PLATES = {
  auto: `@media(prefers-color-scheme:dark){${PLATE}}`,
  light: "",
  dark: PLATE,
} as const;

function logoStyles(theme: PageContent["theme"]): string {
  return `${LOGO_STYLES}\n${PLATES[theme]}`;
}

/** Sends the height of its content to the page around a frame, whenever it changes. */
const HEIGHT_SCRIPT = new Markup(
  `new ResizeObserver(() => {
  parent.postMessage({ formIntakeHeight: Math.ceil(document.body.getBoundingClientRect().height) }, "*");
}).observe(document.body);`,
);

type Layout = {
  /** The nonce in the Content-Security-Policy from `pageHeaders`. */
  nonce: string;
  title: string;
  content: Slot;
  /** Loads the Turnstile widget's script. */
  hasWidget?: boolean;
  /** Loads the script that solves the form's own challenge, which needs `challenge` in `pageHeaders`. */
  hasChallenge?: boolean;
  /** The form that the page belongs to. Its logo needs `logo` in `pageHeaders`. */
  form?: PageOwner | null;
  /** The language of a page without a form; English if it's left out. */
  texts?: PageTexts;
};

const SCHEMES = { auto: "light dark", light: "light", dark: "dark" } as const;

/** Renders the owner's logo, or else the name of the business, which is also the logo's description. */
function masthead({ logo, business, name }: PageOwner): Markup | null {
  if (logo) return html`<div class="logo"><img src="${logo}" alt="${business ?? name}"></div>\n`;
  return business === null ? null : html`<p class="business">${isolated(business)}</p>\n`;
}

/**
 * Renders a whole page: one column with inline styles and, except for a logo, no other requests.
 */
export function layout({
  nonce,
  title,
  content,
  hasWidget = false,
  hasChallenge = false,
  form = null,
  texts = ENGLISH_TEXTS,
}: Layout): string {
  const { language } = form?.texts ?? texts;
  const look = form?.page ?? UNSAVED_PAGE;
  const isEmbedded = form?.isEmbedded === true;
  const styles = [
    colorStyles(look),
    STYLES,
    edgeStyles(form),
    form?.logo ? logoStyles(look.theme) : "",
    form?.business && !form.logo ? BUSINESS_STYLES : "",
    isEmbedded ? EMBED_STYLES : "",
  ].join("");
  const { brand } = settings();
  return html`<!doctype html>
<html lang="${language}"${directionOf(language) === "rtl" && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${SCHEMES[look.theme]}">
<meta name="robots" content="noindex">
<title>${brand.isOwn ? `${title} · ${brand.name}` : title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${new Markup(styles)}</style>
${hasWidget && html`<script src="${WIDGET_SCRIPT}" async defer></script>`}
${hasChallenge && html`<script nonce="${nonce}" src="/challenge.js" defer></script>`}
</head>
<body>
<main>
<div class="card">
${form && masthead(form)}${content}
</div>
</main>
${
  isEmbedded
    ? html`<script nonce="${nonce}">${HEIGHT_SCRIPT}</script>`
    : html`<footer>${brand.url === null ? brand.name : html`<a href="${brand.url}" rel="noopener">${brand.name}</a>`}</footer>`
}
</body>
</html>
`.toString();
}
