import { describe, expect, it } from "vitest";
import { HEALTHY, type Health, healthAfter } from "#lib/webhooks/health";

const NOW = new Date("2026-11-21T10:00:00Z");
const DAY_MS = 86_400_000;

const SUCCESS = { outcome: "succeeded", responseStatus: 200 };
const FAILURE = { outcome: "http_error", responseStatus: 500 };
const GONE = { outcome: "http_error", responseStatus: 410 };
const CRASH = { outcome: "interrupted", responseStatus: null };

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
