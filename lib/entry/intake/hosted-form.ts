import { entriesOf, hasContent } from "#lib/core/characters";
import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { type AppError, notFound } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields/fields";
import { newId } from "#lib/core/ids";
import { findClosed } from "#lib/domain/intake/form-closed";
import { findReachedLimit } from "#lib/domain/intake/limits";
import { findOpenForm, type OpenForm, visitorContext } from "#lib/domain/intake/open-form";
import { findRequestedRedirect } from "#lib/domain/intake/requested-redirect";
import { getUsage, isRejecting } from "#lib/domain/usage/get-usage";
import {
  type HttpRequest,
  type HttpResponse,
  languagesOf,
  queryOf,
} from "#lib/entry/http/http-types";
import { MethodNotAllowed } from "#lib/entry/http/request-log";
import { finish } from "#lib/entry/http/respond";
import { setCorsHeaders } from "#lib/entry/intake/cors";
import { hostedContext } from "#lib/entry/intake/hosted-context";
import { acceptsOwnOrigin } from "#lib/entry/intake/own-origin";
import { scriptError } from "#lib/entry/intake/script-response";
import { namesOf, sortEntries } from "#lib/entry/intake/sort-entries";
import { readView, responseFormat } from "#lib/entry/intake/submission-head";
import { thanksLink } from "#lib/entry/intake/way-back";
import {
  type PageView,
  toVisitorForm,
  type VisitorForm,
} from "#lib/entry/visitor-pages/form-parts";
import { hostedFormPage } from "#lib/entry/visitor-pages/hosted-form-page";
import { closedPage, shutPage, thanksPage } from "#lib/entry/visitor-pages/message-page";
import {
  htmlResponse,
  newNonce,
  pageHeaders,
  pageMethodNotAllowed,
  respondNotFound,
  respondWithFailure,
} from "#lib/entry/visitor-pages/respond";
import { visitorTexts } from "#lib/entry/visitor-pages/words/page-texts";

/**
 * Returns the sites that may frame a form's pages: for an embedded page, the sites that the form
 * accepts.
 */
export function embeddingOf({ settings }: OpenForm): readonly string[] | "anywhere" {
  const { allowedOrigins } = settings;
  return allowedOrigins.length > 0 ? allowedOrigins : "anywhere";
}

/** Parameters that newsletters, ads, and social networks add to every link. */
const TRACKING = /^(utm_|mc_|gad_|_g[al]$|ref$)|clid$|^[gw]braid$/i;

/**
 * Reads fields from the URL of the hosted form, where `<form method="get">` puts them and links can
 * prefill them. Control fields are left out, because a link mustn't set them for a visitor; empty if no
 * field has content.
 */
function readQueryFields(request: HttpRequest, form: OpenForm): FieldPairs {
  const isOwn = (name: string) => form.fieldList?.fields.some((field) => field.name === name);
  const isField = (name: string) => name !== "" && name !== "embed" && !TRACKING.test(name);
  const sent = [...queryOf(request)].filter(([name]) => isOwn(name) || isField(name));
  const entries = sent.map(([name, value]) => ({ name, value }));
  const kindOf = namesOf(
    form,
    sent.map(([name]) => name),
  );
  const { fields } = sortEntries(entries, kindOf);
  return fields.some(([, value]) => entriesOf(value).some(hasContent)) ? fields : [];
}

type Look = { form: OpenForm; view: PageView; visitorForm: VisitorForm; nonce: string };

/** Returns the settings of the headers that all pages of a form share. */
function sharedHeaders({ form, view, visitorForm }: Look) {
  const embedding = embeddingOf(form);
  return { embedding, logo: visitorForm.logo !== null, script: view.isEmbedded };
}

/**
 * Returns a page of a form, or one that explains that it doesn't exist or can't be shown now. Scripts may read
 * it.
 */
async function withForm(
  request: HttpRequest,
  publicKey: string,
  show: (look: Look) => HttpResponse | Promise<HttpResponse>,
): Promise<HttpResponse> {
  const origin = request.headers.get("origin");
  const view = readView(request);
  try {
    const form = await findOpenForm(publicKey);
    if (!form) return setCorsHeaders(respondNotFound(view.languages), null, origin);
    const look = { form, view, visitorForm: toVisitorForm(form, view), nonce: newNonce() };
    return setCorsHeaders(finish(await show(look), newId()), form, origin);
  } catch (failure) {
    const texts = visitorTexts(view.languages);
    const page = respondWithFailure(failure, texts, texts.words.failure.formTitle);
    return setCorsHeaders(page, null, origin);
  }
}

/**
 * Handles `GET /f/{publicKey}`: the hosted form. A form that doesn't accept submissions from this service's own origin
 * couldn't be sent from here, so it gets 404. A form that can't accept a message now, because it isn't open, or because
 * of a rate limit or the month's allowance, shows that before anyone writes. Fields in the URL are filled in, and the
 * page shows that they haven't been sent.
 */
export function showHostedForm(request: HttpRequest, publicKey: string): Promise<HttpResponse> {
  return withForm(request, publicKey, async (look) => {
    const { form, view, visitorForm, nonce } = look;
    const shared = sharedHeaders(look);
    const deadEnd = { nonce, form: visitorForm };
    if (form.status === "paused")
      return htmlResponse(403, shutPage("closed", deadEnd), pageHeaders(nonce, shared));
    if (!view.isEmbedded && !acceptsOwnOrigin(form)) return respondNotFound(view.languages);
    const closed = findClosed(form, new Date());
    if (closed) return htmlResponse(403, closedPage(closed, deadEnd), pageHeaders(nonce, shared));
    const busy = await findReachedLimit(limitedAddress(clientAddress(request)), form);
    if (busy || isRejecting(await getUsage(visitorContext(form, new Date()))))
      return htmlResponse(429, shutPage("full", deadEnd), {
        ...pageHeaders(nonce, shared),
        ...(busy && { "Retry-After": String(busy.resetSeconds) }),
      });
    const { allowedOrigins, redirectUrl } = form.settings;
    const typed = readQueryFields(request, form);
    return htmlResponse(
      200,
      hostedFormPage({
        nonce,
        form: visitorForm,
        idempotencyKey: newId(),
        shownAt: new Date(),
        typed,
        written: hostedContext(request, form, view.isEmbedded),
      }),
      pageHeaders(nonce, {
        redirectUrl: findRequestedRedirect(typed, allowedOrigins, null) ?? redirectUrl,
        widget: visitorForm.widgetSiteKey !== null,
        challenge: visitorForm.challengeUrl !== null,
        ...shared,
        script: true,
      }),
    );
  });
}

/**
 * Handles `GET /f/{publicKey}/thanks`: the page after an HTML submission if the form has no
 * `redirectUrl`.
 */
export function showThanks(request: HttpRequest, publicKey: string): Promise<HttpResponse> {
  return withForm(request, publicKey, (look) => {
    const { form, visitorForm, nonce } = look;
    const back = thanksLink(request, form, visitorForm);
    const mustConfirm = form.page.confirmEmail && queryOf(request).get("confirm") === "1";
    const page = thanksPage({ nonce, form: visitorForm, back, mustConfirm });
    const shared = sharedHeaders(look);
    const script = shared.script || back?.isBack === true;
    return htmlResponse(200, page, pageHeaders(nonce, { ...shared, script }));
  });
}

/**
 * An error outside the forms' own addresses and methods: for a script that sends something there, as it
 * understands it, and otherwise a page.
 */
function respondElsewhere(request: HttpRequest, error: AppError, page: HttpResponse): HttpResponse {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const requestId = newId();
  const texts = visitorTexts(languagesOf(request));
  const explained = { error, details: [], form: null, texts };
  const response =
    isRead || responseFormat(request.headers) !== "json"
      ? page
      : finish(scriptError(explained, requestId), requestId);
  return setCorsHeaders(response, null, request.headers.get("origin"));
}

/** Responds with 405 for a path under `/f/`. */
export function rejectMethod(request: HttpRequest, allowed: readonly string[]): HttpResponse {
  const page = pageMethodNotAllowed(languagesOf(request), allowed);
  const response = respondElsewhere(request, new MethodNotAllowed(allowed), page);
  response.headers.Allow = allowed.join(", ");
  return response;
}

export function showNotFound(request: HttpRequest): HttpResponse {
  return respondElsewhere(request, notFound(), respondNotFound(languagesOf(request)));
}
