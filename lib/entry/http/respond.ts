import { z } from "zod";
import { isTransient } from "#lib/adapters/db/connection-error";
import type { Page } from "#lib/core/cursor";
import { AppError } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { streamText } from "#lib/core/streams";
import { log } from "#lib/core/telemetry/log";
import { HttpResponse } from "#lib/entry/http/http-types";
import { securityHeaders } from "#lib/entry/http/security-headers";

export const ErrorEnvelope = z
  .strictObject({
    error: z
      .strictObject({
        code: z
          .string()
          .describe(
            "Machine-readable error code. We may add codes, so fall back to the status for ones you don't know.",
          ),
        message: z.string().describe("Human-readable explanation."),
        requestId: z
          .uuid()
          .optional()
          .describe(
            "ID of the request in our logs, same as the `X-Request-Id` header. Absent if the request was rejected before it reached the application.",
          ),
        details: z
          .array(
            z.strictObject({
              path: z
                .string()
                .describe(
                  "Dotted path in the body (`settings.uploads.retentionDays`, `rules.0.value`) or the name of a query parameter. Empty for the whole body.",
                ),
              message: z.string().describe("What's wrong with the value."),
            }),
          )
          .min(1)
          .optional()
          .describe("Every validation error in the request."),
      })
      .describe("The error."),
  })
  .describe("The body of every error response.");
export type ErrorEnvelope = z.output<typeof ErrorEnvelope>;

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
  cookies: readonly string[] = [],
): HttpResponse {
  const all = { "Content-Type": "application/json; charset=utf-8", ...headers };
  return new HttpResponse(status, all, JSON.stringify(body), cookies);
}

/** Turns an endpoint's result into a response: a JSON body, nothing, or already a response. */
export function toResponse(reply: unknown, status: number): HttpResponse {
  if (reply instanceof HttpResponse) return reply;
  return reply === undefined ? new HttpResponse(204, {}) : jsonResponse(status, reply);
}

export function toEnvelope(error: AppError, requestId: string): ErrorEnvelope {
  const { code, message, details } = error;
  return { error: { code, message, requestId, ...(details ? { details: [...details] } : {}) } };
}

/** @param more - members beside `error` */
export function errorResponse(error: AppError, requestId: string, more: object = {}): HttpResponse {
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== undefined)
    headers["Retry-After"] = String(error.retryAfterSeconds);
  if (error.status === 401 && error.code.startsWith("token_"))
    headers["WWW-Authenticate"] = "Bearer";
  if (error.code === "wrong_environment") headers["WWW-Authenticate"] = "Bearer";
  return jsonResponse(error.status, { ...more, ...toEnvelope(error, requestId) }, headers);
}

/**
 * Converts any failure to an error that the caller may see; the cause of an unexpected one is
 * logged.
 */
export function toAppError(failure: unknown, requestId: string): AppError {
  if (failure instanceof AppError) {
    if (failure.status >= 500) log().error({ requestId, err: failure }, "request failed");
    return failure;
  }
  log().error({ requestId, err: failure }, "request failed");
  if (isTransient(failure))
    return new AppError(
      "service_unavailable",
      "The service is temporarily unavailable. Try again soon.",
      {
        retryAfterSeconds: 5,
        cause: failure,
      },
    );
  return new AppError(
    "internal_error",
    "Something went wrong on our end. Check whether the change took effect before you retry.",
    { cause: failure },
  );
}

/** Sets the headers of every response that a handler makes. */
export function finish(response: HttpResponse, requestId: string): HttpResponse {
  const { headers } = response;
  headers["Cache-Control"] = "no-store";
  headers["X-Request-Id"] = requestId;
  for (const [name, value] of securityHeaders(settings().isSecure)) headers[name] ??= value;
  return response;
}

const START = '{"data":[';

async function* writePage(
  { data: _, ...others }: Page<unknown>,
  items: AsyncIterable<unknown>,
): AsyncGenerator<string, void> {
  let before = START;
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ",";
  }
  const end = JSON.stringify({ data: [], ...others }).slice(START.length);
  yield before === START ? START + end : end;
}

/**
 * Responds with a page whose items are written as they're read, so that a large page is never in memory
 * as a whole.
 */
export function streamPage(page: Page<unknown>, items: AsyncIterable<unknown>): HttpResponse {
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  return new HttpResponse(200, headers, streamText(writePage(page, items)));
}
