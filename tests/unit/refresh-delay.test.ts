import { expect, test } from "vitest";
import { refreshDelay } from "#components/shell/refresh-delay.ts";

const NOW = 1_700_000_000_000;
const SOON = 2_000;
const delayOf = (...deliveries: Parameters<typeof refreshDelay>[0]) =>
  refreshDelay(deliveries, NOW, SOON);
const ended = { status: "failed", nextAttemptAt: null };
const retryingIn = (ms: number) => ({ status: "retrying", nextAttemptAt: NOW + ms });

test("deliveries that have ended are never looked at again", () => {
  expect(delayOf()).toBeNull();
  expect(delayOf(ended, { status: "delivered", nextAttemptAt: null })).toBeNull();
});

test("a delivery that waits for its next attempt is looked at right after it", () => {
  expect(delayOf(ended, retryingIn(90_000), retryingIn(30_000))).toBe(31_000);
});

test("one that is in progress or overdue is looked at soon, and none later than in an hour", () => {
  expect(delayOf({ status: "sending", nextAttemptAt: null }, retryingIn(30_000))).toBe(SOON);
  expect(delayOf(retryingIn(-600_000))).toBe(SOON);
  expect(delayOf(retryingIn(86_400_000))).toBe(3_600_000);
});
