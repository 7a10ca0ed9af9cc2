import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { explainAddress, isOwnHost } from "#lib/entry/http/own-address";

/** Content types of a body that may call a server action. */
const ACTION_TYPES = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i;

type RequestHeaders = Pick<Headers, "get" | "has">;
type SessionRequest = { method: string; headers: RequestHeaders };

function isOwnOrigin(origin: string, host: string | null): boolean {
  const url = URL.parse(origin);
  return (
    url !== null &&
    url.protocol === new URL(settings().baseUrl).protocol &&
    url.host === host?.toLowerCase() &&
    isOwnHost(url.host)
  );
}

/**
 * Returns whether a request comes from a page of this service. Browsers send `Origin` or `Sec-Fetch-Site` with
 * every mutation, and other sites can't forge them. A read may also come from the address bar, a
 * bookmark, or a browser that sends neither.
 */
function isSameOrigin({ method, headers }: SessionRequest): boolean {
  const origin = headers.get("origin");
  if (origin !== null) return isOwnOrigin(origin, headers.get("host"));
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin") return true;
  return (method === "GET" || method === "HEAD") && (site === null || site === "none");
}

/**
 * Returns whether a request calls a server action from another site. The framework would respond with 500 if
 * the page's host differs from the request's, so this compares them too.
 */
export function isForeignAction({ method, headers }: SessionRequest): boolean {
  const isAction =
    method === "POST" &&
    (headers.has("next-action") || ACTION_TYPES.test(headers.get("content-type") ?? ""));
  if (!isAction) return false;
  if (!isSameOrigin({ method, headers })) return true;
  const origin = headers.get("origin");
  if (origin === null) return false;
  const [forwarded] = headers.get("x-forwarded-host")?.split(",") ?? [];
  return URL.parse(origin)?.host !== (forwarded?.trim() ?? headers.get("host"));
}

/** Returns the error for a request with a token where only a session is accepted, or null. */
export function bearerError(headers: RequestHeaders): AppError | null {
  if (!headers.has("authorization")) return null;
  return new AppError(
    "bearer_not_allowed",
    "This URL requires a signed-in session. Remove the Authorization header, or use your token with the API under /v1.",
  );
}

/**
 * Rejects a token, even next to a valid cookie.
 *
 * @throws {AppError} bearer_not_allowed
 */
export function requireNoBearer(headers: RequestHeaders): void {
  const error = bearerError(headers);
  if (error) throw error;
}

export function csrfRejected(headers: RequestHeaders): AppError {
  const message =
    explainAddress(headers) ??
    "This request didn't come from the dashboard. Open the dashboard and try again there.";
  return new AppError("csrf_rejected", message);
}

/**
 * Requires a request without a token and from the same origin. Every session request must pass this
 * before its session is read.
 *
 * @throws {AppError} bearer_not_allowed, csrf_rejected
 */
export function requireSessionRequest(request: SessionRequest): void {
  requireNoBearer(request.headers);
  if (!isSameOrigin(request)) throw csrfRejected(request.headers);
}
