import { z } from "zod";

export const MAX_HEADERS = 10;
const MAX_NAME_CHARACTERS = 100;
const MAX_VALUE_CHARACTERS = 1_000;

/** A header's name as HTTP allows it (RFC 9110). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible ASCII, with spaces inside. */
const VALUE = /^[\x21-\x7e]([\x20-\x7e]{0,998}[\x21-\x7e])?$/;
/** A value as it's read back. No value that is sent has an ellipsis. */
const MASKED = /^…[\x20-\x7e]{0,4}$/;

/** What we send ourselves, what belongs to one connection or to its body, and what names the host. */
const RESERVED = new Set([
  "accept-encoding",
  "baggage",
  "connection",
  "expect",
  "host",
  "idempotency-key",
  "keep-alive",
  "te",
  "traceparent",
  "tracestate",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
]);
const RESERVED_PREFIX = /^(webhook|content|proxy)-/;

/** Names are compared in lower case. */
export const headerKey = (name: string) => name.toLowerCase();

function isReserved(name: string): boolean {
  const key = headerKey(name);
  return RESERVED.has(key) || RESERVED_PREFIX.test(key);
}

/** Returns whether a value is what a saved one is read back as. */
export function isMaskedValue(value: string): boolean {
  return MASKED.test(value);
}

/** Shorter values are masked as a whole. */
export const MASKED_FROM = 12;

/** A value without its secret: the last four characters of a long one, and nothing of a short one. */
export function maskValue(value: string): string {
  return value.length < MASKED_FROM ? "…" : `…${value.slice(-4)}`;
}

export const WebhookHeader = z
  .strictObject({
    name: z.string().describe("As it's sent."),
    value: z
      .string()
      .describe("Masked: an ellipsis, and the last four characters if it has at least 12."),
  })
  .describe("A header that the endpoint gets besides ours.");
export type WebhookHeader = z.output<typeof WebhookHeader>;

const HeaderInput = z
  .strictObject({
    name: z
      .string("must be a string")
      .regex(
        TOKEN,
        `must be the name of an HTTP header, like X-Api-Key, with at most ${MAX_NAME_CHARACTERS} characters`,
      )
      .refine((name) => !isReserved(name), "is a header that's set by the service")
      .meta({
        description:
          "1–100 characters, unique in any case. Must not be `Host`, a header that we send or that belongs to the connection, or begin with `Webhook-`, `Content-`, or `Proxy-`.",
        pattern: TOKEN.source,
        maxLength: MAX_NAME_CHARACTERS,
      }),
    value: z
      .string("must be a string")
      .trim()
      .refine(
        (value) => VALUE.test(value) || MASKED.test(value),
        `must be 1 to ${MAX_VALUE_CHARACTERS.toLocaleString("en")} letters, digits, spaces, and signs of ASCII`,
      )
      .meta({
        description:
          "1–1,000 characters of printable ASCII, stored encrypted. The masked value of a saved header keeps what is stored under its name.",
        pattern: `${VALUE.source}|${MASKED.source}`,
        maxLength: MAX_VALUE_CHARACTERS,
      }),
  })
  .describe("A header that the endpoint gets besides ours.");

export const HeadersInput = z
  .array(HeaderInput, "must be a list of headers")
  .max(MAX_HEADERS, `must have at most ${MAX_HEADERS} headers`)
  .superRefine((headers, issue) => {
    const seen = new Set<string>();
    headers.forEach(({ name }, index) => {
      const key = headerKey(name);
      if (seen.has(key))
        issue.addIssue({
          code: "custom",
          path: [index, "name"],
          message: "must be unique among the headers",
        });
      seen.add(key);
    });
  })
  .describe(
    "Headers that every request to the endpoint has besides ours, up to 10. Omit to keep those that are saved. If the URL's host changes, every value is needed again.",
  );
export type HeadersInput = z.output<typeof HeadersInput>;
