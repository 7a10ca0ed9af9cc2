import { createHash } from "node:crypto";
import {
  type Bucket,
  createMemoryLimiter,
  type Limiter,
  type RateLimitResult,
} from "#lib/adapters/limiter/limiter-memory";
import { createRedisLimiter, createUpstashLimiter } from "#lib/adapters/limiter/limiter-redis";
import { type Settings, settings } from "#lib/core/settings/settings";
import { singleton } from "#lib/core/singleton";
import { log } from "#lib/core/telemetry/log";
import { withTimeout } from "#lib/core/with-timeout";

const DEADLINE_MS = 500;
const REST_MS = 3_000;
const REPORT_EVERY_MS = 60_000;

type ServiceLimiter = Limiter & {
  /** Returns whether this process counts because a shared limiter isn't available. */
  isFallback(): boolean;
};

type GuardOptions = {
  /** Reports why requests are counted in memory, at most once a minute and never with a key. */
  report: (reason: string) => void;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
};

/**
 * Keeps the service available when a remote limiter isn't: if it fails or takes more than 500 ms,
 * the request is counted in memory. It isn't called for 3 s after a failure; then one request tries
 * it, and a success puts it back into use.
 */
export function createGuardedLimiter(remote: Limiter, options: GuardOptions): ServiceLimiter {
  const { report, now = () => performance.now() } = options;
  const local = createMemoryLimiter(now);
  /** When one request tries the remote limiter again; null while it works. */
  let retryAt: number | null = null;
  let reportedAt = Number.NEGATIVE_INFINITY;

  function distrust(reason: unknown): void {
    retryAt = now() + REST_MS;
    remote.close();
    if (now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = now();
    report(explain(reason));
  }

  async function consume(bucket: Bucket): Promise<RateLimitResult> {
    if (retryAt !== null) {
      if (now() < retryAt) return local.consume(bucket);
      retryAt = now() + REST_MS;
    }
    try {
      const late = `no response within ${DEADLINE_MS} ms`;
      const result = await withTimeout(remote.consume(bucket), DEADLINE_MS, late);
      retryAt = null;
      return result;
    } catch (reason) {
      distrust(reason);
      return local.consume(bucket);
    }
  }

  return {
    consume,
    isFallback: () => retryAt !== null,
    close() {
      remote.close();
      local.close();
    },
  };
}

/**
 * Returns the reason in one line, without the command, because its key may be a visitor's address.
 */
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

/** Creates the configured limiter. A remote one falls back to counting in memory. */
export function createLimiter(backend: Settings["limiter"]): ServiceLimiter {
  if (backend.kind === "memory") return { ...createMemoryLimiter(), isFallback: () => false };
  const remote =
    backend.kind === "redis" ? createRedisLimiter(backend.url) : createUpstashLimiter(backend);
  return createGuardedLimiter(remote, {
    report: (reason) =>
      log().warn({ limiter: backend.kind, reason }, "rate limiter failed; counting in memory"),
  });
}

function limiter(): ServiceLimiter {
  return singleton("limiter", () => createLimiter(settings().limiter));
}

/**
 * Returns the kind of the configured limiter, and whether this process replaces it at the moment.
 */
export function limiterStatus(): { kind: Settings["limiter"]["kind"]; isFallback: boolean } {
  return { kind: settings().limiter.kind, isFallback: limiter().isFallback() };
}

/** Keys may contain a visitor's input; longer ones are stored as their digest. */
const MAX_KEY_CHARACTERS = 128;

function boundedKey(key: string): string {
  if (key.length <= MAX_KEY_CHARACTERS) return key;
  return createHash("sha256").update(key).digest("base64url");
}

/**
 * Counts one request against the bucket in a sliding window. Never throws and takes at most 600 ms:
 * if the limiter fails or hangs, this process counts.
 */
export async function consume(bucket: Bucket): Promise<RateLimitResult> {
  return limiter().consume({ ...bucket, key: boundedKey(bucket.key) });
}

/** Closes the limiter's connection when the process stops; a later `consume` opens a new one. */
export async function closeLimiter(): Promise<void> {
  limiter().close();
}
