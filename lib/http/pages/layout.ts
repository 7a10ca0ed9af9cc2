import { html, Markup, type Slot } from "#lib/core/html";
import { STYLES } from "#lib/http/pages/styles";

const WIDGET_SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js";

const styles = new Markup(STYLES);

type Layout = {
  /** The nonce in the Content-Security-Policy from `pageHeaders`. */
  nonce: string;
  title: string;
  content: Slot;
  /** Loads the anti-spam widget's script, the only script on these pages. */
  hasWidget?: boolean;
};

/** A whole page: one column with inline styles and no other requests. */
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

/** Bidirectional control characters. Unclosed, they affect text beyond any `<bdi>`. */
const TURNING_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Someone else's text, isolated so it can't change the direction of the text around it. */
export function given(name: string): Markup {
  return html`<bdi>${name.replaceAll(TURNING_MARKS, "")}</bdi>`;
}
