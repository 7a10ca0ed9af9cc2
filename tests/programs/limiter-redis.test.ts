import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { db } from "#lib/adapters/db/database";
import { closeLimiter, createGuardedLimiter, createLimiter } from "#lib/adapters/limiter/limiter";
import type { Bucket, Limiter } from "#lib/adapters/limiter/limiter-memory";
import { createRedisLimiter, createUpstashLimiter } from "#lib/adapters/limiter/limiter-redis";
import { findFreePort } from "#server/start/free-port";
import { acceptedId, postVisit } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";
import { type Fault, type FaultProxy, startFaultProxy } from "#tests/support/twins/fault-proxy";
import { type RedisServer, startRedis } from "#tests/support/twins/redis-server";
import { startUpstashTwin } from "#tests/support/twins/upstash-twin";

/** The maximum time of one call, even if Redis is unreachable. */
const LONGEST_CALL_MS = 600;

/** A bucket with a clock-aligned window that doesn't end during the test. */
function bucket(change: Partial<Bucket> = {}): Bucket {
  const windowSeconds = [3600, 3700].find(
    (seconds) => (Date.now() / 1000) % seconds < seconds - 60,
  );
  return {
    name: "intake",
    key: "visitor",
    limit: 60,
    windowSeconds: windowSeconds ?? 3600,
    ...change,
  };
}

async function redisServer(port?: number) {
  const server = await startRedis(port);
  onTestFinished(() => server.kill());
  return server;
}

function closedAfterwards(limiter: Limiter): Limiter {
  onTestFinished(() => limiter.close());
  return limiter;
}

async function passing(limiter: Limiter, count: number, of: Bucket) {
  const results = await Promise.all(Array.from({ length: count }, () => limiter.consume(of)));
  return results.filter((result) => result.isAllowed).length;
}

async function upstashTwin() {
  const twin = await startUpstashTwin((await redisServer()).url, "secret");
  onTestFinished(() => twin.stop());
  return twin;
}

async function expectFreeLooks(limiter: Limiter) {
  const one = bucket({ limit: 1 });
  const look = { ...one, isLook: true } as const;
  expect(await passing(limiter, 3, look)).toBe(3);
  expect(await passing(limiter, 2, one)).toBe(1);
  expect(await limiter.consume(look)).toMatchObject({ isAllowed: false, remaining: 0 });
}

async function timed(limiter: Limiter, of: Bucket) {
  const startedAt = performance.now();
  const allowance = await limiter.consume(of);
  return { allowance, durationMs: performance.now() - startedAt };
}

test("Redis allows exactly 60 of 500 concurrent requests with a limit of 60", async () => {
  const limiter = closedAfterwards(createRedisLimiter((await redisServer()).url));
  expect(await passing(limiter, 500, bucket())).toBe(60);
});

test("Redis looks at a limit without counting", async () => {
  await expectFreeLooks(closedAfterwards(createRedisLimiter((await redisServer()).url)));
});

test("Redis shares a count between processes but not between names or keys", async () => {
  const { url } = await redisServer();
  const one = closedAfterwards(createRedisLimiter(url));
  const other = closedAfterwards(createRedisLimiter(url));
  const three = bucket({ limit: 3 });
  expect((await passing(one, 2, three)) + (await passing(other, 2, three))).toBe(3);
  expect(await passing(other, 1, { ...three, key: "another" })).toBe(1);
  expect(await passing(other, 1, { ...three, name: "management" })).toBe(1);
});

test("Redis returns the limit, the remaining requests, and at least 1 whole second", async () => {
  const limiter = closedAfterwards(createRedisLimiter((await redisServer()).url));
  const allowance = await limiter.consume(bucket({ limit: 5 }));
  expect(allowance).toMatchObject({ isAllowed: true, limit: 5, remaining: 4 });
  expect(Number.isInteger(allowance.resetSeconds)).toBe(true);
  expect(allowance.resetSeconds).toBeGreaterThanOrEqual(1);
});

test("Redis allows requests again after the window has passed", async () => {
  const limiter = closedAfterwards(createRedisLimiter((await redisServer()).url));
  const short = bucket({ limit: 2, windowSeconds: 1 });
  await expect.poll(async () => (await limiter.consume(short)).isAllowed).toBe(false);
  await expect
    .poll(async () => (await limiter.consume(short)).isAllowed, { timeout: 5_000 })
    .toBe(true);
});

test("a restarted Redis continues to count", async () => {
  const server = await redisServer();
  const limiter = closedAfterwards(createRedisLimiter(server.url));
  expect(await passing(limiter, 1, bucket())).toBe(1);
  await server.kill();
  await redisServer(server.port);
  expect(await passing(limiter, 500, bucket())).toBe(60);
});

test("requests are counted in memory within 600 ms after Redis is killed", async () => {
  const server = await redisServer();
  const limiter = closedAfterwards(createLimiter({ kind: "redis", url: server.url }));
  expect(await passing(limiter, 70, bucket())).toBe(60);
  await server.kill();
  const { allowance, durationMs } = await timed(limiter, bucket());
  expect(allowance.isAllowed).toBe(true);
  expect(durationMs).toBeLessThan(LONGEST_CALL_MS);
  expect(await passing(limiter, 500, bucket())).toBe(59);
});

test("the limiter uses Redis again after it recovers", async () => {
  const port = await findFreePort();
  let time = 0;
  const limiter = closedAfterwards(
    createGuardedLimiter(createRedisLimiter(`redis://127.0.0.1:${port}`), {
      report: () => {},
      now: () => time,
    }),
  );
  expect(await passing(limiter, 60, bucket())).toBe(60);
  await redisServer(port);
  expect(await passing(limiter, 1, bucket())).toBe(0);
  time = 3_000;
  await expect.poll(async () => (await limiter.consume(bucket())).isAllowed).toBe(true);
});

test("an open Redis connection doesn't prevent the process from exiting", async () => {
  const { url } = await redisServer();
  const script = `
    import { consume } from "#lib/adapters/limiter/limiter";
    const { remaining } = await consume(${JSON.stringify(bucket())});
    console.log(remaining);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    env: { ...process.env, REDIS_URL: url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = child.stdout.setEncoding("utf8").toArray();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect((await output).join("")).toBe("59\n");
});

test("Upstash allows exactly 60 of 500 concurrent requests with a limit of 60", async () => {
  const twin = await upstashTwin();
  const limiter = createUpstashLimiter({ url: twin.url, token: "secret" });
  expect(await passing(limiter, 500, bucket())).toBe(60);
  expect((await limiter.consume(bucket())).remaining).toBe(0);
});

test("Upstash looks at a limit without counting", async () => {
  const twin = await upstashTwin();
  await expectFreeLooks(createUpstashLimiter({ url: twin.url, token: "secret" }));
});

test("requests are counted in memory if Upstash rejects the token", async () => {
  const twin = await upstashTwin();
  const limiter = createLimiter({ kind: "upstash", url: twin.url, token: "wrong" });
  expect(await passing(limiter, 70, bucket())).toBe(60);
  expect(twin.requestCount()).toBeGreaterThan(0);
});

const VISITORS = 20;
const FAULTS: Fault[] = [
  { kind: "latency", ms: 20 },
  { kind: "reset" },
  { kind: "half-open" },
  { kind: "cut-request", afterBytes: 50 },
  { kind: "cut-answer", afterBytes: 1 },
];

let redis: RedisServer;
let proxy: FaultProxy;

describe("the rate limiter of the service", () => {
  beforeAll(async () => {
    redis = await startRedis();
    proxy = await startFaultProxy(redis.port);
    process.env.REDIS_URL = `redis://127.0.0.1:${proxy.port}`;
  });
  beforeEach(() => proxy.heal());
  afterAll(async () => {
    await closeLimiter();
    await proxy.stop();
    await redis.kill();
  });

  test.each(FAULTS)("rejects no submission behind a network with %o", async (fault) => {
    const form = await createForm(await createWorkspace());
    const visit = () => postVisit(form.publicKey, { json: { message: "hello" } });
    await visit();
    proxy.fail(fault);
    const answers = await Promise.all(Array.from({ length: VISITORS }, visit));
    const ids = await Promise.all(answers.map(acceptedId));
    expect(answers.map(({ status }) => status)).toEqual(Array(VISITORS).fill(200));
    expect(await db().submission.count({ where: { id: { in: ids } } })).toBe(VISITORS);
  });
});
