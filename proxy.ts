import { type NextRequest, NextResponse } from "next/server";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { formActionOf } from "#lib/domain/grants/redirect-uri";
import {
  admitLargeBody,
  admitPagePost,
  MAX_OPEN_PAGE_BODY_BYTES,
  pageTooLarge,
} from "#lib/entry/account/page-limits";
import { bearerError, csrfRejected, isForeignAction } from "#lib/entry/account/session-request";
import { isFormScript, toWebResponse } from "#lib/entry/http/http-types";
import { explainAddress, isOwnHost } from "#lib/entry/http/own-address";
import { errorResponse, finish, toAppError } from "#lib/entry/http/respond";
import { securityHeaders } from "#lib/entry/http/security-headers";
import { respondWithMessage } from "#lib/entry/visitor-pages/respond";
import { respondRefused } from "#lib/entry/visitor-pages/respond-refused";

/** Documentation can be read with any header. */
const DOCS_PATH = /^\/docs(?:\/|$)/;
/** Files at the root, versions of the form script, pictures, and `.well-known`; no page has a dot there. */
const FILE_PATH = /^\/(?:\.well-known\/.+|(?:form\/|guides\/)?[^/]+\.[a-z]+)$/;

const OTHER_ADDRESS = "This isn’t the address of this service";

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
  const error = bearerError(request.headers);
  if (!error || isPublicRead(request)) return null;
  if (request.headers.get("accept")?.includes("text/html"))
    return toWebResponse(respondWithMessage(error.status, EXPLANATION));
  const requestId = newId();
  return toWebResponse(finish(errorResponse(error, requestId), requestId));
}

/** Returns whether a request reads documentation or a file. */
function isPublicRead({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  const isRead = method === "GET" || method === "HEAD";
  return isRead && (DOCS_PATH.test(pathname) || FILE_PATH.test(pathname));
}

/**
 * 403 for a page that was opened at another address than BASE_URL, where no one can sign in, with both
 * addresses and what to do. Null for every other request.
 */
function rejectOtherAddress(request: Request): Response | null {
  const { method, headers } = request;
  const host = headers.get("host");
  // Checks by HTTP/1.0 have none.
  if (host === null || isOwnHost(host) || isPublicRead(request)) return null;
  const text = explainAddress(headers) ?? "";
  if (method === "GET" || method === "HEAD")
    return toWebResponse(respondWithMessage(403, { title: OTHER_ADDRESS, paragraphs: [text] }));
  const error = csrfRejected(headers);
  return toWebResponse(
    respondRefused(headers, error, { title: OTHER_ADDRESS, paragraphs: [text] }),
  );
}

/** 403 `csrf_rejected` for a server action that another site calls. Null for every other request. */
function rejectForeignAction(request: Request): Response | null {
  if (!isForeignAction(request)) return null;
  const { headers } = request;
  const error = csrfRejected(headers);
  const title = explainAddress(headers) ? OTHER_ADDRESS : "This request was rejected";
  return toWebResponse(respondRefused(headers, error, { title, paragraphs: [error.message] }));
}

/**
 * The limits of POSTs to pages where our own server isn't in front, which also counts what is chunked.
 * Null for every other request.
 */
async function rejectTooMuch({ method, url, headers }: Request): Promise<Response | null> {
  if (method !== "POST" || settings().trustProxy !== "vercel") return null;
  try {
    const maxBytes = await admitPagePost({ path: new URL(url).pathname, headers });
    const bytes = Number(headers.get("content-length") ?? 0);
    if (bytes > maxBytes) throw pageTooLarge(maxBytes);
    if (bytes > MAX_OPEN_PAGE_BODY_BYTES) await admitLargeBody(headers);
    return null;
  } catch (failure) {
    const error = toAppError(failure, newId());
    const page = { title: "Try again later", paragraphs: [error.message] };
    return toWebResponse(respondRefused(headers, error, page));
  }
}

/**
 * The content security policy: nothing from other hosts, and no inline scripts or styles without the nonce.
 *
 * @param formTarget - where a form of the page may redirect to
 */
function contentPolicy(nonce: string, isSecure: boolean, formTarget: string | null): string {
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
    `form-action 'self'${formTarget === null ? "" : ` ${formTarget}`}`,
    "frame-ancestors 'none'",
    // It would also upgrade the way back to an app on the person's own machine.
    ...(isSecure && formTarget === null ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** Server actions are POST requests to their page. */
const PAGE_METHODS = ["GET", "HEAD", "POST"];
/** The framework responds to a POST to a file with 500. */
const FILE_METHODS = ["GET", "HEAD"];
/** Web pages of any site read these, which browsers ask for first. */
const OAUTH_METADATA = /^\/\.well-known\/oauth-/;

function methodsOf(path: string): readonly string[] {
  if (OAUTH_METADATA.test(path)) return [...FILE_METHODS, "OPTIONS"];
  return FILE_PATH.test(path) ? FILE_METHODS : PAGE_METHODS;
}

/** Where the page that connects an app sends people once they have decided; null on every other page. */
function decidedAt({ pathname, searchParams }: URL): string | null {
  return pathname === "/connect" ? formActionOf(searchParams.get("redirect_uri")) : null;
}

/** Sets the headers of every page. API, intake, and static files have their own. */
export async function proxy(request: NextRequest): Promise<Response> {
  const rejection =
    rejectOtherAddress(request) ??
    rejectBearer(request) ??
    rejectForeignAction(request) ??
    (await rejectTooMuch(request));
  if (rejection) return rejection;

  const { isSecure } = settings();
  const policy = contentPolicy(
    crypto.randomUUID().replaceAll("-", ""),
    isSecure,
    decidedAt(request.nextUrl),
  );
  const requestId = newId();

  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set("X-Request-Id", requestId);
  headers.set("X-Page-Path", `${request.nextUrl.pathname}${request.nextUrl.search}`);

  const methods = methodsOf(request.nextUrl.pathname);
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
    "/((?!f/.|v1(?:/|$)|api(?:/|$)|mcp/?$|_next/static/|test-inbox/[^/]+/preview$|settings/brand/preview$|forms/[^/]+/(?:form|notify/auto-reply)/preview$|verify-recipient/?$|opt-out/?$|mark-spam/?$|stop-digests/?$|confirm-message/?$|openapi\\.(?:json|yaml)$).*)",
};
