import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import {
  type Bucket,
  closeLimiter,
  consume,
  createGuardedLimiter,
} from "#lib/adapters/limiter/limiter";
import { createMemoryLimiter, type Limiter } from "#lib/adapters/limiter/limiter-memory";

const MINUTE = 60_000;

function bucket(change: Partial<Bucket> = {}): Bucket {
  return { name: "intake", key: "visitor", limit: 60, windowSeconds: 60, ...change };
}

function createClock() {
  let time = 0;
  return {
    now: () => time,
    moveTo(milliseconds: number) {
      time = milliseconds;
    },
  };
}

async function passing(limiter: Pick<Limiter, "consume">, count: number, of = bucket()) {
  const results = await Promise.all(Array.from({ length: count }, () => limiter.consume(of)));
  return results.filter((result) => result.isAllowed).length;
}

test("allows exactly 60 of 500 concurrent requests with a limit of 60", async () => {
  expect(await passing(createMemoryLimiter(), 500)).toBe(60);
});

test("a look says whether a request would pass, and counts nothing", async () => {
  const limiter = createMemoryLimiter();
  const one = bucket({ limit: 1 });
  const look = { ...one, isLook: true } as const;
  expect(await passing(limiter, 3, look)).toBe(3);
  expect(await limiter.consume(look)).toMatchObject({ isAllowed: true, remaining: 1 });
  expect(await passing(limiter, 2, one)).toBe(1);
  expect(await limiter.consume(look)).toMatchObject({ isAllowed: false, remaining: 0 });
});

test("counts remaining requests down to 0 and returns the seconds until the next is allowed", async () => {
  const clock = createClock();
  const limiter = createMemoryLimiter(clock.now);
  const two = bucket({ limit: 2 });
  expect(await limiter.consume(two)).toEqual({
    isAllowed: true,
    limit: 2,
    remaining: 1,
    resetSeconds: 60,
  });
  clock.moveTo(20_000);
  expect((await limiter.consume(two)).remaining).toBe(0);
  clock.moveTo(20_500);
  expect(await limiter.consume(two)).toEqual({
    isAllowed: false,
    limit: 2,
    remaining: 0,
    resetSeconds: 40,
  });
});

test("resetSeconds never exceeds the window, even with fractional clock values", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 1e9 }), async (microseconds) => {
      const clock = createClock();
      clock.moveTo(microseconds / 1000);
      const limiter = createMemoryLimiter(clock.now);
      const one = bucket({ limit: 1 });
      expect((await limiter.consume(one)).resetSeconds).toBe(60);
      expect((await limiter.consume(one)).resetSeconds).toBe(60);
    }),
  );
});

test("allows a request after resetSeconds", async () => {
  const times = fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(times, async (gaps) => {
      const clock = createClock();
      const limiter = createMemoryLimiter(clock.now);
      const few = bucket({ limit: 5 });
      for (const gap of gaps) {
        clock.moveTo(clock.now() + gap);
        const result = await limiter.consume(few);
        if (result.isAllowed) continue;
        clock.moveTo(clock.now() + result.resetSeconds * 1000);
        expect((await limiter.consume(few)).isAllowed).toBe(true);
      }
    }),
  );
});

test("never allows more requests than the limit in any window", async () => {
  const times = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 20, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(times, async (gaps) => {
      const clock = createClock();
      const limiter = createMemoryLimiter(clock.now);
      const passed: number[] = [];
      for (const gap of gaps) {
        clock.moveTo(clock.now() + gap);
        if ((await limiter.consume(bucket({ limit: 10 }))).isAllowed) passed.push(clock.now());
      }
      for (const end of passed) {
        const inWindow = passed.filter((time) => time <= end && time > end - MINUTE).length;
        expect(inWindow).toBeLessThanOrEqual(10);
      }
    }),
  );
});

test("allows requests again after the window has passed", async () => {
  const clock = createClock();
  const limiter = createMemoryLimiter(clock.now);
  expect(await passing(limiter, 61)).toBe(60);
  clock.moveTo(MINUTE - 1);
  expect(await passing(limiter, 1)).toBe(0);
  clock.moveTo(MINUTE);
  expect(await passing(limiter, 61)).toBe(60);
});

test("counts keys and names separately", async () => {
  const limiter = createMemoryLimiter();
  const one = bucket({ limit: 1 });
  expect(await passing(limiter, 2, one)).toBe(1);
  expect(await passing(limiter, 2, { ...one, key: "another" })).toBe(1);
  expect(await passing(limiter, 2, { ...one, name: "management" })).toBe(1);
});

test("drops idle keys first when there are too many keys", async () => {
  const limiter = createMemoryLimiter(() => 0, 10);
  const one = bucket({ limit: 1 });
  expect(await passing(limiter, 1, { ...one, key: "idle" })).toBe(1);
  for (let index = 0; index < 100; index++) {
    expect(await passing(limiter, 1, { ...one, key: "in use" })).toBe(index === 0 ? 1 : 0);
    await limiter.consume({ ...one, key: `flood ${index}` });
  }
  expect(await passing(limiter, 1, { ...one, key: "idle" })).toBe(1);
});

test("counts in memory if Redis isn't configured, and can be closed", async () => {
  expect((await consume(bucket({ key: "process" }))).remaining).toBe(59);
  await closeLimiter();
  expect((await consume(bucket({ key: "process" }))).isAllowed).toBe(true);
});

/** A remote limiter that responds, fails, or hangs, depending on its mood. */
function createRemote() {
  const memory = createMemoryLimiter();
  const remote = {
    mood: "well" as "well" | "failing" | "hanging",
    calls: 0,
    async consume(of: Bucket) {
      remote.calls++;
      if (remote.mood === "failing") throw new Error(`broken, command was: ["eval", "${of.key}"]`);
      if (remote.mood === "hanging") return new Promise<never>(() => {});
      return memory.consume(of);
    },
    close: vi.fn(),
  };
  return remote;
}

test("doesn't call a failed limiter for 3 s and counts in memory instead", async () => {
  const clock = createClock();
  const remote = createRemote();
  remote.mood = "failing";
  const guarded = createGuardedLimiter(remote, { report: () => {}, now: clock.now });
  expect(await passing(guarded, 1)).toBe(1);
  clock.moveTo(2_999);
  expect(await passing(guarded, 500)).toBe(59);
  expect(remote.calls).toBe(1);
  expect(remote.close).toHaveBeenCalledOnce();
  expect(guarded.isFallback()).toBe(true);
});

test("detects a recovered limiter with one call", async () => {
  const clock = createClock();
  const remote = createRemote();
  remote.mood = "failing";
  const guarded = createGuardedLimiter(remote, { report: () => {}, now: clock.now });
  await guarded.consume(bucket());
  clock.moveTo(3_000);
  await passing(guarded, 10);
  expect(remote.calls).toBe(2);
  remote.mood = "well";
  clock.moveTo(6_000);
  await passing(guarded, 10);
  expect(remote.calls).toBe(3);
  await passing(guarded, 10);
  expect(remote.calls).toBe(13);
  expect(guarded.isFallback()).toBe(false);
});

test("a hanging limiter delays those who called it by one deadline, and later ones not at all", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const remote = createRemote();
    remote.mood = "hanging";
    const guarded = createGuardedLimiter(remote, { report: () => {}, now: () => 0 });
    const waiting = passing(guarded, 100);
    vi.advanceTimersByTime(500);
    expect(await waiting).toBe(60);
    expect(await passing(guarded, 1)).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("reports a failed limiter once a minute, without the visitor's address", async () => {
  const clock = createClock();
  const remote = createRemote();
  remote.mood = "failing";
  const report = vi.fn();
  const guarded = createGuardedLimiter(remote, { report, now: clock.now });
  for (let second = 0; second < 120; second++) {
    clock.moveTo(second * 1000);
    await passing(guarded, 5, bucket({ key: "203.0.113.7" }));
  }
  expect(report.mock.calls).toEqual([["broken"], ["broken"]]);
});

test("distinguishes long keys without using more memory than for short ones", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 2_000; index += 1) {
    const one = bucket({ name: "long", key: `${"k".repeat(50_000)}${index}`, limit: 1 });
    expect((await consume(one)).isAllowed).toBe(true);
    expect((await consume(one)).isAllowed).toBe(false);
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
});
