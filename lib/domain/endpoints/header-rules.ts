// Without Zod, because pages load this file.

export const MAX_HEADERS = 10;
export const MAX_HEADER_NAME = 100;
export const MAX_HEADER_VALUE = 1_000;

/** A header's name as HTTP allows it (RFC 9110). */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible ASCII, with spaces inside. */
export const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]{0,998}[\x21-\x7e])?$/;
/** A value as it's read back. No value that is sent has an ellipsis. */
export const MASKED_VALUE = /^…[\x20-\x7e]{0,4}$/;

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

/** Returns whether an endpoint can't have a header of its own with this name. */
export function isReservedHeader(name: string): boolean {
  const key = headerKey(name);
  return RESERVED.has(key) || RESERVED_PREFIX.test(key);
}

/** Returns whether a value is what a saved one is read back as. */
export function isMaskedValue(value: string): boolean {
  return MASKED_VALUE.test(value);
}

/** Shorter values are masked as a whole. */
export const MASKED_FROM = 12;

/** A value without its secret: the last four characters of a long one, and nothing of a short one. */
export function maskValue(value: string): string {
  return value.length < MASKED_FROM ? "…" : `…${value.slice(-4)}`;
}
