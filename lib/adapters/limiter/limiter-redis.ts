import { Ratelimit } from "@upstash/ratelimit";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { z } from "zod";
import { type Bucket, type Limiter, wholeSeconds } from "#lib/adapters/limiter/limiter-memory";

const CONNECT_TIMEOUT_MS = 500;

const keyOf = ({ name, windowSeconds }: Bucket) => `form-intake:${name}:${windowSeconds}`;

/**
 * A sliding window of the times of its requests, in microseconds. KEYS: the bucket. ARGV: limit, window in seconds, 1
 * to only check. Returns whether the request passes, the requests counted, and when the oldest one leaves the window.
 */
const SLIDING_WINDOW = `
local time = redis.call("TIME")
local now = time[1] * 1000000 + time[2]
local window = ARGV[2] * 1000000
redis.call("ZREMRANGEBYSCORE", KEYS[1], 0, now - window)
local used = redis.call("ZCARD", KEYS[1])
local passes = used < tonumber(ARGV[1])
if passes and ARGV[3] == "0" then
  redis.call("ZADD", KEYS[1], now, string.format("%.0f:%d", now, used))
  redis.call("EXPIRE", KEYS[1], ARGV[2])
  used = used + 1
end
local oldest = redis.call("ZRANGE", KEYS[1], 0, 0, "WITHSCORES")[2]
return { passes and 1 or 0, used, (oldest or now) + window - now }`;

const Counted = z.tuple([z.int(), z.int(), z.int()]);

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
        // The caller decides about reconnecting, because it has only 500 ms and counts once.
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

  async function consume(bucket: Bucket) {
    const { key, limit, windowSeconds, isLook } = bucket;
    const redis = await connected();
    const name = `${keyOf(bucket)}:${key}`;
    const result = await redis.eval(SLIDING_WINDOW, 1, name, limit, windowSeconds, isLook ? 1 : 0);
    const [passes, used, resetMicroseconds] = Counted.parse(result);
    return {
      isAllowed: passes === 1,
      limit,
      remaining: limit - used,
      resetSeconds: wholeSeconds(resetMicroseconds / 1000),
    };
  }

  return { consume, close };
}

/**
 * Connects. The reason for a failure comes from the `error` event; the promise only reports "closed".
 */
async function opened(redis: Redis): Promise<void> {
  let trouble: Error | undefined;
  redis.on("error", (error) => {
    trouble = error;
  });
  await redis.connect().catch((error: unknown) => {
    throw trouble ?? error;
  });
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
  async function consume(bucket: Bucket) {
    const { key, limit, windowSeconds, isLook } = bucket;
    const window = new Ratelimit({
      redis,
      limiter: Ratelimit.slidingWindow(limit, `${windowSeconds} s`),
      prefix: keyOf(bucket),
      ephemeralCache: false,
      analytics: false,
      timeout: 0,
    });
    const result = isLook ? await look(window, key) : await window.limit(key);
    return {
      isAllowed: result.success,
      limit: result.limit,
      remaining: result.remaining,
      resetSeconds: wholeSeconds(result.reset - Date.now()),
    };
  }
  return { consume, close: () => {} };
}

async function look(window: Ratelimit, key: string) {
  const left = await window.getRemaining(key);
  return { ...left, success: left.remaining > 0 };
}
