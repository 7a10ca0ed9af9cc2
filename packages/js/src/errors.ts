import type { ErrorCode } from "./generated/api-types.js";

/** One thing that's wrong in a request: `path` is dotted, such as `rules.0.value`. */
export type ErrorDetail = { path: string; message: string };

type ErrorFields = {
  status: number;
  code: string;
  details?: ErrorDetail[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** Thrown when the service rejects a call, can't be reached, or returns something unexpected. */
export class FormIntakeError extends Error {
  override readonly name = "FormIntakeError";
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  /**
   * The service's error code. New ones may be added. The client's own codes are `connection_failed`, `timeout`, and
   * `unexpected_response` (anything but the JSON of the service, such as a proxy's error page).
   */
  readonly code: ErrorCode | "connection_failed" | "timeout" | "unexpected_response";
  /** Everything that's wrong in the request, or empty. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in support questions. */
  readonly requestId: string | null;
  /** Seconds to wait before another try, from `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, fields: ErrorFields) {
    super(message, { cause: fields.cause });
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details ?? [];
    this.requestId = fields.requestId ?? null;
    this.retryAfterSeconds = fields.retryAfterSeconds ?? null;
  }
}

/** `Retry-After` in seconds. Proxies also send it as a date. */
function readRetryAfter(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const isDetail = (value: unknown): value is ErrorDetail =>
  isObject(value) && typeof value.path === "string" && typeof value.message === "string";

/** A response that isn't the service's, such as a proxy's page or a redirect. Reads nothing. */
export function unexpectedResponse(response: Response): FormIntakeError {
  const { status, url, headers } = response;
  const location = headers.get("location");
  const what =
    location === null
      ? `${headers.get("content-type") ?? "no content type"} instead of the service's JSON`
      : `a redirect to ${location}`;
  return new FormIntakeError(`${url} responded with ${status} and ${what}. Check baseUrl.`, {
    status,
    code: "unexpected_response",
    requestId: headers.get("x-request-id"),
    retryAfterSeconds: readRetryAfter(headers),
  });
}

/** Reads JSON. @throws {FormIntakeError} unexpected_response */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw unexpectedResponse(response);
  }
}

/** Reads the error of a response with a status other than 2xx. */
export async function readError(response: Response): Promise<FormIntakeError> {
  const { status, headers } = response;
  const body = await readJson(response);
  const error = isObject(body) ? body.error : undefined;
  if (!isObject(error) || typeof error.code !== "string" || typeof error.message !== "string")
    return unexpectedResponse(response);
  const { code, message, details, requestId } = error;
  return new FormIntakeError(message, {
    status,
    code,
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    requestId: typeof requestId === "string" ? requestId : headers.get("x-request-id"),
    retryAfterSeconds: readRetryAfter(headers),
  });
}
