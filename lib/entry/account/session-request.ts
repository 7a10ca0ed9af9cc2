import { AppError } from "#lib/core/errors";
import { isLoopbackHost } from "#lib/core/settings/setting-shapes";
import { settings } from "#lib/core/settings/settings";

/** Types of a body that may name a server action. */
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
 * Returns whether a request calls a server action, but not from a page at the address it was sent to. The
 * framework would respond with 500, so this makes the same comparison. Whether the address is
 * ours is for the action to check.
 */
export function isForeignAction({ method, headers }: SessionRequest): boolean {
  const isAction =
    method === "POST" &&
    (headers.has("next-action") || ACTION_TYPES.test(headers.get("content-type") ?? ""));
  if (!isAction) return false;
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") !== "same-origin";
  const [forwarded] = headers.get("x-forwarded-host")?.split(",") ?? [];
  return URL.parse(origin)?.host !== (forwarded?.trim() ?? headers.get("host"));
}

/** The error for a request that carries a token where only a session counts, or null. */
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

export function csrfRejected(): AppError {
  return new AppError(
    "csrf_rejected",
    "This request didn't come from the dashboard. Open the dashboard and try again there.",
  );
}

/**
 * Every session request must pass this before its session is read: no token, and same origin.
 *
 * @throws {AppError} bearer_not_allowed, csrf_rejected
 */
export function requireSessionRequest(request: SessionRequest): void {
  requireNoBearer(request.headers);
  if (!isSameOrigin(request)) throw csrfRejected();
}

/** Returns whether the request was sent to this service: BASE_URL's host, or any loopback name when BASE_URL is loopback. */
export function isOwnHost(host: string | null): boolean {
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return false;
  const base = new URL(settings().baseUrl);
  const named = URL.parse(`${base.protocol}//${host}`);
  if (!named) return false;
  if (named.host === base.host) return true;
  return isLoopbackHost(base.hostname) && isLoopbackHost(named.hostname);
}
