import { SENDER_PAGE_FIELD } from "#lib/core/fields/control-fields";
import { fillText } from "#lib/core/texts";
import type { OpenForm } from "#lib/domain/intake/open-form";
import { isOriginAllowed } from "#lib/domain/intake/open-form";
import type { HttpRequest } from "#lib/entry/http/http-types";
import { queryOf } from "#lib/entry/http/http-types";
import { acceptsOwnOrigin, ownOrigin } from "#lib/entry/intake/own-origin";
import type { Visit } from "#lib/entry/intake/submission-head";
import type { VisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { actionOf } from "#lib/entry/visitor-pages/form-parts";

/** Proxies cut long headers, and the URL is part of a redirect. */
const MAX_ADDRESS_CHARACTERS = 2_000;

/** The query parameter of the thank-you page. */
const BACK = "back";

/**
 * Returns a website's page that a visitor may be sent back to: of an allowed origin, and not one of
 * ours.
 */
function toSenderPage(text: string | null | undefined, form: OpenForm): URL | null {
  const page = URL.parse(text ?? "");
  if (!page || !/^https?:$/.test(page.protocol) || page.origin === ownOrigin()) return null;
  const isPlain = page.username === "" && page.password === "";
  return isPlain && page.href.length <= MAX_ADDRESS_CHARACTERS && isOriginAllowed(form, page.origin)
    ? page
    : null;
}

/** Returns the website's page that a submission came from, if it's known. */
export function findSenderPage({ head, form, body }: Visit): URL | null {
  return form && toSenderPage(body?.controls.get(SENDER_PAGE_FIELD) ?? head.referer, form);
}

/**
 * Returns the query of the thank-you page for the way back. Without one, the browser itself sends the
 * site.
 */
export function wayBackQuery(visit: Visit): string[] {
  const page = findSenderPage(visit);
  if (!page) return [];
  const isNamedByBrowser = visit.head.origin !== ownOrigin() && page.href === `${page.origin}/`;
  return isNamedByBrowser ? [] : [`${BACK}=${encodeURIComponent(page.href)}`];
}

/** Returns whether the visitor came from another site, which may have hidden its URL. */
function isFromElsewhere({ headers }: HttpRequest): boolean {
  return /^(cross|same)-site$/.test(headers.get("sec-fetch-site") ?? "");
}

/**
 * Returns the link on the thank-you page: to the owner's own URL, back to the page that the visitor came from, or to
 * the form if that was ours.
 */
export function thanksLink(request: HttpRequest, form: OpenForm, visitorForm: VisitorForm) {
  const { thanksLinkUrl, thanksLinkText } = form.page;
  const { isEmbedded, texts } = visitorForm;
  if (thanksLinkUrl !== null) return { url: thanksLinkUrl, label: thanksLinkText ?? thanksLinkUrl };
  const named = queryOf(request).get(BACK) ?? request.headers.get("referer");
  const sender = isEmbedded ? null : toSenderPage(named, form);
  if (sender) {
    const label = fillText(texts.words.backTo, { host: sender.host }, texts.language);
    return { url: sender.href, label, isBack: true };
  }
  return isEmbedded || (acceptsOwnOrigin(form) && !isFromElsewhere(request))
    ? { url: actionOf(visitorForm), label: thanksLinkText ?? texts.words.sendAnother }
    : null;
}
