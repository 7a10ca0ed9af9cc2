import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "#lib/core/telemetry/log";
import { createJob } from "#server/jobs/job-timer";
import { runWithGaps } from "#server/jobs/start-jobs";

let finishRun: (() => void)[];
let runs: number;
let fails: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  finishRun = [];
  runs = 0;
  fails = false;
});

afterEach(() => {
  vi.useRealTimers();
});

function jobUnderTest(maxHoldMs?: number) {
  const run = () => {
    runs += 1;
    if (fails) return Promise.reject(new Error("away"));
    return new Promise<void>((resolve) => finishRun.push(resolve));
  };
  return createJob("test", run, maxHoldMs);
}

async function finish(): Promise<void> {
  finishRun.shift()?.();
  await vi.advanceTimersByTimeAsync(1000);
}

test("runs once more if it was triggered any number of times during a run", async () => {
  const job = jobUnderTest();
  job.trigger();
  job.trigger();
  job.trigger();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
  await finish();
  expect(runs).toBe(2);
  await finish();
  expect(runs).toBe(2);
});

test("ignores a timer tick during a run", async () => {
  const job = jobUnderTest();
  job.tick();
  job.tick();
  await finish();
  expect(runs).toBe(1);
  job.tick();
  expect(runs).toBe(2);
});

test("logs only the first of several consecutive failures, and the recovery", async () => {
  const logFailure = vi.spyOn(log(), "error");
  const logRecovery = vi.spyOn(log(), "info");
  const job = jobUnderTest();
  fails = true;
  for (let count = 0; count < 3; count++) {
    job.tick();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(logFailure).toHaveBeenCalledTimes(1);
  fails = false;
  job.tick();
  await finish();
  expect(logRecovery).toHaveBeenCalledTimes(1);
});

test("stop waits for the current run and starts no other", async () => {
  const job = jobUnderTest();
  job.trigger();
  job.trigger();
  const stopped = vi.fn();
  const stopping = job.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stopped).not.toHaveBeenCalled();
  await finish();
  await stopping;
  job.trigger();
  expect(runs).toBe(1);
});

test("starts the next run if one takes too long, and stop waits for both", async () => {
  const logFailure = vi.spyOn(log(), "error");
  const job = jobUnderTest(40_000);
  job.tick();
  await vi.advanceTimersByTimeAsync(39_999);
  job.tick();
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  job.tick();
  expect(runs).toBe(2);
  const stopped = vi.fn();
  const stopping = job.stop().then(stopped);
  await finish();
  expect(stopped).not.toHaveBeenCalled();
  await finish();
  await stopping;
  expect(logFailure).not.toHaveBeenCalled();
});

test("triggers in a burst run the work immediately, and once more after the gap", () => {
  const work = vi.fn();
  const trigger = runWithGaps(work, 50);
  for (let call = 0; call < 3; call += 1) trigger();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(49);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  trigger();
  expect(work).toHaveBeenCalledTimes(3);
});
