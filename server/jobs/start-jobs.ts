import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { log } from "#lib/core/telemetry/log";
import type { MetricValues } from "#lib/core/telemetry/metrics";

const RESTART_MS = 1_000;
/**
 * The minimum time between triggers, because waking the thread for each submission would slow down
 * both.
 */
const TRIGGER_GAP_MS = 50;
/** The limits of the thread's heap, which V8 would otherwise size by the machine. */
const LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/** The maximum time a scrape waits for the thread, which may be busy or restarting. */
const METRICS_LIMIT_MS = 1_000;

/** A request to the thread. It sends its metrics to the port. */
export type JobMessage = "drain" | "stop" | { replyTo: MessagePort };

function readMetrics(worker: Worker): Promise<MetricValues | null> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<MetricValues | null>((resolve) => {
    const limit = setTimeout(() => resolve(null), METRICS_LIMIT_MS);
    port1.once("message", (values: MetricValues) => {
      clearTimeout(limit);
      resolve(values);
    });
    worker.postMessage({ replyTo: port2 } satisfies JobMessage, [port2]);
  }).finally(() => port1.close());
}

/**
 * Returns a function that runs `work`, but not before `gapMs` after the last run: calls until then cause one
 * run.
 */
export function runWithGaps(work: () => void, gapMs: number): () => void {
  let gap: NodeJS.Timeout | undefined;
  let isWanted = false;
  function call(): void {
    isWanted = gap !== undefined;
    if (isWanted) return;
    work();
    gap = setTimeout(() => {
      gap = undefined;
      if (isWanted) call();
    }, gapMs).unref();
  }
  return call;
}

/**
 * Runs the jobs in a separate thread, so that no visitor waits for an email. A thread that dies is
 * replaced; its work is due again after its leases.
 */
export function startJobs() {
  const ended = Promise.withResolvers<void>();
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let worker = start();

  function start(): Worker {
    const started = new Worker(new URL(import.meta.resolve("#server/jobs/job-worker")), {
      resourceLimits: LIMITS,
    });
    started.on("error", (err) => log().error({ err }, "the job thread failed; restarting it"));
    started.on("exit", () => {
      if (isStopping) return ended.resolve();
      restart = setTimeout(() => {
        worker = start();
      }, RESTART_MS);
    });
    return started;
  }

  return {
    triggerDrain: runWithGaps(() => worker.postMessage("drain"), TRIGGER_GAP_MS),
    /** Reads the metrics of the thread; null if it doesn't respond in time. */
    readMetrics: () => readMetrics(worker),
    /** Lets calls in progress finish until `limitMs`; longer ones count as interrupted. */
    stop: async (limitMs: number) => {
      isStopping = true;
      clearTimeout(restart);
      if (worker.threadId === -1) return;
      worker.postMessage("stop");
      const limit = setTimeout(() => worker.terminate(), limitMs);
      await ended.promise;
      clearTimeout(limit);
    },
  };
}
