import { describe, expect, it } from "vitest";
import type { Trigger } from "#lib/deliveries/begin";
import { HEALTHY, type Health, healthAfter } from "#lib/webhooks/health";

const NOW = new Date("2026-11-21T10:00:00Z");
const DAY_MS = 86_400_000;

const SUCCESS = { outcome: "succeeded", responseStatus: 200 };
const FAILURE = { outcome: "http_error", responseStatus: 500 };
const GONE = { outcome: "http_error", responseStatus: 410 };
const CRASH = { outcome: "interrupted", responseStatus: null };

function healthOf(
  before: Health,
  end: { outcome: string; responseStatus: number | null },
  status: "retrying" | "failed" | "delivered",
  trigger: Trigger = "automatic",
): Health {
  return healthAfter(before, { ...end, trigger }, status, NOW);
}

describe("the health of an endpoint", () => {
  it("is failing after three consecutive deliveries exhaust their attempts", () => {
    let health = HEALTHY;
    for (const expected of ["healthy", "healthy", "failing"]) {
      for (let number = 1; number < 8; number++) health = healthOf(health, FAILURE, "retrying");
      health = healthOf(health, FAILURE, "failed");
      expect(health.health).toBe(expected);
    }
  });

  it("isn't changed by failed manual retries", () => {
    let health = HEALTHY;
    for (let count = 0; count < 5; count++) health = healthOf(health, FAILURE, "failed", "manual");
    expect(health).toMatchObject({ health: "healthy", exhaustedInRow: 0, failuresInRow: 5 });
  });

  it.each<Trigger>(["automatic", "manual", "test"])(
    "is suspended by a 410 response to a %s attempt",
    (trigger) => {
      expect(healthOf(HEALTHY, GONE, "failed", trigger).health).toBe("suspended");
    },
  );

  it("is suspended only after at least ten failures over at least five days", () => {
    const firstAt = new Date(NOW.getTime() - 5 * DAY_MS);
    const before: Health = {
      health: "failing",
      exhaustedInRow: 3,
      failuresInRow: 9,
      failingSince: firstAt,
    };
    const healthWith = (change: Partial<Health>) =>
      healthOf({ ...before, ...change }, FAILURE, "retrying").health;
    expect(healthWith({})).toBe("suspended");
    expect(healthWith({ failuresInRow: 8 })).toBe("failing");
    expect(healthWith({ failingSince: new Date(firstAt.getTime() + 1) })).toBe("failing");
  });

  it("stays suspended after more failures and is restored by any success", () => {
    const suspended = healthOf(HEALTHY, GONE, "failed", "test");
    const still = healthOf(suspended, FAILURE, "failed", "test");
    expect(still.health).toBe("suspended");
    for (const trigger of ["automatic", "manual", "test"] as const)
      expect(healthOf(still, SUCCESS, "delivered", trigger)).toEqual(HEALTHY);
  });

  it("isn't affected by interrupted attempts unless they exhaust a delivery", () => {
    expect(healthOf(HEALTHY, CRASH, "retrying")).toEqual(HEALTHY);
    expect(healthOf(HEALTHY, CRASH, "failed")).toEqual({ ...HEALTHY, exhaustedInRow: 1 });
  });
});
