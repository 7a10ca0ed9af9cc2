import type { Header, Reference } from "#lib/openapi/document-shape";

const HEADERS = {
  "X-Request-Id": {
    description:
      "UUID of the request, same as `error.requestId`. Include it when you contact support.",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  "Cache-Control": {
    description: "Responses must not be cached.",
    required: true,
    schema: { type: "string", const: "no-store" },
  },
  "X-Content-Type-Options": {
    description: "Browsers must not guess the content type.",
    required: true,
    schema: { type: "string", const: "nosniff" },
  },
  "Referrer-Policy": {
    description: "Omits the Referer on cross-site requests.",
    required: true,
    schema: { type: "string", const: "same-origin" },
  },
  "Cross-Origin-Opener-Policy": {
    description: "Isolates cross-origin windows.",
    required: true,
    schema: { type: "string", enum: ["same-origin", "unsafe-none"] },
  },
  "Permissions-Policy": {
    description: "Features of the browser that pages can't use.",
    required: true,
    schema: { type: "string" },
  },
  "Strict-Transport-Security": {
    description: "Browsers must use HTTPS. Present if the service is reached over HTTPS.",
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      "The limit closest to being reached (`ip`, `token`, or `workspace`): `r` is the number of requests left, and `t` the seconds until it resets.",
    schema: { type: "string", examples: ['"token";r=57;t=60'] },
  },
  "RateLimit-Policy": {
    description: "Every limit that applies: `q` requests per `w` seconds.",
    schema: {
      type: "string",
      examples: ['"ip";q=60;w=60, "token";q=60;w=60, "workspace";q=60;w=60'],
    },
  },
  "Retry-After": {
    description: "Seconds to wait before you retry, at least 1. Absent if waiting doesn't help.",
    schema: { type: "integer", minimum: 1, examples: [42] },
  },
  "WWW-Authenticate": {
    description: "The required authentication scheme.",
    schema: { type: "string", const: "Bearer" },
  },
  "Content-Disposition": {
    description: "Always `attachment`, with the filename (RFC 6266).",
    required: true,
    schema: { type: "string" },
  },
  "Content-Length": {
    description: "File size in bytes. A shorter download is incomplete.",
    required: true,
    schema: { type: "integer", minimum: 1, examples: [48213] },
  },
  "Content-Security-Policy": {
    description: "Restricts how a browser may use the response.",
    schema: { type: "string" },
  },
  Vary: {
    description: "The response depends on the request's `Origin`.",
    required: true,
    schema: { type: "string", const: "Origin" },
  },
  "Access-Control-Allow-Credentials": {
    description: "Present if the request has an `Origin` that the form allows.",
    schema: { type: "string", const: "true" },
  },
  "Access-Control-Expose-Headers": {
    description: "The headers that scripts can read. Absent if the form doesn't allow the origin.",
    schema: { type: "string" },
  },
  "Access-Control-Allow-Origin": {
    description:
      "The request's `Origin`, or `*` if it has none. Absent if the form doesn't allow the origin.",
    schema: { type: "string" },
  },
  "Idempotent-Replayed": {
    description: "Present if an earlier request with the same key stored the submission.",
    schema: { type: "string", const: "true" },
  },
  "HX-Redirect": {
    description: "The form's `redirectUrl`, if set. htmx and `/form.js` navigate to it.",
    schema: { type: "string", format: "uri" },
  },
  Location: {
    description: "The form's `redirectUrl`, or our thank-you page.",
    required: true,
    schema: { type: "string", format: "uri-reference" },
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const headerComponents: Readonly<Record<string, Header>> = HEADERS;

/** Headers of every response. */
export const EVERY_RESPONSE = [
  "X-Request-Id",
  "Cache-Control",
  "X-Content-Type-Options",
  "Referrer-Policy",
  "Cross-Origin-Opener-Policy",
  "Permissions-Policy",
  "Strict-Transport-Security",
] as const;

/** References to header components, by name. */
export function headerRefs(...names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
