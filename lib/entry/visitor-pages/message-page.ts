import { html, Markup, type Slot } from "#lib/core/html";
import { fillMarkup, isolated } from "#lib/core/texts";
import type { FormClosed } from "#lib/domain/intake/form-closed";
import type { PageOwner } from "#lib/entry/visitor-pages/form-parts";
import { layout } from "#lib/entry/visitor-pages/layout";
import type { PageWords } from "#lib/entry/visitor-pages/words/locales";
import type { PageTexts } from "#lib/entry/visitor-pages/words/page-texts";
import { gapOf, joinSentences } from "#lib/entry/visitor-pages/words/sentences";

export type MessagePage = {
  title: string;
  paragraphs: readonly Slot[];
  /** A button that posts the token of a link. */
  action?: { url: string; label: string; token: string };
  /** The language; English if it's left out. */
  texts?: PageTexts;
  /** The owner of the page, and its language; our own page if it's left out. */
  owner?: PageOwner;
};

const tick = html`<div class="tick"><svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12.500 4.500 4.500L19 7.500"/></svg></div>`;

export function messagePage({
  nonce,
  title,
  paragraphs,
  action,
  texts,
  owner,
}: MessagePage & { nonce: string }) {
  return layout({
    nonce,
    title: owner?.business ? `${title} · ${owner.business}` : title,
    ...(texts ? { texts } : {}),
    ...(owner ? { form: owner } : {}),
    content: html`<h1>${title}</h1>
${paragraphs.map((text) => html`<p>${text}</p>\n`)}
${
  action &&
  html`<form class="single" method="post" action="${action.url}">
<input type="hidden" name="token" value="${action.token}">
<button class="button" type="submit">${action.label}</button>
</form>`
}`,
  });
}

/**
 * Browsers only send the site that a visitor came from. If the previous page is on that site, the link goes back to
 * that page, as its visitor left it.
 */
const BACK_SCRIPT = new Markup(
  `const back = document.querySelector("#back a");
back.onclick = (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!isPlain || history.length < 2 || !document.referrer.startsWith(back.origin + "/")) return;
  event.preventDefault();
  history.back();
};`,
);

type ThanksPage = {
  nonce: string;
  form: PageOwner;
  /** `isBack`: the URL is the page that the visitor came from. */
  back: { url: string; label: string; isBack?: boolean } | null;
  mustConfirm: boolean;
};

/**
 * The same text whether or not an email was sent, so that senders learn neither about the address nor that
 * it's spam.
 */
const confirmNote = ({ confirm }: PageWords) => html`<p>${confirm.thanks}</p>
<p class="quiet">${confirm.noEmail}</p>`;

/**
 * Returns a text with the name of the recipient: the business, or the form if visitors only know
 * that.
 */
export function receivedText({
  name,
  business,
  texts: { language, words },
}: Pick<PageOwner, "name" | "business" | "texts">): Markup {
  return business === null
    ? fillMarkup(words.thanksText, { form: name }, language)
    : fillMarkup(words.thanksBusiness, { business }, language);
}

/** Renders the thank-you page, with the owner's own texts if there are any. */
export function thanksPage({ nonce, form, back, mustConfirm }: ThanksPage): string {
  const { name, business, page, texts } = form;
  const { words } = texts;
  const title = page.thanksTitle ?? words.thanksTitle;
  const usual = html`<p class="quiet">${receivedText(form)}${!back && `${gapOf(words)}${words.closePage}`}</p>`;
  const own = page.thanksText !== null && html`<p class="text">${isolated(page.thanksText)}</p>`;
  const text = mustConfirm ? [confirmNote(words), own] : own || usual;
  return layout({
    nonce,
    title: `${title} · ${business ?? name}`,
    form,
    content: html`${tick}
<h1>${page.thanksTitle === null ? title : isolated(title)}</h1>
${text}
${back && html`<p${back.isBack && html` id="back"`}><a href="${back.url}">${back.label}</a></p>`}
${back?.isBack && html`<script nonce="${nonce}">${BACK_SCRIPT}</script>`}`,
  });
}

/** The htmx fragment for a stored submission. */
export function thanksFragment(words: PageWords, mustConfirm: boolean): string {
  const { thanks, noEmail } = words.confirm;
  const text = mustConfirm ? joinSentences([thanks, noEmail], words) : words.thanksShort;
  return html`<p role="status">${text}</p>`.toString();
}

type ShutPage = { nonce: string; form: PageOwner };

/** Shown instead of the form while it's paused, or its workspace can't accept more this month. */
export function shutPage(why: "closed" | "full", page: ShutPage): string {
  const text = page.form.texts.words[`${why}Text`];
  return shutPageWith(why, html`<p class="quiet">${text}</p>`, page);
}

/** Shown instead of a form that isn't open, with the owner's own text where there is one. */
export function closedPage({ reason, closedText }: FormClosed, page: ShutPage): string {
  const { words } = page.form.texts;
  const text =
    closedText === null
      ? html`<p class="quiet">${words.closed[reason]}</p>`
      : html`<p class="text">${isolated(closedText)}</p>`;
  return shutPageWith("closed", text, page);
}

function shutPageWith(why: "closed" | "full", text: Markup, { nonce, form }: ShutPage): string {
  const { name, texts } = form;
  const { language, words } = texts;
  const heading = fillMarkup(words[`${why}Title`], { form: name }, language);
  return layout({
    nonce,
    title: `${words[`${why}Tab`]} · ${name}`,
    form,
    content: html`<h1>${heading}</h1>\n${text}`,
  });
}
