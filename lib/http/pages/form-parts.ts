import { html, type Markup } from "#lib/core/html";
import { settings } from "#lib/core/settings";
import type { Field } from "#lib/fields/schema";
import type { PageContent } from "#lib/forms/page-schema";
import type { PageWords } from "#lib/http/pages/words/english";
import { fillText, type Tongue } from "#lib/http/pages/words/tongues";
import { FILE_EXTENSIONS } from "#lib/intake/file-types";

/** Data of every page with a form. */
export type VisitorForm = {
  name: string;
  publicKey: string;
  honeypot: string;
  uploadsEnabled: boolean;
  /** Extensions of the files it accepts. */
  fileExtensions: readonly string[];
  /** The Turnstile widget's site key, if it's connected and enabled or observes. */
  widgetSiteKey: string | null;
  /** True if the form can't be sent without a passed challenge. */
  requiresChallenge: boolean;
  /** True if visitors can opt in to the auto-reply. */
  offersReply: boolean;
  /** The form's own fields. Without any, the pages ask for a name, an email address and a message. */
  fields: readonly Field[];
  /** True if fields that aren't in the list are accepted. */
  acceptsOthers: boolean;
  page: PageContent;
  /** The path of its logo, or null without one. */
  logo: string | null;
  tongue: Tongue;
  /** True if the page is shown in a frame of the owner's site. */
  isEmbedded: boolean;
};

/** The part of a form that all of its pages need. Visitors see its name, never the workspace's. */
export type PageOwner = Pick<VisitorForm, "name" | "page" | "logo" | "tongue" | "isEmbedded">;

const HOSTED_NAMES = ["name", "email", "message", "files"] as const;

/**
 * The name of a field in the hosted form. If the owner's honeypot has the same name, the field is
 * capitalized. Otherwise people would be mistaken for bots.
 */
export function hostedName(name: (typeof HOSTED_NAMES)[number], honeypot: string): string {
  return name === honeypot ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** The attributes of a file input: types, and whether it takes several files. */
export function fileAttributes({ fileExtensions }: VisitorForm, isMultiple: boolean): Markup {
  const accept = fileExtensions.map((extension) => `.${extension}`).join(",");
  return html`${isMultiple && settings().uploadFiles > 1 && html` multiple`} accept="${accept}"`;
}

/** The limits and types of files. */
export function filesHint({ fileExtensions, tongue: { words } }: VisitorForm): string {
  const { uploadFiles: files, uploadLimitMb: limit } = settings();
  const isRestricted = fileExtensions.length < FILE_EXTENSIONS.length;
  const types = isRestricted ? fileExtensions.join(", ").toUpperCase() : words.fileTypes;
  return fillText(words.filesHint, { files, limit, types });
}

/** The action of a form's pages. */
export function actionOf({ publicKey, isEmbedded }: VisitorForm): string {
  return `/f/${publicKey}${isEmbedded ? "?embed=1" : ""}`;
}

function visibleNames({ fields }: VisitorForm): readonly string[] {
  return fields.length > 0 ? fields.map(({ name }) => name) : HOSTED_NAMES;
}

/**
 * The honeypot. It's hidden from view, the tab order, and the accessibility tree, and shows what to do
 * if styles are off. If it's named like a visible field, browsers would autofill it, so it's left
 * out.
 */
function trap(form: VisitorForm): Markup | false {
  if (visibleNames(form).includes(form.honeypot)) return false;
  return html`<div class="trap" aria-hidden="true">
<label for="trap">${form.tongue.words.trap}</label>
<input type="text" id="trap" name="${form.honeypot}" tabindex="-1" autocomplete="off">
</div>`;
}

function widget(
  siteKey: string,
  { requiresChallenge, page, tongue: { language, words } }: VisitorForm,
): Markup {
  return html`<div class="widget">
<div class="cf-turnstile" data-sitekey="${siteKey}" data-theme="${page.theme}"${language !== "en" && html` data-language="${language}"`} data-size="flexible"></div>
${requiresChallenge && html`<noscript><p class="quiet small">${words.scriptNeeded}</p></noscript>`}
</div>`;
}

function consent(isChecked: boolean, words: PageWords): Markup {
  return html`<div class="consent">
<input type="checkbox" id="autoreply" name="_service_autoreply" value="true"${isChecked && html` checked`}>
<label for="autoreply">${words.consent}</label>
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
  return html`${form.offersReply && consent(consentGiven, form.tongue.words)}
${form.widgetSiteKey !== null && widget(form.widgetSiteKey, form)}
${trap(form)}
${idempotencyKey !== null && html`<input type="hidden" name="_service_idempotency_key" value="${idempotencyKey}">`}
<button class="button" type="submit">${button}</button>`;
}
