import { html, type Markup } from "#lib/http/pages/html";
import { FILE_EXTENSIONS } from "#lib/intake/file-types";

/** What every page with a form needs to know of it. */
export type VisitorForm = {
  name: string;
  publicKey: string;
  /** Name of the field that people never fill. */
  honeypot: string;
  uploadsEnabled: boolean;
  /** The anti-spam widget's site key where one is connected and enabled. */
  widgetSiteKey: string | null;
  /** Whether visitors may ask for an automatic reply. */
  offersReply: boolean;
};

/** What the hosted form asks people for. */
const HOSTED_NAMES = ["name", "email", "message", "files"] as const;

/**
 * The name of a field of the hosted form. Where the owner's honeypot has that very name, the field is
 * capitalised: what a person types into it would be a bot's, and lost.
 */
export function hostedName(name: (typeof HOSTED_NAMES)[number], honeypot: string): string {
  return name === honeypot ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

export const ACCEPT = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(",");

export const FILE_HINT =
  "Up to 5 files, 4 MB in total: PDF, images, plain text, Office, OpenDocument, ZIP.";

/**
 * Bots fill it, people do not: it is out of sight, out of the tab order and out of the accessibility
 * tree, and says what to do where styles are off. A browser would fill one in that is called like the
 * field beside it: then there is none.
 */
function trap(honeypot: string): Markup | false {
  if (HOSTED_NAMES.some((name) => name === honeypot)) return false;
  return html`<div class="trap" aria-hidden="true">
<label for="trap">Leave this empty</label>
<input type="text" id="trap" name="${honeypot}" tabindex="-1" autocomplete="off">
</div>`;
}

function widget(siteKey: string): Markup {
  return html`<div class="widget">
<div class="cf-turnstile" data-sitekey="${siteKey}" data-theme="auto" data-size="flexible"></div>
<noscript><p class="quiet small">The spam check requires JavaScript. Turn it on to send this form.</p></noscript>
</div>`;
}

function consent(isChecked: boolean): Markup {
  return html`<div class="consent">
<input type="checkbox" id="autoreply" name="_service_autoreply" value="true"${isChecked && html` checked`}>
<label for="autoreply">Send me an automatic reply by email</label>
</div>`;
}

type Ending = {
  form: VisitorForm;
  /** null: the post carries none, and is told from a repeat by its content. */
  idempotencyKey: string | null;
  consentGiven: boolean;
  button: string;
};

/** Ends a form: consent, widget, honeypot, idempotency key, button. */
export function formEnding({ form, idempotencyKey, consentGiven, button }: Ending): Markup {
  return html`${form.offersReply && consent(consentGiven)}
${form.widgetSiteKey !== null && widget(form.widgetSiteKey)}
${trap(form.honeypot)}
${idempotencyKey !== null && html`<input type="hidden" name="_service_idempotency_key" value="${idempotencyKey}">`}
<button class="button" type="submit">${button}</button>`;
}
