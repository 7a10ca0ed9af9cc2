import { html, type Slot } from "#lib/core/html";
import type { PageOwner } from "#lib/entry/visitor-pages/form-parts";
import { isolated, layout } from "#lib/entry/visitor-pages/layout";
import type { PageWords } from "#lib/entry/visitor-pages/words/english";
import { fillMarkup, type Tongue } from "#lib/entry/visitor-pages/words/tongues";

export type MessagePage = {
  title: string;
  paragraphs: readonly Slot[];
  /** A button that posts the token of a link. */
  action?: { url: string; label: string; token: string };
  /** The language; English if it's left out. */
  tongue?: Tongue;
};

const tick = html`<div class="tick"><svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12.500 4.500 4.500L19 7.500"/></svg></div>`;

export function messagePage({
  nonce,
  title,
  paragraphs,
  action,
  tongue,
}: MessagePage & { nonce: string }) {
  return layout({
    nonce,
    title,
    ...(tongue ? { tongue } : {}),
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

type ThanksPage = {
  nonce: string;
  form: PageOwner;
  back: { url: string; label: string } | null;
  mustConfirm: boolean;
};

/** The thank-you page, with the owner's own words where there are any. */
export function thanksPage({ nonce, form, back, mustConfirm }: ThanksPage): string {
  const { name, page, tongue } = form;
  const { words } = tongue;
  const title = page.thanksTitle ?? words.thanksTitle;
  const usual = html`<p class="quiet">${fillMarkup(words.thanksText, { form: isolated(name) })}${!back && ` ${words.closePage}`}</p>`;
  const own = page.thanksText !== null && html`<p class="text">${isolated(page.thanksText)}</p>`;
  const text = mustConfirm ? [html`<p>${words.confirm.thanks}</p>`, own] : own || usual;
  return layout({
    nonce,
    title: `${title} · ${name}`,
    form,
    content: html`${tick}
<h1>${page.thanksTitle === null ? title : isolated(title)}</h1>
${text}
${back && html`<p><a href="${back.url}">${back.label}</a></p>`}`,
  });
}

/** The fragment for htmx when the submission was stored. */
export function thanksFragment(words: PageWords, mustConfirm: boolean): string {
  const text = mustConfirm ? words.confirm.thanks : words.thanksShort;
  return html`<p role="status">${text}</p>`.toString();
}

type ShutPage = { nonce: string; form: PageOwner };

/** Shown instead of the form while it's paused, or its workspace can't accept more this month. */
export function shutPage(why: "closed" | "full", { nonce, form }: ShutPage): string {
  const { name, tongue } = form;
  const { words } = tongue;
  const heading = fillMarkup(words[`${why}Title`], { form: isolated(name) });
  return layout({
    nonce,
    title: `${words[`${why}Tab`]} · ${name}`,
    form,
    content: html`<h1>${heading}</h1>\n<p class="quiet">${words[`${why}Text`]}</p>`,
  });
}
