import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AttemptEnd,
  type Health,
  healthAfter,
  nextDeliveryState,
  readRetryAfter,
  type Trigger,
} from "#lib/webhooks/delivery-rules";

const NOW = new Date("2026-11-21T10:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DELAYS_MS = [1, 5, 30, 120, 300, 600, 600].map((minutes) => minutes * MINUTE_MS);

const SUCCESS: AttemptEnd = { outcome: "succeeded", status: 200, retryAfter: null };
const FAILURE: AttemptEnd = { outcome: "http_error", status: 500, retryAfter: null };
const GONE: AttemptEnd = { outcome: "http_error", status: 410, retryAfter: null };
const CRASH: AttemptEnd = { outcome: "interrupted", status: null, retryAfter: null };

function waitAfter(number: number, random: number, end = FAILURE): number | null {
  const verdict = nextDeliveryState(end, { trigger: "automatic", number }, NOW, () => random);
  return verdict.nextAttemptAt && verdict.nextAttemptAt.getTime() - NOW.getTime();
}

describe("a failed attempt", () => {
  it("is followed by the next one of eight after the delays of the contract, up to a fifth later", () => {
    for (const [index, delayMs] of DELAYS_MS.entries()) {
      expect(waitAfter(index + 1, 0)).toBe(delayMs);
      expect(waitAfter(index + 1, 1)).toBe(1.2 * delayMs);
      expect(waitAfter(index + 1, 0.5, CRASH)).toBe(Math.round(1.1 * delayMs));
    }
    expect(waitAfter(8, 0)).toBeNull();
    expect(nextDeliveryState(FAILURE, { trigger: "automatic", number: 8 }, NOW)).toMatchObject({
      status: "failed",
      failureReason: "attempts_exhausted",
    });
  });

  it.each<Trigger>(["manual", "test"])("of a %s series is its only one", (trigger) => {
    expect(nextDeliveryState(FAILURE, { trigger, number: 1 }, NOW)).toMatchObject({
      status: "failed",
      failureReason: "attempts_exhausted",
      nextAttemptAt: null,
    });
  });

  it.each<Trigger>(["automatic", "manual", "test"])(
    "of a %s series that was answered 410 is the last",
    (trigger) => {
      expect(nextDeliveryState(GONE, { trigger, number: 1 }, NOW)).toMatchObject({
        status: "failed",
        failureReason: "endpoint_gone",
      });
    },
  );

  it("waits as long as the receiver asks, between the delay and twice the delay", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 200_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (number, askedSeconds, random) => {
          const delayMs = DELAYS_MS[number - 1] ?? 0;
          const end = { ...FAILURE, status: 503, retryAfter: String(askedSeconds) };
          const waitMs = waitAfter(number, random, end) ?? 0;
          expect(waitMs).toBeGreaterThanOrEqual(delayMs);
          expect(waitMs).toBeLessThanOrEqual(2 * delayMs);
          expect(waitMs).toBeGreaterThanOrEqual(Math.min(askedSeconds * 1000, 2 * delayMs));
        },
      ),
    );
  });
});

describe("Retry-After", () => {
  it.each([
    ["120", 120_000],
    [" 7 ", 7_000],
    ["0", 0],
    ["Sat, 21 Nov 2026 10:01:30 GMT", 90_000],
    ["Saturday, 21-Nov-26 10:01:30 GMT", 90_000],
    ["Sat Nov 21 10:01:30 2026", null],
    ["Sat, 21 Nov 2020 10:00:00 GMT", 0],
    ["-1", null],
    ["1.5", null],
    ["1e3", null],
    ["soon", null],
    ["2026-11-21", null],
    ["", null],
    [null, null],
  ])("%j means %j ms", (text, expected) => {
    expect(readRetryAfter(text, NOW)).toEqual(expected);
  });
});

describe("the health of a receiver", () => {
  const HEALTHY: Health = {
    health: "healthy",
    exhaustedInRow: 0,
    failuresInRow: 0,
    failingSince: null,
  };
  const RETRYING = { status: "retrying" };
  const FAILED = { status: "failed" };

  it("fails with the third delivery in a row that used up its attempts, not before", () => {
    let health = HEALTHY;
    for (const expected of ["healthy", "healthy", "failing"]) {
      for (let number = 1; number < 8; number++)
        health = healthAfter(health, FAILURE, RETRYING, "automatic", NOW);
      health = healthAfter(health, FAILURE, FAILED, "automatic", NOW);
      expect(health.health).toBe(expected);
    }
  });

  it("is not worse for a delivery that is sent again by hand in vain", () => {
    let health = HEALTHY;
    for (let count = 0; count < 5; count++)
      health = healthAfter(health, FAILURE, FAILED, "manual", NOW);
    expect(health).toMatchObject({ health: "healthy", exhaustedInRow: 0, failuresInRow: 5 });
  });

  it.each<Trigger>(["automatic", "manual", "test"])("is suspended by any 410: %s", (trigger) => {
    expect(healthAfter(HEALTHY, GONE, FAILED, trigger, NOW).health).toBe("suspended");
  });

  it("is suspended by ten failures when the first was five days ago, and by neither alone", () => {
    const firstAt = new Date(NOW.getTime() - 5 * DAY_MS);
    const before: Health = {
      health: "failing",
      exhaustedInRow: 3,
      failuresInRow: 9,
      failingSince: firstAt,
    };
    const healthWith = (change: Partial<Health>) =>
      healthAfter({ ...before, ...change }, FAILURE, RETRYING, "automatic", NOW).health;
    expect(healthWith({})).toBe("suspended");
    expect(healthWith({ failuresInRow: 8 })).toBe("failing");
    expect(healthWith({ failingSince: new Date(firstAt.getTime() + 1) })).toBe("failing");
  });

  it("stays suspended by further failures, and any success heals it whole", () => {
    const suspended = healthAfter(HEALTHY, GONE, FAILED, "test", NOW);
    const still = healthAfter(suspended, FAILURE, FAILED, "test", NOW);
    expect(still.health).toBe("suspended");
    for (const trigger of ["automatic", "manual", "test"] as const)
      expect(healthAfter(still, SUCCESS, { status: "delivered" }, trigger, NOW)).toEqual(HEALTHY);
  });

  it("is not worse for our own crashes, but a delivery may end with one", () => {
    expect(healthAfter(HEALTHY, CRASH, RETRYING, "automatic", NOW)).toEqual(HEALTHY);
    expect(healthAfter(HEALTHY, CRASH, FAILED, "automatic", NOW)).toEqual({
      ...HEALTHY,
      exhaustedInRow: 1,
    });
  });
});
