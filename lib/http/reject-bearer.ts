import { newId } from "#lib/core/ids";
import { respondWithMessage } from "#lib/http/pages/respond";
import { errorResponse, finish } from "#lib/http/respond";
import { toWebResponse } from "#lib/http/web";
import { bearerError } from "#lib/session/session-request";

/** Documentation can be read with any header. */
const DOCS_PATH = /^\/docs(?:\/|$)/;
/** No page has a dot there. */
const FILE_PATH = /^\/(?:\.well-known\/)?[^/]+\.[a-z]+$/;

/** Whether an address that proxy.ts sees is a file. All others but `/docs` need the session. */
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
 * The response to a request for a page of the session, or one of its actions, that carries a token: 403
 * `bearer_not_allowed`, as a page for a browser. Null for every other request.
 */
export function rejectBearer(request: Request): Response | null {
  const { method, headers, url } = request;
  const error = bearerError(headers);
  if (!error) return null;
  const isRead = method === "GET" || method === "HEAD";
  const { pathname } = new URL(url);
  if (isRead && (DOCS_PATH.test(pathname) || isFilePath(pathname))) return null;
  if (headers.get("accept")?.includes("text/html"))
    return toWebResponse(respondWithMessage(error.status, EXPLANATION));
  const requestId = newId();
  return toWebResponse(finish(errorResponse(error, requestId), requestId));
}
