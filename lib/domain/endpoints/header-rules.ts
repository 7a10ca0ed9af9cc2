// Doesn't use Zod, because pages load this file.

export const MAX_HEADERS = 10;
export const MAX_HEADER_NAME = 100;
export const MAX_HEADER_VALUE = 1_000;

/** A header's name as HTTP allows it (RFC 9110). */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible ASCII, with spaces inside. */
export const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]{0,998}[\x21-\x7e])?$/;
/** A value as it's read back. No value that is sent has an ellipsis. */
export const MASKED_VALUE = /^…[\x20-\x7e]{0,4}$/;

/**
 * Headers that we send ourselves, that belong to one connection or to its body, or that name the
 * host.
 */
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

/** Returns the lowercase name, by which headers are compared. */
export const headerKey = (name: string) => name.toLowerCase();

/** Returns whether a header name can't be used for a custom header. */
export function isReservedHeader(name: string): boolean {
  const key = headerKey(name);
  return RESERVED.has(key) || RESERVED_PREFIX.test(key);
}

/** Returns whether a value is the masked form of a saved one. */
export function isMaskedValue(value: string): boolean {
  return MASKED_VALUE.test(value);
}

/** Shorter values are masked completely. */
export const MASKED_FROM = 12;

/** Masks a value: only the last four characters of a long one are shown, and none of a short one. */
export function maskValue(value: string): string {
  return value.length < MASKED_FROM ? "…" : `…${value.slice(-4)}`;
}
