import { newId } from "#lib/core/ids";
import { acceptsOwnOrigin, toVisitorForm } from "#lib/http/intake/visitor-form";
import { hostedFormPage } from "#lib/http/pages/hosted-form-page";
import { closedPage, thanksPage } from "#lib/http/pages/message-page";
import { htmlResponse, newNonce, pageHeaders } from "#lib/http/pages/page-headers";
import { respondNotFound, respondWithFailure } from "#lib/http/pages/respond";
import { finish, toAppError } from "#lib/http/respond";
import { findOpenForm, type OpenForm } from "#lib/intake/open-form";

/** Shows a page of a form, or that there is none, or that it is not to be had just now. */
async function withForm(publicKey: string, show: (form: OpenForm) => Response): Promise<Response> {
  const requestId = newId();
  try {
    const form = await findOpenForm(publicKey, "fresh");
    return form ? finish(show(form), requestId) : respondNotFound();
  } catch (failure) {
    const error = toAppError(failure, requestId);
    return respondWithFailure(error, {
      title: "This form cannot be shown now",
      paragraphs: ["Please try again in a moment."],
    });
  }
}

/**
 * `GET /f/{publicKey}`: the hosted form. Where the form takes no posts from this service's own origin
 * it could not be sent from here, so it is not shown (404).
 */
export function showHostedForm(publicKey: string): Promise<Response> {
  return withForm(publicKey, (form) => {
    const nonce = newNonce();
    const { redirectUrl } = form.settings;
    if (form.status === "paused")
      return htmlResponse(
        403,
        closedPage({ nonce, formName: form.name }),
        pageHeaders(nonce, { embedding: "anywhere" }),
      );
    if (!acceptsOwnOrigin(form)) return respondNotFound();
    const visitorForm = toVisitorForm(form);
    return htmlResponse(
      200,
      hostedFormPage({ nonce, form: visitorForm, idempotencyKey: newId() }),
      pageHeaders(nonce, {
        redirectUrl,
        widget: visitorForm.widgetSiteKey !== null,
        embedding: "anywhere",
      }),
    );
  });
}

/** `GET /f/{publicKey}/thanks`: where an accepted HTML post leads when the form names no other page. */
export function showThanks(publicKey: string): Promise<Response> {
  return withForm(publicKey, (form) => {
    const nonce = newNonce();
    const back = acceptsOwnOrigin(form)
      ? { url: `/f/${form.publicKey}`, label: "Send another message" }
      : null;
    return htmlResponse(
      200,
      thanksPage({ nonce, formName: form.name, back }),
      pageHeaders(nonce, { embedding: "anywhere" }),
    );
  });
}
