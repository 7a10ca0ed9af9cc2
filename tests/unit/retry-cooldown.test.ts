import { expect, test } from "vitest";
import { requireCooldownOver, retryAvailableAt } from "#lib/deliveries/retry";
import { START } from "#tests/support/twins/test-clock";

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
