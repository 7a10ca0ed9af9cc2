/** What a request is counted against: at most `limit` requests per `key` in any `windowSeconds`. */
export type Bucket = { name: string; key: string; limit: number; windowSeconds: number };

/** The answer for one request; `resetSeconds` is whole and at least 1. */
export type Allowance = {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
};

/** Where requests are counted. */
export type Limiter = {
  /** Counts one request against the bucket. */
  consume(bucket: Bucket): Promise<Allowance>;
  /** Lets go of every connection; a later `consume` opens a new one. */
  close(): void;
};

/**
 * Whole seconds to wait, at least 1, from a duration in milliseconds. Rounded to microseconds first: sums
 * of a clock's fractions are off by less, and a minute must not become 61 seconds.
 */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(Math.round(milliseconds * 1000) / 1_000_000));
}
