import { html, type Markup } from "#lib/core/html";
import { settings } from "#lib/core/settings";
import { FILE_EXTENSIONS } from "#lib/intake/file-types";

/** Data of every page with a form. */
export type VisitorForm = {
  name: string;
  publicKey: string;
  honeypot: string;
  uploadsEnabled: boolean;
  /** The Turnstile widget's site key, if it's connected and enabled or observes. */
  widgetSiteKey: string | null;
  /** True if the form can't be sent without a passed challenge. */
  requiresChallenge: boolean;
  /** True if visitors can opt in to the auto-reply. */
  offersReply: boolean;
};

/** The fields of the hosted form. */
const HOSTED_NAMES = ["name", "email", "message", "files"] as const;

/**
 * The name of a field in the hosted form. If the owner's honeypot has the same name, the field is
 * capitalized. Otherwise people would be mistaken for bots.
 */
export function hostedName(name: (typeof HOSTED_NAMES)[number], honeypot: string): string {
  return name === honeypot ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

export const ACCEPT = FILE_EXTENSIONS.map((extension) => `.${extension}`).join(",");

export const fileHint = () =>
  `Up to 5 files, at most ${settings().uploadLimitMb} MB in total: PDF, images, plain text, Office, OpenDocument, or ZIP.`;

/**
 * The honeypot. It's hidden from view, the tab order, and the accessibility tree, and shows what to do
 * if styles are off. If it's named like a visible field, browsers would autofill it, so it's left
 * out.
 */
function trap(honeypot: string): Markup | false {
  if (HOSTED_NAMES.some((name) => name === honeypot)) return false;
  return html`<div class="trap" aria-hidden="true">
<label for="trap">Leave this empty</label>
<input type="text" id="trap" name="${honeypot}" tabindex="-1" autocomplete="off">
</div>`;
}

function widget(siteKey: string, isRequired: boolean): Markup {
  return html`<div class="widget">
<div class="cf-turnstile" data-sitekey="${siteKey}" data-theme="auto" data-size="flexible"></div>
${isRequired && html`<noscript><p class="quiet small">The spam check requires JavaScript. Turn it on to send this form.</p></noscript>`}
</div>`;
}

function consent(isChecked: boolean): Markup {
  return html`<div class="consent">
<input type="checkbox" id="autoreply" name="_service_autoreply" value="true"${isChecked && html` checked`}>
<label for="autoreply">Email me a confirmation</label>
</div>`;
}

type Ending = {
  form: VisitorForm;
  /** null: none is sent, and repeats are detected by their content. */
  idempotencyKey: string | null;
  consentGiven: boolean;
  button: string;
};

/** The end of a form: consent, widget, honeypot, idempotency key, button. */
export function formEnding({ form, idempotencyKey, consentGiven, button }: Ending): Markup {
  return html`${form.offersReply && consent(consentGiven)}
${form.widgetSiteKey !== null && widget(form.widgetSiteKey, form.requiresChallenge)}
${trap(form.honeypot)}
${idempotencyKey !== null && html`<input type="hidden" name="_service_idempotency_key" value="${idempotencyKey}">`}
<button class="button" type="submit">${button}</button>`;
}
