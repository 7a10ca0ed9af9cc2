import type { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { NOTHING_CHANGED } from "#lib/core/refused-action";
import { type HttpHeaders, HttpResponse } from "#lib/entry/http/http-types";
import { errorResponse, finish } from "#lib/entry/http/respond";
import { respondWithMessage } from "#lib/entry/visitor-pages/respond";

type RefusedPage = { title: string; paragraphs: readonly string[] };

/**
 * A refusal as its sender can show it: a page in a browser, the text that the dashboard's scripts show, or
 * the error envelope.
 */
export function respondRefused(
  headers: HttpHeaders,
  error: AppError,
  page: RefusedPage,
): HttpResponse {
  const accept = headers.get("accept") ?? "";
  if (accept.includes("text/html")) return respondWithMessage(error.status, page);
  const requestId = newId();
  // The framework's script only passes on text of this type.
  if (accept.includes("text/x-component")) {
    const text = new HttpResponse(
      error.status,
      { "Content-Type": "text/plain" },
      NOTHING_CHANGED + error.message,
    );
    return finish(text, requestId);
  }
  return finish(errorResponse(error, requestId), requestId);
}
