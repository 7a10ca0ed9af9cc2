import { createHash } from "node:crypto";
import { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { type Bucket, type Limiter, wholeSeconds } from "#lib/clients/limiter-memory";

const CONNECT_TIMEOUT_MS = 500;
const FLAG_LINE = /^#!lua[^\n]*\n/;

/** What @upstash/ratelimit's sliding window calls on a Redis client. */
type ScriptRunner = {
  eval(script: string, keys: string[], args: (string | number)[]): Promise<unknown>;
  evalsha(hash: string, keys: string[], args: (string | number)[]): Promise<unknown>;
};

/**
 * Counts in a plain Redis or Valkey over TCP. Connects at the first call, and again at the first call
 * after the connection ended. An idle connection doesn't keep the process alive.
 *
 * @param url - `redis://` or `rediss://`, with user, password and database where needed
 */
export function createRedisLimiter(url: string): Limiter {
  let connection: { redis: Redis; ready: Promise<unknown> } | undefined;

  function close(): void {
    // A hanging server may never respond, so the socket is destroyed.
    connection?.redis.disconnect();
    connection?.redis.stream?.destroy();
    connection = undefined;
  }

  async function connected(): Promise<Redis> {
    if (!connection || connection.redis.status === "end") {
      const redis = new Redis(url, {
        lazyConnect: true,
        protocol: 2,
        connectTimeout: CONNECT_TIMEOUT_MS,
        // The caller decides about reconnecting: it has 500 ms and counts once.
        retryStrategy: () => null,
        enableOfflineQueue: false,
        autoResendUnfulfilledCommands: false,
        disableClientInfo: true,
      });
      redis.once("connect", () => redis.stream.unref());
      connection = { redis, ready: opened(redis) };
    }
    const { redis, ready } = connection;
    await ready;
    return redis;
  }

  const countWith = slidingWindows(asUpstashRedis(plainScripts(connected)));
  return { consume: countWith, close };
}

/** Counts in Upstash over its REST API, without a connection. */
export function createUpstashLimiter(settings: { url: string; token: string }): Limiter {
  const redis = new UpstashRedis({
    ...settings,
    // A retry would count one request twice, and the caller doesn't wait for it.
    retry: { retries: 0 },
    signal: () => AbortSignal.timeout(CONNECT_TIMEOUT_MS * 2),
    enableTelemetry: false,
  });
  return { consume: slidingWindows(redis), close: () => {} };
}

/** Connects. The reason of a failure comes from the `error` event; the promise only says "closed". */
async function opened(redis: Redis): Promise<void> {
  let trouble: Error | undefined;
  redis.on("error", (error) => {
    trouble = error;
  });
  await redis.connect().catch((error: unknown) => {
    throw trouble ?? error;
  });
}

function slidingWindows(redis: UpstashRedis): Limiter["consume"] {
  return async ({ name, key, limit, windowSeconds }: Bucket) => {
    const answer = await new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(limit, `${windowSeconds} s`),
      prefix: `form-intake:${name}:${windowSeconds}`,
      ephemeralCache: false,
      analytics: false,
      timeout: 0,
    }).limit(key);
    return {
      isAllowed: answer.success,
      limit: answer.limit,
      remaining: answer.remaining,
      resetSeconds: wholeSeconds(answer.reset - Date.now()),
    };
  };
}

/**
 * Runs the package's scripts on plain Redis, which rejects their first line, an Upstash flag: `eval`
 * strips it, and `evalsha` maps the digest to that of the stripped script.
 */
function plainScripts(connected: () => Promise<Redis>): ScriptRunner {
  const digests = new Map<string, string>();
  return {
    async eval(script, keys, args) {
      const plain = script.replace(FLAG_LINE, "");
      const answer = await (await connected()).eval(plain, keys.length, ...keys, ...args);
      digests.set(sha1(script), sha1(plain));
      return answer;
    },
    async evalsha(hash, keys, args) {
      const digest = digests.get(hash);
      if (!digest) throw new Error("NOSCRIPT: not run on this connection yet");
      return (await connected()).evalsha(digest, keys.length, ...keys, ...args);
    },
  };
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}

/** Without analytics, cache and protection, the sliding window only calls `eval` and `evalsha`. */
function asUpstashRedis(scripts: ScriptRunner): UpstashRedis {
  return scripts as unknown as UpstashRedis;
}
