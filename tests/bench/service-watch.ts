import { setTimeout as pause } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { z } from "zod";
import { residentBytes } from "#tests/support/setup/resident-memory";

const SAMPLE_MS = 20;
const Watched = z.object({ pid: z.int(), healthUrl: z.url() });
const Seen = z.object({ peakBytes: z.number(), slowestMs: z.number() });

/**
 * Watches a service from a thread of its own, which the caller's work can't slow down.
 *
 * @returns ends the watch: the most memory that the process had, in bytes, and the longest that a health
 *   check took, in milliseconds
 */
export function watchService(watched: z.output<typeof Watched>) {
  const worker = new Worker(new URL(import.meta.url), { workerData: watched });
  return async () => {
    const seen = new Promise<unknown>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    worker.postMessage("stop");
    return Seen.parse(await seen);
  };
}

if (!isMainThread && parentPort) {
  const { pid, healthUrl } = Watched.parse(workerData);
  let isDone = false;
  let peakBytes = 0;
  let slowestMs = 0;
  parentPort.once("message", () => {
    isDone = true;
  });
  const untilDone = async (sample: () => Promise<void> | void) => {
    while (!isDone) {
      await sample();
      await pause(SAMPLE_MS);
    }
  };
  await Promise.all([
    untilDone(() => {
      peakBytes = Math.max(peakBytes, residentBytes(pid));
    }),
    untilDone(async () => {
      const startedAt = performance.now();
      await fetch(healthUrl).catch(() => undefined);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }),
  ]);
  parentPort.postMessage({ peakBytes, slowestMs });
}
