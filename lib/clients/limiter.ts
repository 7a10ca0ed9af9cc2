import { createHash } from "node:crypto";
import {
  type Bucket,
  createMemoryLimiter,
  type Limiter,
  type RateLimitResult,
} from "#lib/clients/limiter-memory";
import { createRedisLimiter, createUpstashLimiter } from "#lib/clients/limiter-redis";
import { log } from "#lib/core/log";
import { processWide } from "#lib/core/process-wide";
import { type Settings, settings } from "#lib/core/settings";

const DEADLINE_MS = 500;
const REST_MS = 3_000;
const REPORT_EVERY_MS = 60_000;

type GuardOptions = {
  /** Told why requests are counted in memory, at most once a minute; never holds a key. */
  report: (reason: string) => void;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  local?: Limiter;
};

/**
 * Keeps a remote limiter from closing the service (CONTRACT section 2): when it fails or takes over
 * 500 ms, the request is counted in memory. For 3 s after a failure nobody waits for it; then one
 * request tries it in the background, and its success ends the counting in memory.
 */
export function createGuardedLimiter(remote: Limiter, options: GuardOptions): Limiter {
  const { report, now = () => performance.now() } = options;
  const local = options.local ?? createMemoryLimiter(now);
  const waiting = new Set<(reason: unknown) => void>();
  /** When the remote limiter is tried again; null: it is trusted. */
  let retryAt: number | null = null;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function distrust(reason: unknown): void {
    const time = now();
    retryAt = time + REST_MS;
    for (const giveUp of waiting) giveUp(reason);
    remote.close();
    if (time - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = time;
    report(explain(reason));
  }

  /** Rejects once the deadline is over, or as soon as another request has found the limiter dead. */
  function ask(bucket: Bucket): Promise<RateLimitResult> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        // After a stall of this process the answer may lie unread in the socket: read first.
        setImmediate(() => fail(new Error(`no response within ${DEADLINE_MS} ms`)));
      }, DEADLINE_MS);
      const settle = () => {
        clearTimeout(timer);
        return waiting.delete(giveUp);
      };
      const giveUp = (reason: unknown) => {
        settle();
        reject(reason);
      };
      const fail = (reason: unknown) => {
        if (!settle()) return;
        distrust(reason);
        reject(reason);
      };
      waiting.add(giveUp);
      remote.consume(bucket).then((allowance) => {
        settle();
        resolve(allowance);
      }, fail);
    });
  }

  async function consume(bucket: Bucket): Promise<RateLimitResult> {
    if (retryAt === null) {
      try {
        return await ask(bucket);
      } catch {
        return local.consume(bucket);
      }
    }
    if (now() >= retryAt) {
      retryAt = now() + REST_MS;
      ask(bucket).then(
        () => {
          retryAt = null;
        },
        () => {},
      );
    }
    return local.consume(bucket);
  }

  return {
    consume,
    close() {
      remote.close();
      local.close();
    },
  };
}

/** The reason in one line: the message without the command, whose key may be a visitor's address. */
function explain(reason: unknown): string {
  if (!(reason instanceof Error)) return "unknown failure";
  const [message = ""] = reason.message.split(", command was:");
  const cause = reason.cause instanceof Error ? `: ${codeOf(reason.cause)}` : "";
  return `${message || codeOf(reason)}${cause}`.slice(0, 200);
}

function codeOf(error: Error): string {
  return "code" in error ? String(error.code) : error.message || error.name;
}

export type { Bucket, RateLimitResult };

/** The limiter that the settings name; a remote one is guarded by a count in memory. */
export function createLimiter(backend: Settings["limiter"]): Limiter {
  if (backend.kind === "memory") return createMemoryLimiter();
  const remote =
    backend.kind === "redis" ? createRedisLimiter(backend.url) : createUpstashLimiter(backend);
  return createGuardedLimiter(remote, {
    report: (reason) =>
      log().warn({ limiter: backend.kind, reason }, "rate limiter failed; counting in memory"),
  });
}

function limiter(): Limiter {
  return processWide("limiter", () => createLimiter(settings().limiter));
}

/** A key may contain what a stranger sent: a longer one is kept as its digest. */
const MAX_KEY_CHARACTERS = 128;

function boundedKey(key: string): string {
  if (key.length <= MAX_KEY_CHARACTERS) return key;
  return createHash("sha256").update(key).digest("base64url");
}

/**
 * Counts one request against the bucket (sliding window, CONTRACT section 2). Never throws and takes
 * at most 600 ms: a limiter that fails or hangs leaves the count to this process.
 */
export async function consume(bucket: Bucket): Promise<RateLimitResult> {
  return limiter().consume({ ...bucket, key: boundedKey(bucket.key) });
}

/** Ends the limiter's connection, for an orderly stop; a later `consume` opens a new one. */
export async function closeLimiter(): Promise<void> {
  limiter().close();
}
