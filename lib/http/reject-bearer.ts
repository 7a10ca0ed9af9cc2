import { newId } from "#lib/core/ids";
import { respondWithMessage } from "#lib/http/pages/respond";
import { errorResponse, finish } from "#lib/http/respond";
import { bearerError } from "#lib/session/session-request";

/**
 * What may be read with any header: documentation, and files at the root (no page has a dot there).
 * Every other address that proxy.ts sees is a page of the session, also one that is not named yet.
 */
const PUBLIC_PATH = /^\/(?:docs(?:\/|$)|\.well-known\/|[^/]+\.[a-z]+$)/;

const EXPLANATION = {
  title: "Remove the Authorization header",
  paragraphs: [
    "This page needs a signed-in session, and this request carries an Authorization header.",
    "Using the API? Send your token to addresses under /v1.",
    "Seeing this in a browser? A proxy in front of this service adds the header, for example for HTTP Basic authentication. Set it to remove the header before it forwards requests.",
  ],
};

/**
 * The answer to a request for a page of the session, or an action on it, that carries a token: 403
 * `bearer_not_allowed`, as a page where a browser asks. Null for every other request.
 */
export function rejectBearer(request: Request): Response | null {
  const { method, headers, url } = request;
  const error = bearerError(headers);
  if (!error) return null;
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && PUBLIC_PATH.test(new URL(url).pathname)) return null;
  if (headers.get("accept")?.includes("text/html"))
    return respondWithMessage(error.status, EXPLANATION);
  const requestId = newId();
  return finish(errorResponse(error, requestId), requestId);
}
