import { clientAddress, limitedAddress } from "#lib/core/client-address";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { log } from "#lib/core/telemetry/log";
import { countRequest } from "#lib/domain/intake/limits";
import { findOpenForm, isOriginAllowed, type OpenForm } from "#lib/domain/intake/open-form";
import { type HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { finish } from "#lib/entry/http/respond";
import { REFERRER_OF_FORMS } from "#lib/entry/http/security-headers";

/** Headers that scripts may read in addition to those that CORS always allows. */
const EXPOSED_HEADERS = "Retry-After, X-Request-Id, Idempotent-Replayed, HX-Redirect";
const MAX_REQUESTED_HEADERS_BYTES = 2_048;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Sets the CORS and referrer headers of everything under `/f/`. Nothing there reads a cookie, so a script that sends
 * credentials by default learns nothing from its response. While the form isn't known, any origin may
 * read the response, so that a page can show the error. An origin that isn't allowed gets no headers.
 */
export function setCorsHeaders(
  response: HttpResponse,
  form: OpenForm | null,
  origin: string | null,
): HttpResponse {
  const { headers } = response;
  Object.assign(headers, REFERRER_OF_FORMS, { Vary: "Origin" });
  if (form && !isOriginAllowed(form, origin)) return response;
  headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS;
  headers["Access-Control-Allow-Origin"] = origin ?? "*";
  if (origin !== null) headers["Access-Control-Allow-Credentials"] = "true";
  return response;
}

/** Returns the header names that a preflight requests, if they're valid and not too many. */
function requestedHeaders(request: HttpRequest): string | null {
  const asked = request.headers.get("access-control-request-headers") ?? "";
  if (asked.length > MAX_REQUESTED_HEADERS_BYTES) return null;
  const names = asked.split(",").map((name) => name.trim());
  return names.filter((name) => HEADER_NAME.test(name)).join(", ") || null;
}

/** Finds the form; null, without a query, if this address has sent too many requests. */
async function findFormWithinLimit(
  request: HttpRequest,
  publicKey: string,
): Promise<OpenForm | null> {
  const { isAllowed } = await countRequest({
    name: "intake-preflight",
    key: limitedAddress(clientAddress(request)),
    limit: settings().intakeIpTotalRateLimit,
  });
  return isAllowed ? findOpenForm(publicKey) : null;
}

/**
 * Handles `OPTIONS /f/{publicKey}`, the preflight for JSON and custom headers from another origin. All
 * requested headers are allowed, so that htmx, tracing, and CSRF headers work. While the form can't be
 * read, any origin may send the request and gets the error: a failed preflight would hide it.
 */
export async function respondToPreflight(
  request: HttpRequest,
  publicKey: string,
): Promise<HttpResponse> {
  const form = await findFormWithinLimit(request, publicKey).catch((err: unknown) => {
    log().error({ err }, "allowed a preflight without looking up its form");
    return null;
  });
  const response = new HttpResponse(204, {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, OPTIONS",
    "Access-Control-Allow-Headers":
      requestedHeaders(request) ?? "Content-Type, Accept, Idempotency-Key, X-Requested-With",
    "Access-Control-Max-Age": "86400",
  });
  return finish(setCorsHeaders(response, form, request.headers.get("origin")), newId());
}
