import type { Header, Reference } from "#lib/http/openapi/document-shape";

const HEADERS = {
  "X-Request-Id": {
    description: "UUID of the request, the same as `error.requestId`. Keep it for questions.",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  "Cache-Control": {
    description: "No answer may be kept by a cache.",
    required: true,
    schema: { type: "string", const: "no-store" },
  },
  RateLimit: {
    description:
      "The tightest bucket (`ip`, `token` or `workspace`): `r` requests are left, `t` seconds until the window has room again.",
    schema: { type: "string", examples: ['"token";r=57;t=60'] },
  },
  "RateLimit-Policy": {
    description: "Every bucket that was counted: `q` requests in `w` seconds.",
    schema: {
      type: "string",
      examples: ['"ip";q=60;w=60, "token";q=60;w=60, "workspace";q=60;w=60'],
    },
  },
  "Retry-After": {
    description:
      "Whole seconds to wait before the next try, at least 1; absent where waiting does not help.",
    schema: { type: "integer", minimum: 1, examples: [42] },
  },
  "WWW-Authenticate": {
    description: "The scheme that is wanted.",
    schema: { type: "string", const: "Bearer" },
  },
  "Content-Disposition": {
    description: "Always `attachment`, with the name of the file (RFC 6266).",
    required: true,
    schema: { type: "string" },
  },
  "Content-Length": {
    description: "Size of the file in bytes: a download that ends before it is not complete.",
    required: true,
    schema: { type: "integer", minimum: 1, examples: [48213] },
  },
  "Access-Control-Allow-Origin": {
    description:
      "The request's `Origin`, or `*` without one; absent for an origin that the form doesn't allow.",
    schema: { type: "string" },
  },
  "Idempotent-Replayed": {
    description: "Present when the message was stored by an earlier request with the same key.",
    schema: { type: "string", const: "true" },
  },
  "HX-Redirect": {
    description: "The form's `redirectUrl`, where one is set: htmx goes there.",
    schema: { type: "string", format: "uri" },
  },
  Location: {
    description: "The form's `redirectUrl`, or the hosted thank-you page.",
    required: true,
    schema: { type: "string", format: "uri-reference" },
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const headerComponents: Readonly<Record<string, Header>> = HEADERS;

/** References to header components, by name. */
export function headerRefs(...names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
