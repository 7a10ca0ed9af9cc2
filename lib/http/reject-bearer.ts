import { newId } from "#lib/core/ids";
import { respondWithMessage } from "#lib/http/pages/respond";
import { errorResponse, finish } from "#lib/http/respond";
import { bearerError } from "#lib/session/session-request";

/** Documentation may be read with any header. */
const DOCS_PATH = /^\/docs(?:\/|$)/;
/** No page has a dot there. */
const FILE_PATH = /^\/(?:\.well-known\/)?[^/]+\.[a-z]+$/;

/** Whether an address that proxy.ts sees is that of a file. All but these and `/docs` are of the session. */
export function isFilePath(pathname: string): boolean {
  return FILE_PATH.test(pathname);
}

const EXPLANATION = {
  title: "Remove the Authorization header",
  paragraphs: [
    "This page requires a signed-in session, but the request has an Authorization header.",
    "Using the API? Send your token to URLs under /v1.",
    "Seeing this in a browser? A proxy in front of this service adds the header, for example for HTTP Basic authentication. Configure it to remove the header before forwarding requests.",
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
  const { pathname } = new URL(url);
  if (isRead && (DOCS_PATH.test(pathname) || isFilePath(pathname))) return null;
  if (headers.get("accept")?.includes("text/html"))
    return respondWithMessage(error.status, EXPLANATION);
  const requestId = newId();
  return finish(errorResponse(error, requestId), requestId);
}
