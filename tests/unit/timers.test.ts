import { expect, test, vi } from "vitest";
import { refreshDelay } from "#components/shell/refresh-delay.ts";
import { AppError } from "#lib/core/errors";
import { createLineSampler, lineOf } from "#lib/core/telemetry/log";
import { withTimeout } from "#lib/core/with-timeout";

test("a line that repeats is written 5 times per 10 seconds, and the others are counted", () => {
  const { admit, takeLeftOut } = createLineSampler();
  const admitted = (line: string, times: number) =>
    Array.from({ length: times }, () => admit(line)).filter(Boolean).length;
  expect(admitted("request failed", 1_000)).toBe(5);
  expect(admitted("another line", 3)).toBe(3);
  expect(takeLeftOut()).toEqual([["request failed", 995]]);
  expect(takeLeftOut()).toEqual([]);
  expect(admitted("request failed", 7)).toBe(5);
});

test("no more than 500 different lines are remembered, and none is lost", () => {
  const { admit, takeLeftOut } = createLineSampler();
  for (let nth = 0; nth < 600; nth += 1) expect(admit(`line ${nth}`)).toBe(true);
  for (let nth = 0; nth < 10; nth += 1) expect(admit("line 599")).toBe(true);
  expect(takeLeftOut()).toEqual([]);
});

test("failures are the same line when they differ in IDs or numbers, not in their kind", () => {
  const line = (err: Error) => lineOf({ requestId: "1", err }, "request failed");
  const failing = (message: string) => line(new TypeError(message));
  expect(failing("no 0198c0de-0000-7000-8000-00000000000a at 5")).toBe(
    failing("no 0198c0de-0000-7000-8000-00000000000b at 17"),
  );
  expect(failing("no form")).not.toBe(failing("no file"));
  expect(line(new AppError("service_unavailable", "Away."))).toBe(
    "request failed (AppError: service_unavailable)",
  );
  expect(lineOf({ job: "outbox" }, "job fails")).toBe("job fails");
});

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

test("work that hangs fails at the limit, and work that ends leaves no timer", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const hanging = expect(withTimeout(new Promise(() => {}), 3_000, "too late")).rejects.toThrow(
      "too late",
    );
    vi.advanceTimersByTime(3_000);
    await hanging;
    expect(await withTimeout(Promise.resolve("done"), 3_000, "too late")).toBe("done");
    await expect(withTimeout(Promise.reject(new Error("broken")), 3_000, "")).rejects.toThrow(
      "broken",
    );
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
