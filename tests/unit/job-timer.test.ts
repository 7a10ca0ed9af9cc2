import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "#lib/jobs/job-timer";

let finishRun: (() => void)[];
let runs: number;
let fails: boolean;
const onFailure = vi.fn();
const onRecovery = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  finishRun = [];
  runs = 0;
  fails = false;
  onFailure.mockReset();
  onRecovery.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

function jobUnderTest(hold: { holdMs?: number } = {}) {
  return coalesce({
    ...hold,
    call: () => {
      runs += 1;
      if (fails) return Promise.reject(new Error("away"));
      return new Promise<void>((resolve) => finishRun.push(resolve));
    },
    onFailure,
    onRecovery,
  });
}

async function finish(): Promise<void> {
  finishRun.shift()?.();
  await vi.advanceTimersByTimeAsync(1000);
}

test("any number of nudges during a run mean one more run after it", async () => {
  const job = jobUnderTest();
  job.nudge();
  job.nudge();
  job.nudge();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
  await finish();
  expect(runs).toBe(2);
  await finish();
  expect(runs).toBe(2);
});

test("the timer's tick during a run asks for nothing more", async () => {
  const job = jobUnderTest();
  job.tick();
  job.tick();
  await finish();
  expect(runs).toBe(1);
  job.tick();
  expect(runs).toBe(2);
});

test("of failures in a row the first is told, and so is the recovery", async () => {
  const job = jobUnderTest();
  fails = true;
  for (let count = 0; count < 3; count++) {
    job.tick();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(onFailure).toHaveBeenCalledTimes(1);
  fails = false;
  job.tick();
  await finish();
  expect(onRecovery).toHaveBeenCalledTimes(1);
});

test("a stop waits for the run under way and lets none follow", async () => {
  const job = jobUnderTest();
  job.nudge();
  job.nudge();
  const stopped = vi.fn();
  const stopping = job.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(1000);
  expect(stopped).not.toHaveBeenCalled();
  await finish();
  await stopping;
  job.nudge();
  expect(runs).toBe(1);
});

test("a run that takes too long holds back no other, and a stop waits for both", async () => {
  const job = jobUnderTest({ holdMs: 40_000 });
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
  expect(onFailure).not.toHaveBeenCalled();
});
