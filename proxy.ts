import { type NextRequest, NextResponse } from "next/server";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { bearerError, csrfRejected, isForeignAction } from "#lib/entry/account/session-request";
import { isFormScript, toWebResponse } from "#lib/entry/http/http-types";
import { errorResponse, finish } from "#lib/entry/http/respond";
import { securityHeaders } from "#lib/entry/http/security-headers";
import { respondWithMessage } from "#lib/entry/visitor-pages/respond";

/** Documentation can be read with any header. */
const DOCS_PATH = /^\/docs(?:\/|$)/;
/** Files at the root, versions of the form script, pictures, and `.well-known`; no page has a dot there. */
const FILE_PATH = /^\/(?:\.well-known\/.+|(?:form\/|guides\/)?[^/]+\.[a-z]+)$/;

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
function rejectBearer(request: Request): Response | null {
  const { method, headers, url } = request;
  const error = bearerError(headers);
  if (!error) return null;
  const isRead = method === "GET" || method === "HEAD";
  const { pathname } = new URL(url);
  if (isRead && (DOCS_PATH.test(pathname) || FILE_PATH.test(pathname))) return null;
  if (headers.get("accept")?.includes("text/html"))
    return toWebResponse(respondWithMessage(error.status, EXPLANATION));
  const requestId = newId();
  return toWebResponse(finish(errorResponse(error, requestId), requestId));
}

/** 403 `csrf_rejected` for a server action that another site calls. Null for every other request. */
function rejectForeignAction(request: Request): Response | null {
  if (!isForeignAction(request)) return null;
  const requestId = newId();
  return toWebResponse(finish(errorResponse(csrfRejected(), requestId), requestId));
}

/** The content security policy: nothing from other hosts, and no inline scripts or styles without the nonce. */
function contentPolicy(nonce: string, isSecure: boolean): string {
  const isDevelopment = settings().nodeEnv === "development";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isSecure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Server actions are POST requests to their page. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];
/** The framework responds to a POST to a file with 500. */
const FILE_METHODS = ["GET", "HEAD"];

/** Sets the headers of every page. API, intake, and static files have their own. */
export function proxy(request: NextRequest): Response {
  const rejection = rejectBearer(request) ?? rejectForeignAction(request);
  if (rejection) return rejection;

  const { isSecure } = settings();
  const policy = contentPolicy(crypto.randomUUID().replaceAll("-", ""), isSecure);
  const requestId = newId();

  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set("X-Request-Id", requestId);
  headers.set("X-Page-Path", `${request.nextUrl.pathname}${request.nextUrl.search}`);

  const methods = FILE_PATH.test(request.nextUrl.pathname) ? FILE_METHODS : PAGE_METHODS;
  const isAllowed = methods.includes(request.method);
  const response = isAllowed
    ? NextResponse.next({ request: { headers } })
    : new NextResponse("Method Not Allowed", {
        status: 405,
        headers: { Allow: methods.join(", ") },
      });
  for (const [name, value] of securityHeaders(isSecure)) response.headers.set(name, value);
  response.headers.set("Content-Security-Policy", policy);
  response.headers.set("X-Request-Id", requestId);
  const isCacheable = isAllowed && isFormScript(request.nextUrl.pathname);
  if (!isCacheable) response.headers.set("Cache-Control", "no-store");
  return response;
}

export const config = {
  // Next buffers the body of a request that passes here, which intake and the APIs can't have. Visitors'
  // pages and previews in frames have a policy of their own.
  matcher:
    "/((?!f/.|v1(?:/|$)|api(?:/|$)|mcp/?$|_next/static/|test-inbox/[^/]+/preview$|forms/[^/]+/(?:auto-reply|fields)/preview$|verify-recipient/?$|opt-out/?$|mark-spam/?$|confirm-message/?$|openapi(?:-3\\.0)?\\.(?:json|yaml)$).*)",
};
