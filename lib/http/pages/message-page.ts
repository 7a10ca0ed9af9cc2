import { html, type Slot } from "#lib/core/html";
import { isolated, layout } from "#lib/http/pages/layout";

type Action = {
  url: string;
  label: string;
  hidden: readonly (readonly [name: string, value: string])[];
};

export type MessagePage = { title: string; paragraphs: readonly Slot[]; action?: Action };

const tick = html`<div class="tick"><svg width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12.500 4.500 4.500L19 7.500"/></svg></div>`;

/** A page with one message and an optional button. */
export function messagePage({ nonce, title, paragraphs, action }: MessagePage & { nonce: string }) {
  return layout({
    nonce,
    title,
    content: html`<h1>${title}</h1>
${paragraphs.map((text) => html`<p>${text}</p>\n`)}
${
  action &&
  html`<form class="single" method="post" action="${action.url}">
${action.hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button class="button" type="submit">${action.label}</button>
</form>`
}`,
  });
}

type ThanksPage = {
  nonce: string;
  formName: string;
  /** A link to continue, or null. */
  back: { url: string; label: string } | null;
};

/** The thank-you page. */
export function thanksPage({ nonce, formName, back }: ThanksPage): string {
  return layout({
    nonce,
    title: `Thank you · ${formName}`,
    content: html`${tick}
<h1>Thank you</h1>
<p class="quiet">Your message was received through “${isolated(formName)}.”${!back && " You can close this page."}</p>
${back && html`<p><a href="${back.url}">${back.label}</a></p>`}`,
  });
}

/** The fragment for htmx when the submission was stored. */
export function thanksFragment(): string {
  return html`<p role="status">Thank you. Your message was received.</p>`.toString();
}

function deadEnd(nonce: string, title: string, heading: Slot, text: string): string {
  return layout({ nonce, title, content: html`<h1>${heading}</h1>\n<p class="quiet">${text}</p>` });
}

/** Shown if the workspace can't accept more this month, instead of the form. */
export function fullPage({ nonce, formName }: { nonce: string; formName: string }): string {
  return deadEnd(
    nonce,
    `Not available · ${formName}`,
    html`“${isolated(formName)}” can’t accept messages right now`,
    "A message that you write now couldn’t be sent. Please contact the site owner another way, or try again later.",
  );
}

/** The page of a paused form. */
export function closedPage({ nonce, formName }: { nonce: string; formName: string }): string {
  return deadEnd(
    nonce,
    `Closed · ${formName}`,
    html`“${isolated(formName)}” is closed`,
    "This form isn’t accepting messages right now. Please try again later, or contact the site owner another way.",
  );
}

/** The page for an unknown form. */
export function notFoundPage({ nonce }: { nonce: string }): string {
  return deadEnd(
    nonce,
    "Page not found",
    "Page not found",
    "Check that the link is complete. If it is, the form may have moved or been deleted. Ask the person who shared it for a new link.",
  );
}
