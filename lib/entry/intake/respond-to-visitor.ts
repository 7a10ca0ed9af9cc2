import type { AppError } from "#lib/core/errors";
import type { FieldPairs } from "#lib/core/fields/fields";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { fillText } from "#lib/core/texts";
import { withoutLinks } from "#lib/core/unlinked";
import type { ConfirmationDraft } from "#lib/domain/emails/auto-reply/confirmation";
import { UNSAVED_PAGE } from "#lib/domain/forms/page/page-schema";
import { findAddressToConfirm } from "#lib/domain/intake/draft-submission";
import type { OpenForm } from "#lib/domain/intake/open-form";
import type { AcceptedSubmission } from "#lib/domain/intake/outcomes";
import { findRequestedRedirect } from "#lib/domain/intake/requested-redirect";
import { HttpResponse } from "#lib/entry/http/http-types";
import { embeddingOf } from "#lib/entry/intake/hosted-form";
import { acceptsOwnOrigin, ownOrigin } from "#lib/entry/intake/own-origin";
import { scriptError, scriptSuccess } from "#lib/entry/intake/script-response";
import {
  formatFor,
  prefersJson,
  type ResponseFormat,
  type Visit,
} from "#lib/entry/intake/submission-head";
import { sveltekitFailure, sveltekitSuccess } from "#lib/entry/intake/sveltekit-response";
import { findSenderPage, wayBackQuery } from "#lib/entry/intake/way-back";
import { type PageView, toVisitorForm } from "#lib/entry/visitor-pages/form-parts";
import { thanksFragment } from "#lib/entry/visitor-pages/message-page";
import { canSendAgain, errorFragment, rejectedPage } from "#lib/entry/visitor-pages/rejected-page";
import { htmlResponse, newNonce, pageHeaders } from "#lib/entry/visitor-pages/respond";
import { type PageTexts, pageTextsFor } from "#lib/entry/visitor-pages/words/page-texts";
import { detailText } from "#lib/entry/visitor-pages/words/sentences";

/** Escapes characters beyond ASCII in a URL, as browsers do: headers contain only ASCII. */
function toLocation(target: string): string {
  return /^[\x21-\x7e]*$/.test(target) ? target : new URL(target).href;
}

function textsOf({ form, head }: Visit): PageTexts {
  return pageTextsFor(form?.page ?? UNSAVED_PAGE, head.view.languages);
}

/**
 * Returns the texts of the email that asks a visitor to confirm a submission with these fields, if that's
 * required.
 */
export function confirmationOf(
  form: OpenForm,
  fields: FieldPairs,
  { languages }: Pick<PageView, "languages">,
): { confirmation?: ConfirmationDraft } {
  if (findAddressToConfirm(form, fields) === null) return {};
  const { language, words } = pageTextsFor(form.page, languages);
  const { subject, ask, askBusiness, button, ignore } = words.confirm;
  const { business } = form.look;
  const text =
    business === null
      ? fillText(ask, { form: withoutLinks(form.name, 80) }, language)
      : fillText(askBusiness, { business: withoutLinks(business, 80) }, language);
  const unsubscribe = words.optOut.button;
  return { confirmation: { language, subject, text, button, ignore, unsubscribe } };
}

/**
 * Returns whether the visitor still has to confirm. The result is the same for spam, whose sender mustn't learn that
 * it's spam. A visitor who hasn't passed the form's own challenge isn't asked.
 */
function mustConfirm({ form, fitted }: Visit, { ownChallenge }: AcceptedSubmission): boolean {
  if (form === null || fitted === null) return false;
  const isAsked = form.widget?.observes === null || ownChallenge !== "failed";
  return isAsked && findAddressToConfirm(form, fitted.fields) !== null;
}

function thanksAddress(visit: Visit, accepted: AcceptedSubmission): string {
  const { publicKey, view } = visit.head;
  const parameters = [
    ...(view.isEmbedded ? ["embed=1"] : []),
    ...(mustConfirm(visit, accepted) ? ["confirm=1"] : []),
    ...(view.isEmbedded ? [] : wayBackQuery(visit)),
  ];
  return `/f/${publicKey}/thanks${parameters.length > 0 ? `?${parameters.join("&")}` : ""}`;
}

/**
 * Returns the redirect of an HTML response: the one that the submission requests, if it's allowed,
 * or else the form's `redirectUrl`; null for our own page. A path belongs to the site that sent it,
 * which is unknown if it was sent again from our error page.
 */
function redirectTarget({ head, form, body }: Visit): string | null {
  if (!form) return null;
  const { allowedOrigins, redirectUrl } = form.settings;
  const pageOrigin = head.origin === ownOrigin() ? null : head.origin;
  const requested = findRequestedRedirect(body?.fields ?? [], allowedOrigins, pageOrigin);
  return requested ?? (redirectUrl === "" ? null : toLocation(redirectUrl));
}

/**
 * Returns the message that a script shows. If the visitor still has to confirm, it must tell them.
 */
function thanksMessage(visit: Visit, accepted: AcceptedSubmission): string {
  const { words } = textsOf(visit);
  if (mustConfirm(visit, accepted)) return words.confirm.thanks;
  return visit.form?.page.thanksTitle ?? words.thanksTitle;
}

/** @param known - the form, also if it wasn't needed yet */
function answersInText(known: Pick<OpenForm, "options"> | null, { head }: Visit): boolean {
  return known?.options.scriptAnswer === "text" && !prefersJson(head);
}

/**
 * Responds with JSON or text for scripts, a redirect with 303, a fragment for htmx, or an action result for
 * SvelteKit. A script can't see where a redirect to another site leads, so all of them get `HX-Redirect`.
 */
export function respondAccepted(visit: Visit, accepted: AcceptedSubmission): HttpResponse {
  const { id, receivedAt, isReplay } = accepted;
  const headers: Record<string, string> = isReplay ? { "Idempotent-Replayed": "true" } : {};
  const target = redirectTarget(visit);
  const format = formatFor(visit.head, visit.body?.kind ?? null);
  if (format !== "html" && target !== null) headers["HX-Redirect"] = target;
  const data = { id, receivedAt };
  switch (format) {
    case "json": {
      const next = target ?? `${settings().baseUrl}${thanksAddress(visit, accepted)}`;
      const success = { message: thanksMessage(visit, accepted), next, data };
      return scriptSuccess(success, answersInText(visit.form, visit), headers);
    }
    case "action":
      return sveltekitSuccess(data, target, headers);
    case "fragment":
      return htmlResponse(
        200,
        thanksFragment(textsOf(visit).words, mustConfirm(visit, accepted)),
        headers,
      );
    case "html":
      headers.Location = target ?? thanksAddress(visit, accepted);
      return new HttpResponse(303, headers);
  }
}

/**
 * Responds with the error: to a script, as a page that keeps typed values, as a fragment, or as an
 * action result.
 *
 * @param known - the form, also if it wasn't needed yet
 */
export function respondRejected(
  error: AppError,
  visit: Visit,
  requestId: string,
  known: Pick<OpenForm, "options"> | null,
): HttpResponse {
  const format = formatFor(visit.head, visit.body?.kind ?? null);
  if (format === "json") {
    const explained = { error, ...rejectedContent(error, visit) };
    return scriptError(explained, requestId, answersInText(known, visit));
  }
  const page = readableResponse(format, error, visit, requestId);
  if (error.retryAfterSeconds !== undefined)
    page.headers["Retry-After"] = String(error.retryAfterSeconds);
  return page;
}

function readableResponse(
  format: Exclude<ResponseFormat, "json">,
  error: AppError,
  visit: Visit,
  requestId: string,
): HttpResponse {
  if (format === "html") return pageResponse(error, visit);
  if (format === "action") return sveltekitFailure(error, requestId);
  const fragment = errorFragment({ error, ...rejectedContent(error, visit) });
  return htmlResponse(error.status, fragment, {});
}

/** Returns the form, and the faults of its fields in the visitor's language. */
function rejectedContent(error: AppError, visit: Visit) {
  const { form, head } = visit;
  const texts = textsOf(visit);
  const details = (error.details ?? []).map((detail) => ({
    path: detail.path,
    message: detailText(detail, texts),
  }));
  return { details, texts, form: form ? toVisitorForm(form, head.view) : null };
}

function pageResponse(error: AppError, visit: Visit): HttpResponse {
  const { form, body, head } = visit;
  const nonce = newNonce();
  const content = rejectedContent(error, visit);
  const { isEmbedded } = head.view;
  const page = {
    nonce,
    error,
    ...content,
    body,
    idempotencyKey: newId(),
    senderPage: findSenderPage(visit)?.href ?? null,
    acceptsOwnOrigin: form !== null && (isEmbedded || acceptsOwnOrigin(form)),
  };
  const hasForm = canSendAgain(page);
  const headers = pageHeaders(nonce, {
    script: true,
    widget: hasForm && content.form?.widgetSiteKey != null,
    challenge: hasForm && content.form?.challengeUrl != null,
    logo: content.form?.logo != null,
    redirectUrl: hasForm ? (redirectTarget(visit) ?? "") : "",
    embedding: form ? embeddingOf(form) : "anywhere",
  });
  return htmlResponse(error.status, rejectedPage(page), headers);
}
