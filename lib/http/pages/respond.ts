import type { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import type { HttpResponse } from "#lib/http/http-types";
import { type MessagePage, messagePage, notFoundPage } from "#lib/http/pages/message-page";
import { htmlResponse, newNonce, pageHeaders } from "#lib/http/pages/page-headers";
import { visitorTongue } from "#lib/http/pages/words/tongues";
import { finish, toAppError } from "#lib/http/respond";

/** A page with one message. Never shown in a frame, because its button may confirm something. */
export function respondWithMessage(status: number, message: MessagePage): HttpResponse {
  const nonce = newNonce();
  const page = messagePage({ nonce, ...message });
  return finish(htmlResponse(status, page, pageHeaders(nonce, { embedding: "never" })), newId());
}

/** A page about a failure, with Retry-After if it may work later. */
export function respondWithFailure(error: AppError, message: MessagePage): HttpResponse {
  const page = respondWithMessage(error.status, message);
  if (error.retryAfterSeconds !== undefined)
    page.headers["Retry-After"] = String(error.retryAfterSeconds);
  return page;
}

/** The page returned by `work`, or an error page if it throws. */
export async function respondOrApologize(work: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await work();
  } catch (failure) {
    const error = toAppError(failure, newId());
    const title = error.status >= 500 ? "Something went wrong" : "We couldn’t read this request";
    return respondWithFailure(error, { title, paragraphs: [error.message] });
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

/** 405 for a visitor page. The framework's own has no body. */
export function pageMethodNotAllowed(allowed: readonly string[]): HttpResponse {
  const response = respondWithMessage(405, {
    title: "This page can’t be opened directly",
    paragraphs: ["Open the page in a browser, or submit its form."],
  });
  response.headers.Allow = allowed.join(", ");
  return response;
}
