/** A limit: at most `limit` requests per `key` in any `windowSeconds`. */
export type Bucket = {
  name: string;
  key: string;
  limit: number;
  windowSeconds: number;
  /** True to only check whether a request would pass, without counting it. */
  isLook?: true;
};

/** The result for one request; `resetSeconds` is whole and at least 1. */
export type RateLimitResult = {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
};

export type Limiter = {
  consume(bucket: Bucket): Promise<RateLimitResult>;
  /** Closes every connection; a later `consume` opens a new one. */
  close(): void;
};

/**
 * Milliseconds as whole seconds, at least 1. Rounds to microseconds first, so that floating-point
 * errors don't turn a minute into 61 seconds.
 */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(Math.round(milliseconds * 1000) / 1_000_000));
}

/**
 * Requests close together share an entry, which expires with the last one, so the limit is never
 * too lenient.
 */
type Entry = { firstAt: number; lastAt: number; count: number };
type Counter = { entries: Entry[]; windowMs: number };

const ENTRIES_PER_WINDOW = 60;
const SWEEP_PER_CALL = 2;

/**
 * A sliding window in this process: no more than `limit` requests pass in any `windowSeconds`, and a
 * place is free again at most 1/60 of a window late. Rejected requests aren't counted.
 *
 * @param now - milliseconds of a clock that never goes back
 * @param maxKeys - keys kept at once; past that, the least recently used one is dropped
 */
export function createMemoryLimiter(
  now: () => number = () => performance.now(),
  maxKeys = 50_000,
): Limiter {
  const counters = new Map<string, Counter>();

  function forgetSpent(time: number): void {
    let checked = 0;
    for (const [key, counter] of counters) {
      if (checked++ === SWEEP_PER_CALL) return;
      const last = counter.entries.at(-1);
      if (last && last.lastAt + counter.windowMs > time && counters.size <= maxKeys) return;
      counters.delete(key);
    }
  }

  function count(bucket: Bucket): RateLimitResult {
    const time = now();
    const windowMs = bucket.windowSeconds * 1000;
    const key = `${bucket.name}:${bucket.key}`;
    const counter = counters.get(key) ?? { entries: [], windowMs };
    // Insertion order is the order of use: the first key is the least recently used.
    counters.delete(key);
    counters.set(key, counter);
    counter.windowMs = windowMs;
    counter.entries = counter.entries.filter((entry) => entry.lastAt + windowMs > time);

    const { isLook = false } = bucket;
    const used = counter.entries.reduce((sum, entry) => sum + entry.count, 0);
    const isAllowed = used < bucket.limit;
    if (isAllowed && !isLook) add(counter, time);
    forgetSpent(time);
    const oldest = counter.entries[0];
    return {
      isAllowed,
      limit: bucket.limit,
      remaining: Math.max(0, bucket.limit - used - (isAllowed && !isLook ? 1 : 0)),
      resetSeconds: wholeSeconds(oldest ? oldest.lastAt + windowMs - time : windowMs),
    };
  }

  return { consume: async (bucket) => count(bucket), close: () => counters.clear() };
}

function add(counter: Counter, time: number): void {
  const last = counter.entries.at(-1);
  if (last && time - last.firstAt < counter.windowMs / ENTRIES_PER_WINDOW) {
    last.lastAt = time;
    last.count++;
  } else counter.entries.push({ firstAt: time, lastAt: time, count: 1 });
}
