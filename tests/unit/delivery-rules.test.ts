import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { readRetryAfter } from "#lib/core/service-response";
import { requireCooldownOver, retryAvailableAt } from "#lib/domain/deliveries/retry";
import {
  type AttemptResult,
  EMAIL_RETRIES,
  isSeriesOver,
  nextDeliveryState,
  WEBHOOK_ONCE,
  WEBHOOK_RETRIES,
} from "#lib/domain/deliveries/rules";
import { HEALTHY, type Health, healthAfter } from "#lib/domain/endpoints/health";
import { START } from "#tests/support/twins/test-clock";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

const AMBIGUOUS: AttemptResult = { kind: "unknown", canRepeat: true };
const UNREPEATABLE: AttemptResult = { kind: "unknown", canRepeat: false };
const FAILED: AttemptResult = { kind: "failed", waitMs: null };
const INTERRUPTED: AttemptResult = { kind: "interrupted" };
const throttled = (waitMs: number | null): AttemptResult => ({ kind: "throttled", waitMs });

function series(attempts: number, mayHaveArrived = false) {
  return { startedAt: START, attempts, mayHaveArrived };
}

function emailAfter(result: AttemptResult, attempts = 1, mayHaveArrived = false, at = START) {
  return nextDeliveryState(result, series(attempts, mayHaveArrived), EMAIL_RETRIES, at);
}

function waitMs({ nextAttemptAt }: { nextAttemptAt: Date | null }): number | null {
  return nextAttemptAt && nextAttemptAt.getTime() - START.getTime();
}

describe("an email", () => {
  it.each([AMBIGUOUS, FAILED])(
    "is retried 4 times, after 30 s, 2 m, 10 m, and 30 m, when the result is $kind",
    (result) => {
      const waits = [1, 2, 3, 4, 5].map((attempts) => waitMs(emailAfter(result, attempts)));
      expect(waits).toEqual([30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, null]);
    },
  );

  it("is uncertain after unknown results and failed after failed connections", () => {
    expect(emailAfter(AMBIGUOUS, 5).status).toBe("uncertain");
    expect(emailAfter(FAILED, 5).status).toBe("failed");
  });

  it("is uncertain immediately if a retry could send a duplicate", () => {
    expect(emailAfter(UNREPEATABLE)).toEqual({ status: "uncertain", nextAttemptAt: null });
  });

  it("is never failed if an earlier attempt may have arrived", () => {
    expect(emailAfter(FAILED, 5, true).status).toBe("uncertain");
    const late = new Date(START.getTime() + EMAIL_RETRIES.seriesMaxMs);
    expect(emailAfter(throttled(SECOND_MS), 3, true, late).status).toBe("uncertain");
  });

  it("is failed after a rejection unless an earlier attempt may have arrived", () => {
    const rejected: AttemptResult = { kind: "rejected", isFirst: false };
    expect(emailAfter(rejected).status).toBe("failed");
    expect(emailAfter(rejected, 2, true).status).toBe("uncertain");
    expect(emailAfter({ kind: "rejected", isFirst: true }, 2, true).status).toBe("failed");
  });

  it.each([
    [7, 7],
    [0, 1],
    [null, 30],
    [86_400, 3600],
  ])("throttled with Retry-After %s s is retried after %s s", (asked, waited) => {
    const result = throttled(asked === null ? null : asked * SECOND_MS);
    const nextAttemptAt = new Date(START.getTime() + waited * SECOND_MS);
    expect(emailAfter(result)).toEqual({ status: "queued", nextAttemptAt });
    expect(emailAfter(result, 2).status).toBe("retrying");
  });

  it("isn't retried later than 23 hours after its first attempt", () => {
    const { seriesMaxMs } = EMAIL_RETRIES;
    const last = new Date(START.getTime() + seriesMaxMs);
    const endedAt = new Date(last.getTime() - 10 * SECOND_MS);
    expect(emailAfter(AMBIGUOUS, 1, false, endedAt).status).toBe("uncertain");
    expect(isSeriesOver(START, last, EMAIL_RETRIES)).toBe(false);
    expect(isSeriesOver(START, new Date(last.getTime() + 1), EMAIL_RETRIES)).toBe(true);
  });
});

describe("a webhook event", () => {
  const DELAYS_MS = [1, 5, 30, 120, 300, 600, 600].map((minutes) => minutes * MINUTE_MS);
  const waitAfter = (attempts: number, random: number, result: AttemptResult = FAILED) =>
    waitMs(nextDeliveryState(result, series(attempts), WEBHOOK_RETRIES, START, () => random));

  it("is attempted up to eight times, after fixed delays plus up to 20% jitter", () => {
    for (const [index, delayMs] of DELAYS_MS.entries()) {
      expect(waitAfter(index + 1, 0)).toBe(delayMs);
      expect(waitAfter(index + 1, 1)).toBe(1.2 * delayMs);
      expect(waitAfter(index + 1, 0.5, AMBIGUOUS)).toBe(Math.round(1.1 * delayMs));
    }
    for (const result of [FAILED, AMBIGUOUS])
      expect(nextDeliveryState(result, series(8), WEBHOOK_RETRIES, START)).toEqual({
        status: "failed",
        nextAttemptAt: null,
      });
  });

  it("is sent again immediately when our process died during an attempt, eight times at most", () => {
    for (const attempts of [1, 4, 7]) expect(waitAfter(attempts, 1, INTERRUPTED)).toBe(0);
    expect(waitAfter(8, 1, INTERRUPTED)).toBe(null);
  });

  it.each<AttemptResult>([FAILED, AMBIGUOUS, INTERRUPTED, { kind: "rejected", isFirst: true }])(
    "of a test or manual retry fails when the result is $kind",
    (result) => {
      expect(nextDeliveryState(result, series(1), WEBHOOK_ONCE, START).status).toBe("failed");
    },
  );

  it("is delivered when the endpoint accepts it", () => {
    const state = nextDeliveryState({ kind: "accepted" }, series(1), WEBHOOK_RETRIES, START);
    expect(state).toEqual({ status: "delivered", nextAttemptAt: null });
  });

  it("is retried according to Retry-After, between the delay and twice the delay", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 200_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (number, askedSeconds, random) => {
          const delayMs = DELAYS_MS[number - 1] ?? 0;
          const askedMs = askedSeconds * SECOND_MS;
          const waited = waitAfter(number, random, { kind: "failed", waitMs: askedMs }) ?? 0;
          expect(waited).toBeGreaterThanOrEqual(delayMs);
          expect(waited).toBeLessThanOrEqual(2 * delayMs);
          expect(waited).toBeGreaterThanOrEqual(Math.min(askedMs, 2 * delayMs));
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
  ])("%j is parsed as %j ms", (text, expected) => {
    expect(readRetryAfter(text, START)).toEqual(expected);
  });
});

const afterStart = (ms: number) => new Date(START.getTime() + ms);

test("a delivery can be retried exactly a minute after its last attempt, or its creation", () => {
  const attempted = { createdAt: START, lastAttemptAt: afterStart(5_000) };
  expect(retryAvailableAt(attempted)).toEqual(afterStart(65_000));
  expect(retryAvailableAt({ createdAt: START, lastAttemptAt: null })).toEqual(afterStart(60_000));
  expect(() => requireCooldownOver(attempted, afterStart(64_999), "event")).toThrow(
    expect.objectContaining({ code: "retry_cooldown", retryAfterSeconds: 1 }),
  );
  requireCooldownOver(attempted, afterStart(65_000), "event");
});

const NOW = new Date("2026-11-21T10:00:00Z");
const DAY_MS = 86_400_000;

const SUCCESS = { outcome: "succeeded", isGone: false };
const FAILURE = { outcome: "http_error", isGone: false };
const GONE = { outcome: "http_error", isGone: true };
const CRASH = { outcome: "interrupted", isGone: false };

describe("the health of an endpoint", () => {
  it("is failing after three consecutive failed attempts", () => {
    let health = HEALTHY;
    for (const expected of ["healthy", "healthy", "failing", "failing"]) {
      health = healthAfter(health, FAILURE, NOW);
      expect(health.health).toBe(expected);
    }
    expect(healthAfter(health, SUCCESS, NOW)).toEqual(HEALTHY);
  });

  it("is suspended by a 410 response", () => {
    expect(healthAfter(HEALTHY, GONE, NOW).health).toBe("suspended");
  });

  it("is suspended only after at least ten failures over at least five days", () => {
    const firstAt = new Date(NOW.getTime() - 5 * DAY_MS);
    const before: Health = { health: "failing", failuresInRow: 9, failingSince: firstAt };
    const healthWith = (change: Partial<Health>) =>
      healthAfter({ ...before, ...change }, FAILURE, NOW).health;
    expect(healthWith({})).toBe("suspended");
    expect(healthWith({ failuresInRow: 8 })).toBe("failing");
    expect(healthWith({ failingSince: new Date(firstAt.getTime() + 1) })).toBe("failing");
  });

  it("stays suspended after more failures and is restored by any success", () => {
    const suspended = healthAfter(HEALTHY, GONE, NOW);
    const still = healthAfter(suspended, FAILURE, NOW);
    expect(still.health).toBe("suspended");
    expect(healthAfter(still, SUCCESS, NOW)).toEqual(HEALTHY);
  });

  it("isn't affected by interrupted attempts", () => {
    expect(healthAfter(HEALTHY, CRASH, NOW)).toEqual(HEALTHY);
    const failing = healthAfter(healthAfter(HEALTHY, FAILURE, NOW), FAILURE, NOW);
    expect(healthAfter(failing, CRASH, NOW)).toEqual(failing);
  });
});
