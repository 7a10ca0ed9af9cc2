import { createHash } from "node:crypto";
import type { Allowance, Bucket, Limiter } from "#lib/clients/limiter-bucket";
import { createGuardedLimiter } from "#lib/clients/limiter-guard";
import { createMemoryLimiter } from "#lib/clients/limiter-memory";
import { createRedisLimiter, createUpstashLimiter } from "#lib/clients/limiter-redis";
import { log } from "#lib/core/log";
import { processWide } from "#lib/core/process-wide";
import { type Settings, settings } from "#lib/core/settings";

export type { Allowance, Bucket };

/** The limiter that the settings name; a remote one is guarded by a count in memory. */
export function createLimiter(backend: Settings["limiter"]): Limiter {
  if (backend.kind === "memory") return createMemoryLimiter();
  const remote =
    backend.kind === "redis" ? createRedisLimiter(backend.url) : createUpstashLimiter(backend);
  return createGuardedLimiter(remote, {
    report: (reason) =>
      log().warn({ limiter: backend.kind, reason }, "rate limiter failed: counting in memory"),
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
export async function consume(bucket: Bucket): Promise<Allowance> {
  return limiter().consume({ ...bucket, key: boundedKey(bucket.key) });
}

/** Ends the limiter's connection, for an orderly stop; a later `consume` opens a new one. */
export async function closeLimiter(): Promise<void> {
  limiter().close();
}
