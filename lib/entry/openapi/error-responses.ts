import { ERROR_MEANINGS, ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import type { Endpoint } from "#lib/entry/management/endpoint";
import type { NamedExample, Reference, ResponseObject } from "#lib/entry/openapi/document-shape";
import { EVERY_RESPONSE, type HeaderName, headerRefs } from "#lib/entry/openapi/headers";

/** Errors that any management request can get: from headers, limits, tokens, and query parameters, or unexpected ones. */
export const EVERYWHERE: readonly ErrorCode[] = [
  "token_missing",
  "token_invalid",
  "token_expired",
  "token_revoked",
  "wrong_environment",
  "cookie_not_allowed",
  "origin_not_allowed",
  "proxy_key_not_allowed",
  "wrong_api_origin",
  "rate_limited",
  "validation_failed",
  "internal_error",
  "service_unavailable",
];

const WITH_BODY: readonly ErrorCode[] = [
  "body_too_large",
  "unsupported_media_type",
  "invalid_json",
];

export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(EVERYWHERE);
  if (endpoint.scope !== null) codes.add("insufficient_scope");
  if (endpoint.path.includes("{")) codes.add("not_found");
  // A mutation without a body schema still reads the body, to reject one that isn't allowed.
  if (endpoint.method !== "GET") for (const code of WITH_BODY) codes.add(code);
  for (const code of endpoint.errors ?? []) codes.add(code);
  return [...codes];
}

/** The component name for errors that several operations share. */
const SHARED: readonly { name: string; codes: readonly ErrorCode[] }[] = [
  { name: "Unauthorized", codes: EVERYWHERE.filter((code) => ERROR_STATUS[code] === 401) },
  {
    name: "Forbidden",
    codes: [...EVERYWHERE.filter((code) => ERROR_STATUS[code] === 403), "insufficient_scope"],
  },
  { name: "NotFound", codes: ["not_found"] },
  { name: "BodyTooLarge", codes: ["body_too_large"] },
  { name: "UnsupportedMediaType", codes: ["unsupported_media_type"] },
  { name: "InvalidBody", codes: ["validation_failed", "invalid_json"] },
  { name: "InvalidQuery", codes: ["validation_failed"] },
  { name: "RateLimited", codes: ["rate_limited"] },
  { name: "InternalError", codes: ["internal_error"] },
  { name: "ServiceUnavailable", codes: ["service_unavailable"] },
];

function exampleDetail(code: ErrorCode, isBody: boolean) {
  if (code === "recipient_not_verified")
    return { path: "recipientIds.0", message: "isn't a verified recipient" };
  if (code !== "validation_failed") return null;
  return isBody
    ? { path: "name", message: "is required" }
    : { path: "limit", message: "must be a whole number from 1 to 50" };
}

export const EXAMPLE_REQUEST_ID = "019a9c2e-5b7d-7c31-9f0e-3d2a1b4c5d6e";

function exampleOf(code: ErrorCode, isBody: boolean): NamedExample {
  const detail = exampleDetail(code, isBody);
  const message = ERROR_MEANINGS[code].replaceAll("`", "");
  const error = { code, message, requestId: EXAMPLE_REQUEST_ID };
  return { value: { error: detail ? { ...error, details: [detail] } : error } };
}

function headersOf(status: number, isCounted: boolean): HeaderName[] {
  const names: HeaderName[] = [...EVERY_RESPONSE];
  if (isCounted) names.push("RateLimit", "RateLimit-Policy");
  if (status === 401) names.push("WWW-Authenticate");
  if (status === 429 || status === 503) names.push("Retry-After");
  return names;
}

/**
 * Describes the error response for one status. Its codes are described, not listed as an enum, because
 * more may be added.
 */
export function describeErrors(codes: readonly ErrorCode[], isCounted = true): ResponseObject {
  const [first] = codes;
  if (!first) throw new Error("an error response has a code");
  const meanings = codes.map((code) => `- \`${code}\`: ${ERROR_MEANINGS[code]}`);
  return {
    description: meanings.join("\n"),
    headers: headerRefs(...headersOf(ERROR_STATUS[first], isCounted)),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/ErrorEnvelope" },
        examples: Object.fromEntries(
          codes.map((code) => [code, exampleOf(code, codes.includes("invalid_json"))]),
        ),
      },
    },
  };
}

/** Codes by status, in ascending order. */
export function byStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  return [...Map.groupBy(codes, (code) => ERROR_STATUS[code])].sort(([a], [b]) => a - b);
}

function sharedName(codes: readonly ErrorCode[]): string | undefined {
  return SHARED.find(
    (one) => one.codes.length === codes.length && one.codes.every((code) => codes.includes(code)),
  )?.name;
}

/** Returns an endpoint's error responses by status. Shared ones refer to a component. */
export function errorResponsesOf(endpoint: Endpoint): Record<string, ResponseObject | Reference> {
  return Object.fromEntries(
    byStatus(errorCodesOf(endpoint)).map(([status, codes]) => {
      const name = sharedName(codes);
      return [
        String(status),
        name ? { $ref: `#/components/responses/${name}` } : describeErrors(codes),
      ];
    }),
  );
}

export function errorComponents(): Record<string, ResponseObject> {
  return Object.fromEntries(SHARED.map(({ name, codes }) => [name, describeErrors(codes)]));
}
