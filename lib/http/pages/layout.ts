import { html, Markup, type Slot } from "#lib/http/pages/html";
import { STYLES } from "#lib/http/pages/styles";

const WIDGET_SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js";

const styles = new Markup(STYLES);

type Layout = {
  /** The nonce of the Content-Security-Policy that `pageHeaders` makes. */
  nonce: string;
  title: string;
  content: Slot;
  /** Loads the anti-spam widget's script, the only one any of these pages has. */
  hasWidget?: boolean;
};

/** A whole page: one column, its own styles inside it, nothing fetched from anywhere. */
export function layout({ nonce, title, content, hasWidget = false }: Layout): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${styles}</style>
${hasWidget && html`<script src="${WIDGET_SCRIPT}" async defer></script>`}
</head>
<body>
<main>
<div class="card">
${content}
</div>
</main>
<footer>Form Intake Service</footer>
</body>
</html>
`.toString();
}

/** Marks that embed, override or isolate a direction; left open they reach beyond any `<bdi>`. */
const TURNING_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name that somebody else chose, kept from turning the text around it. */
export function given(name: string): Markup {
  return html`<bdi>${name.replaceAll(TURNING_MARKS, "")}</bdi>`;
}
