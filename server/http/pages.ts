import type { IncomingMessage, ServerResponse } from "node:http";
import { requireUsableDatabase } from "#lib/adapters/db/require-usable-database";
import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { NOTHING_CHANGED } from "#lib/core/refused-action";
import { settings } from "#lib/core/settings/settings";
import {
  admitLargeBody,
  admitPagePost,
  MAX_OPEN_PAGE_BODY_BYTES,
  pageTooLarge,
} from "#lib/entry/account/page-limits";
import { HttpResponse, isFormScript, METHODS } from "#lib/entry/http/http-types";
import { withBody } from "#lib/entry/http/read-body";
import { RequestLog } from "#lib/entry/http/request-log";
import { finish, toAppError } from "#lib/entry/http/respond";
import { TRANSPORT_SECURITY } from "#lib/entry/http/security-headers";
import { respondWithFailure } from "#lib/entry/visitor-pages/respond";
import { visitorTexts } from "#lib/entry/visitor-pages/words/page-texts";
import { preferCompressed } from "#server/http/compressed";
import { send, toRequest } from "#server/http/node-http";
import { hasBody, withWholeBody } from "#server/http/page-body";

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Paths served without the database: files and documentation. */
const WITHOUT_DATABASE = /^\/(_next|docs)(\/|$)|\.[a-z]+$/;
const READS: readonly string[] = ["GET", "HEAD"];

const pathOf = ({ url = "" }: IncomingMessage) => url.split("?")[0] ?? "";

/**
 * Returns a page's route for metrics, one of a limited set: a guide is `/docs/*`, and an unknown path
 * `other`.
 */
function countedAs(path: string, routes: ReadonlySet<string>): string {
  if (routes.has(path)) return path;
  return path.startsWith("/docs/") ? "/docs/*" : "other";
}

type Pages = {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  routes: ReadonlySet<string>;
  /** The paths of files that have a compressed copy. */
  compressed: ReadonlySet<string>;
};

/** The status of a request whose client left before the response. */
const CLIENT_LEFT = 499;

/** Logs a page: its path without IDs, and nothing of its query, which may contain a token. */
function logPage(
  request: IncomingMessage,
  response: ServerResponse,
  routes: ReadonlySet<string>,
): void {
  const path = pathOf(request);
  if (path.startsWith("/_next/") || isFormScript(path)) return;
  const route = path.replace(ID, "{id}").slice(0, 120);
  const entry = new RequestLog("", request.method ?? "", route, countedAs(route, routes));
  response.once("close", () => {
    const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
    // Responses of the framework itself have no ID.
    entry.write(status, String(response.getHeader("X-Request-Id") ?? newId()));
  });
}

/** Responds with one line, for URLs that people don't open. */
export function respondWithText(status: number, text: string, headers = {}): HttpResponse {
  const type = { "Content-Type": "text/plain; charset=utf-8" };
  return finish(new HttpResponse(status, { ...type, ...headers }, text), newId());
}

/** Returns whether the target is a path of this host whose escapes can be decoded. */
function hasValidTarget({ url = "", headers: { host = "localhost" } }: IncomingMessage): boolean {
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return url.startsWith("/") && URL.canParse(`http://${host}`);
  } catch {
    return false;
  }
}

/** Returns the target with single slashes. Browsers read two as the start of another host. */
function cleanTarget(url: string): string {
  const [path = "", ...query] = url.split("?");
  return [path.replaceAll("\\", "/").replaceAll(/\/{2,}/g, "/"), ...query].join("?");
}

/**
 * Returns the response to a request that the framework would fail on, or respond to without our headers; otherwise
 * null.
 */
function rejectPage(request: IncomingMessage): HttpResponse | null {
  const { url = "", method = "" } = request;
  if (!hasValidTarget(request)) return respondWithText(400, "Bad Request");
  const target = cleanTarget(url);
  if (target !== url) return respondWithText(308, target, { Location: target });
  const allowed: readonly string[] = url.startsWith("/_next/") ? READS : METHODS;
  if (allowed.includes(method)) return null;
  return respondWithText(405, "Method Not Allowed", { Allow: allowed.join(", ") });
}

const MAX_LISTENERS = 50;

type Serve = (request: IncomingMessage) => Promise<void>;

/**
 * Reads a request's body within the limits of its page, and serves the page with it.
 *
 * @throws {AppError} rate_limited, body_too_large, service_unavailable, and what {@link withBody} throws
 */
async function admit(incoming: IncomingMessage, serve: Serve): Promise<void> {
  const request = toRequest(incoming);
  const { headers, method } = request;
  const path = pathOf(incoming);
  const isRead = READS.includes(method);
  const maxBytes = isRead ? 0 : await admitPagePost({ path, headers });
  if (isRead && !WITHOUT_DATABASE.test(path)) await requireUsableDatabase();
  // Nothing reads the body of a GET.
  if (isRead || !hasBody(incoming)) return serve(incoming);
  const limits = { maxBytes, tooLarge: () => pageTooLarge(maxBytes) };
  return withBody(request, limits, async (bytes) => {
    if (bytes.byteLength > MAX_OPEN_PAGE_BODY_BYTES) await admitLargeBody(headers);
    return serve(withWholeBody(incoming, bytes));
  });
}

/**
 * Responds with the reason that a page isn't served: to browsers as a page, to the dashboard's scripts as the
 * text that they show.
 */
function respondRejected({ headers }: IncomingMessage, failure: unknown): HttpResponse {
  const { accept = "", "accept-language": languages = null } = headers;
  const isRejection = failure instanceof AppError && failure.status < 500;
  if (!isRejection || accept.includes("text/html"))
    return respondWithFailure(failure, visitorTexts(languages));
  const { status, message, retryAfterSeconds } = toAppError(failure, "");
  const retry = retryAfterSeconds === undefined ? {} : { "Retry-After": `${retryAfterSeconds}` };
  return accept.includes("text/x-component")
    ? respondWithText(status, NOTHING_CHANGED + message, { ...retry, "Content-Type": "text/plain" })
    : respondWithText(status, message, retry);
}

/** Sends our own response, whose ID the log line needs too. */
function sendOwn(own: HttpResponse, response: ServerResponse): Promise<void> {
  response.setHeader("X-Request-Id", own.headers["X-Request-Id"] ?? "");
  return send(own, response);
}

/**
 * Serves a page by the framework, after the checks that it doesn't make. Without its database, a page gets
 * 503 here: the framework would respond with 500.
 */
export async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  { handle, routes, compressed }: Pages,
): Promise<void> {
  logPage(request, response, routes);
  // The framework adds a listener for each part of a page, sometimes more than ten. That isn't a
  // leak.
  response.setMaxListeners(MAX_LISTENERS);
  const rejection = rejectPage(request);
  if (rejection) return sendOwn(rejection, response);
  if (settings().isSecure) response.setHeader(...TRANSPORT_SECURITY);
  preferCompressed(request, response, compressed);
  let isAdmitted = false;
  try {
    await admit(request, (admitted) => {
      isAdmitted = true;
      return handle(admitted, response);
    });
  } catch (failure) {
    if (isAdmitted) throw failure;
    await sendOwn(respondRejected(request, failure), response);
  }
}
