import { expect } from "vitest";
import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import type { Endpoint } from "#lib/entry/management/endpoint";
import { errorCodesOf } from "#lib/entry/openapi/error-responses";

export type Answer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The parsed body of a JSON response, otherwise undefined. */
  json: unknown;
};

const CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** The error envelope, without extra properties. */
export const ErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(CODES),
    message: z.string().regex(/^[A-Z][^\n]*\.$/, "is one sentence"),
    requestId: z.uuidv7(),
    details: z
      .array(z.strictObject({ path: z.string(), message: z.string().min(1) }))
      .min(1)
      .optional(),
  }),
});

/** The envelope, and the words that scripts of websites test for. */
export const ScriptErrorBody = z.strictObject({
  // The message may begin with a field's name.
  error: ErrorBody.shape.error.extend({ message: z.string().min(1) }),
  ok: z.literal(false),
  success: z.literal(false),
  code: z.int(),
  status: z.literal("error"),
  result: z.literal("error"),
  message: z.string().regex(/^[A-Z][^\n]*[.。]$/, "is whole sentences"),
  errors: z
    .array(
      z.strictObject({
        field: z.string().min(1).optional(),
        code: z.enum(CODES),
        message: z.string().min(1),
      }),
    )
    .min(1),
});

/** Errors for requests that are rejected before they count toward a rate limit. */
const UNCOUNTED: ErrorCode[] = [
  "proxy_key_not_allowed",
  "cookie_not_allowed",
  "origin_not_allowed",
  "wrong_api_origin",
  "method_not_allowed",
];

const WITHOUT_RETRY: ErrorCode[] = [
  "recipient_limit_reached",
  "token_limit_reached",
  "destination_limit_reached",
  "saved_reply_limit_reached",
  "form_limit_reached",
];

export async function readResult(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json: isJson && bytes.byteLength > 0 ? JSON.parse(bytes.toString("utf8")) : undefined,
  };
}

/** Checks the headers that every API response must have. */
export function checkEveryAnswer(answer: Answer, method: string): void {
  const { headers } = answer;
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  if (answer.status >= 400 && method !== "HEAD") checkError(answer);
}

function checkError(answer: Answer): void {
  const { error } = ErrorBody.parse(answer.json);
  const { headers } = answer;
  expect(answer.status, error.code).toBe(ERROR_STATUS[error.code]);
  expect(error.requestId).toBe(headers.get("x-request-id"));
  const isTokenRejected = error.code.startsWith("token_") || error.code === "wrong_environment";
  expect(headers.get("www-authenticate"), error.code).toBe(
    answer.status === 401 && isTokenRejected ? "Bearer" : null,
  );
  expect(headers.has("allow")).toBe(answer.status === 405);
  if (answer.status === 429 && !WITHOUT_RETRY.includes(error.code))
    expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
}

/** Checks the rate limit headers, which every counted request's response has. */
function checkRateLimitHeaders(answer: Answer, isCounted: boolean): void {
  const { headers } = answer;
  if (!isCounted) {
    expect([headers.get("ratelimit"), headers.get("ratelimit-policy")]).toEqual([null, null]);
    return;
  }
  expect(headers.get("ratelimit")).toMatch(/^"(ip|token|workspace)";r=\d+;t=[1-9]\d*$/);
  expect(headers.get("ratelimit-policy")).toMatch(
    /^"ip";q=\d+;w=60(, "token";q=\d+;w=60(, "workspace";q=\d+;w=60)?)?$/,
  );
}

/** Checks a `/v1` response against the contract; `endpoint` is null for an unknown path. */
export function checkManagementAnswer(
  answer: Answer,
  method: string,
  endpoint: Endpoint | null,
): void {
  if (method === "HEAD") return;
  if (answer.status >= 400) {
    const { code } = ErrorBody.parse(answer.json).error;
    checkRateLimitHeaders(answer, endpoint !== null && !UNCOUNTED.includes(code));
    if (endpoint) {
      expect([...errorCodesOf(endpoint), ...UNCOUNTED], "a documented code").toContain(code);
      expect(code, "no test may cause an internal error").not.toBe("internal_error");
    } else expect(["not_found", ...UNCOUNTED]).toContain(code);
    return;
  }
  checkRateLimitHeaders(answer, true);
  const documented = endpoint?.responses[answer.status];
  if (!documented) throw new Error(`${answer.status} isn't a documented response`);
  const mediaType = documented.mediaType ?? (documented.schema ? "application/json" : null);
  expect(answer.headers.get("content-type")?.split(";")[0] ?? null).toBe(mediaType);
  if (mediaType === null) expect(answer.bytes.byteLength).toBe(0);
  // Strict objects reject unknown properties; only a record silently drops `__proto__`.
  if (documented.schema)
    expect(answer.json).toMatchObject(
      z.looseObject({}).parse(documented.schema.parse(answer.json)),
    );
}
