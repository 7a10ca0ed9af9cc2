import {
  SENDER_PAGE_FIELD,
  SENDER_REFERRER_FIELD,
  SENDER_TITLE_FIELD,
} from "#lib/core/fields/control-fields";
import { html, type Markup } from "#lib/core/html";
import { settings } from "#lib/core/settings/settings";
import { fillText } from "#lib/core/texts";
import type { Look } from "#lib/domain/brand/look";
import type { Field } from "#lib/domain/forms/fields/schema";
import { hasBotCheck } from "#lib/domain/intake/bot-check";
import { acceptsFiles, type OpenForm } from "#lib/domain/intake/open-form";
import type { PageWords } from "#lib/entry/visitor-pages/words/locales";
import { type PageTexts, pageTextsFor } from "#lib/entry/visitor-pages/words/page-texts";
import { typesText } from "#lib/entry/visitor-pages/words/sentences";

/** The visitor's language, and whether the page is embedded. */
export type PageView = {
  /** The header `Accept-Language`. */
  languages: string | null;
  /** True if the page is in a frame of the owner's site. */
  isEmbedded: boolean;
};

/**
 * Returns a form as the visitor pages show it. If it has no fields, they ask for a name, an email address, and a
 * message.
 */
export function toVisitorForm(form: OpenForm, { languages, isEmbedded }: PageView) {
  const { name, publicKey, page, widget, fieldList, look } = form;
  const fileExtensions: readonly string[] = form.fileExtensions;
  const requiresChallenge = widget?.observes === null;
  const fields: readonly Field[] = fieldList?.fields ?? [];
  return {
    name,
    publicKey,
    honeypot: form.settings.honeypot,
    uploadsEnabled: acceptsFiles(form),
    fileExtensions,
    /** Also set for a widget that only observes. */
    widgetSiteKey: widget?.siteKey ?? null,
    requiresChallenge,
    /** The URL of the form's own challenge, or null if it has none. */
    challengeUrl: form.spam.challenge ? `/f/${publicKey}/challenge` : null,
    /** An auto-reply requires a passed challenge, so it isn't offered without one. */
    offersReply: form.autoresponder?.enabled === true && hasBotCheck(form),
    fields,
    acceptsOthers: fieldList === null || fieldList.otherFields === "accept",
    page,
    /** The path of the form's logo, or null without one. */
    logo: look.logo,
    business: look.business,
    isBranded: look.isBranded,
    texts: pageTextsFor(page, languages),
    isEmbedded,
  };
}

export type VisitorForm = ReturnType<typeof toVisitorForm>;

/** The part of a form that all of its pages need. Visitors see its name and the brand's, never the workspace's. */
export type PageOwner = Pick<
  VisitorForm,
  "name" | "business" | "page" | "logo" | "isBranded" | "texts" | "isEmbedded"
>;

/**
 * Returns the owner's part of a page for an email's link.
 *
 * @param name - the form's; empty if it belongs to none
 */
export function toPageOwner(
  { business, page, logo, isBranded }: Look,
  name: string,
  texts: PageTexts,
): PageOwner {
  return { name, business, page, logo, isBranded, texts, isEmbedded: false };
}

const HOSTED_NAMES = ["name", "email", "message", "files"] as const;

/**
 * Returns the name of a field in the hosted form. It's capitalized if the owner's honeypot has the
 * same name. Otherwise people would be mistaken for bots.
 */
export function hostedName(name: (typeof HOSTED_NAMES)[number], honeypot: string): string {
  return name === honeypot ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

export function fileAttributes({ fileExtensions }: VisitorForm, isMultiple: boolean): Markup {
  const accept = fileExtensions.map((extension) => `.${extension}`).join(",");
  return html`${isMultiple && settings().uploadFiles > 1 && html` multiple`} accept="${accept}"`;
}

export function filesHint({ fileExtensions, texts }: VisitorForm): string {
  const { uploadFiles: count, uploadLimitMb: limit } = settings();
  const types = typesText(fileExtensions, texts);
  return fillText(texts.words.filesHint, { count, limit, types }, texts.language);
}

export function actionOf({ publicKey, isEmbedded }: VisitorForm): string {
  return `/f/${publicKey}${isEmbedded ? "?embed=1" : ""}`;
}

/** The page on which a message is written. Unknown parts are null. */
export type WritingPage = { page: string | null; title: string | null; referrer: string | null };

/** Returns inputs about the page on which a form is filled in. */
export function contextInputs({ page, title, referrer }: WritingPage): Markup {
  const sent = [
    [SENDER_PAGE_FIELD, page],
    [SENDER_TITLE_FIELD, title],
    [SENDER_REFERRER_FIELD, referrer],
  ] as const;
  return html`${sent.map(
    ([name, value]) =>
      value !== null && html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;
}

function visibleNames({ fields }: VisitorForm): readonly string[] {
  return fields.length > 0 ? fields.map(({ name }) => name) : HOSTED_NAMES;
}

/**
 * Renders the honeypot. It's hidden from view, the tab order, and the accessibility tree, and explains
 * itself if styles are off. If it's named like a visible field, browsers would autofill it, so it's
 * left out.
 */
function trap(form: VisitorForm): Markup | false {
  if (visibleNames(form).includes(form.honeypot)) return false;
  return html`<div class="trap" aria-hidden="true">
<label for="trap">${form.texts.words.trap}</label>
<input type="text" id="trap" name="${form.honeypot}" tabindex="-1" autocomplete="off">
</div>`;
}

/** Languages that have another name in Turnstile. */
const WIDGET_LANGUAGES: Readonly<Record<string, string>> = {
  "pt-PT": "pt",
  "zh-Hans": "zh-cn",
  "zh-Hant": "zh-tw",
};

function widget(
  siteKey: string,
  { requiresChallenge, page, texts: { language, words } }: VisitorForm,
): Markup {
  return html`<div class="widget">
<div class="cf-turnstile" data-sitekey="${siteKey}" data-theme="${page.theme}"${language !== "en" && html` data-language="${WIDGET_LANGUAGES[language] ?? language.toLowerCase()}"`} data-size="flexible"></div>
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
  /** Null to send none. Then repeats are detected by their content. */
  idempotencyKey: string | null;
  consentGiven: boolean;
  button: string;
};

/**
 * Renders the end of a form: consent, widget, honeypot, idempotency key, and button. The text about the own challenge
 * is empty until someone has to wait for it.
 */
export function formEnding({ form, idempotencyKey, consentGiven, button }: Ending): Markup {
  return html`${form.offersReply && consent(consentGiven, form.texts.words)}
${form.widgetSiteKey !== null && widget(form.widgetSiteKey, form)}
${form.challengeUrl !== null && html`<p class="quiet small" role="status" data-challenge="${form.challengeUrl}" data-sending="${form.texts.words.sending}"></p>`}
${trap(form)}
${idempotencyKey !== null && html`<input type="hidden" name="_service_idempotency_key" value="${idempotencyKey}">`}
<button class="button" type="submit">${button}</button>`;
}
