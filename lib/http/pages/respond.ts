import type { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import type { HttpResponse } from "#lib/http/http-types";
import { type MessagePage, messagePage, notFoundPage } from "#lib/http/pages/message-page";
import { htmlResponse, newNonce, pageHeaders } from "#lib/http/pages/page-headers";
import { type Tongue, visitorTongue } from "#lib/http/pages/words/tongues";
import { finish, toAppError } from "#lib/http/respond";

/** A page with one message. Never shown in a frame, because its button may confirm something. */
export function respondWithMessage(status: number, message: MessagePage): HttpResponse {
  const nonce = newNonce();
  const page = messagePage({ nonce, ...message });
  return finish(htmlResponse(status, page, pageHeaders(nonce, { embedding: "never" })), newId());
}

/** A page about a failure, with Retry-After if it may work later. */
export function respondWithFailure(
  error: AppError,
  tongue: Tongue,
  heading = tongue.words.failure.title,
): HttpResponse {
  const { text, unreadTitle, unreadText } = tongue.words.failure;
  const isOurs = error.status >= 500 || error.retryAfterSeconds !== undefined;
  const [title, paragraph] = isOurs ? [heading, text] : [unreadTitle, unreadText];
  const page = respondWithMessage(error.status, { title, paragraphs: [paragraph], tongue });
  if (error.retryAfterSeconds !== undefined)
    page.headers["Retry-After"] = String(error.retryAfterSeconds);
  return page;
}

/**
 * The page returned by `work`, or an error page if it throws.
 *
 * @param languages - `Accept-Language`
 */
export async function respondOrApologize(
  languages: string | null,
  work: (tongue: Tongue) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const tongue = visitorTongue(languages);
  try {
    return await work(tongue);
  } catch (failure) {
    return respondWithFailure(toAppError(failure, newId()), tongue);
  }
}

/**
 * 404 for an unknown form.
 *
 * @param languages - `Accept-Language`
 */
export function respondNotFound(languages: string | null): HttpResponse {
  const nonce = newNonce();
  const headers = pageHeaders(nonce, { embedding: "anywhere" });
  return finish(
    htmlResponse(404, notFoundPage({ nonce, tongue: visitorTongue(languages) }), headers),
    newId(),
  );
}

/**
 * 405 for a visitor page. The framework's own has no body.
 *
 * @param languages - `Accept-Language`
 */
export function pageMethodNotAllowed(
  languages: string | null,
  allowed: readonly string[],
): HttpResponse {
  const tongue = visitorTongue(languages);
  const { directTitle, directText } = tongue.words.failure;
  const response = respondWithMessage(405, {
    title: directTitle,
    paragraphs: [directText],
    tongue,
  });
  response.headers.Allow = allowed.join(", ");
  return response;
}
