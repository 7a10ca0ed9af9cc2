import type { Header, Reference, Schema } from "#lib/entry/openapi/document-shape";

const text = (description: string, more: Schema = {}): Header => {
  return { description, schema: { type: "string", ...more } };
};
const required = ({ description, schema }: Header): Header => {
  return { description, required: true, schema };
};

const HEADERS = {
  "X-Request-Id": required(
    text("UUID of the request, same as `error.requestId`. Include it when you contact support.", {
      format: "uuid",
    }),
  ),
  "Cache-Control": required(text("Responses must not be cached.", { const: "no-store" })),
  "X-Content-Type-Options": required(
    text("Browsers must not guess the content type.", { const: "nosniff" }),
  ),
  "Referrer-Policy": required(
    text("What browsers tell other sites about the page that links to them.", {
      enum: ["same-origin", "strict-origin-when-cross-origin"],
    }),
  ),
  "Cross-Origin-Opener-Policy": required(
    text("Isolates cross-origin windows.", { enum: ["same-origin", "unsafe-none"] }),
  ),
  "Permissions-Policy": required(text("Features of the browser that pages can't use.")),
  "Strict-Transport-Security": text(
    "Browsers must use HTTPS. Present if the service is reached over HTTPS.",
  ),
  RateLimit: text(
    "The limit closest to being reached (`ip`, `token`, or `workspace`): `r` is the number of requests left, and `t` the seconds until it resets.",
    { examples: ['"token";r=57;t=60'] },
  ),
  "RateLimit-Policy": text("Every limit that applies: `q` requests per `w` seconds.", {
    examples: ['"ip";q=60;w=60, "token";q=60;w=60, "workspace";q=60;w=60'],
  }),
  "Retry-After": {
    description: "Seconds to wait before you retry, at least 1. Absent if waiting doesn't help.",
    schema: { type: "integer", minimum: 1, examples: [42] },
  },
  "WWW-Authenticate": text("The required authentication scheme.", { const: "Bearer" }),
  "Content-Disposition": required(text("Always `attachment`, with the filename (RFC 6266).")),
  "Content-Length": {
    description: "File size in bytes. A shorter download is incomplete.",
    required: true,
    schema: { type: "integer", minimum: 1, examples: [48213] },
  },
  "Content-Security-Policy": text("Restricts how a browser may use the response."),
  Vary: required(text("The response depends on the request's `Origin`.", { const: "Origin" })),
  "Access-Control-Allow-Credentials": text(
    "Present if the request has an `Origin` that the form allows.",
    { const: "true" },
  ),
  "Access-Control-Expose-Headers": text(
    "The headers that scripts can read. Absent if the form doesn't allow the origin.",
  ),
  "Access-Control-Allow-Origin": text(
    "The request's `Origin`, or `*` if it has none. Absent if the form doesn't allow the origin.",
  ),
  "Idempotent-Replayed": text(
    "Present if an earlier request with the same key, or the same content from a browser, stored the submission.",
    { const: "true" },
  ),
  "HX-Redirect": text("The form's `redirectUrl`, if set. htmx and `/form.js` navigate to it.", {
    format: "uri",
  }),
  Location: required(
    text("The form's `redirectUrl`, or our thank-you page.", { format: "uri-reference" }),
  ),
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

export const headerComponents: Readonly<Record<string, Header>> = HEADERS;

export const EVERY_RESPONSE = [
  "X-Request-Id",
  "Cache-Control",
  "X-Content-Type-Options",
  "Referrer-Policy",
  "Cross-Origin-Opener-Policy",
  "Permissions-Policy",
  "Strict-Transport-Security",
] as const;

export function headerRefs(...names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
