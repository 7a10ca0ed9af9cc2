import { log } from "#lib/core/log";
import { measureJob } from "#lib/core/metrics";
import { settings } from "#lib/core/settings";
import { settlesWithin } from "#lib/core/with-timeout";
import { DRAIN_BUDGET_MS, drainOutbox } from "#lib/jobs/drain-outbox";
import { runMaintenance } from "#lib/jobs/run-maintenance";
import { indexSubmissions } from "#lib/search/index-submissions";
import { releaseHeld } from "#lib/submissions/release-held";

const MIN_GAP_MS = 50;
const CLAIM_GAP_MS = 100;
const MAINTENANCE_INTERVAL_MS = 3_600_000;
const FIRST_MAINTENANCE_MS = 30_000;
const SEARCH_INTERVAL_MS = 60_000;
const FIRST_RELEASE_MS = 1_000;
const RELEASE_INTERVAL_MS = 10_000;
const RELEASE_BUDGET_MS = 60_000;

type JobOptions = {
  /** Runs the job once; throws when it fails. */
  run: () => Promise<unknown>;
  /** A run that takes longer than this no longer holds back the next one. */
  maxHoldMs?: number;
  /** Called for the first failure in a row only. */
  onFailure: (error: unknown) => void;
  onRecovery: () => void;
};

export type Job = {
  /** Runs soon. While a run is under way, any number of calls mean one more run after it. */
  trigger: () => void;
  /** Runs unless a run is under way. */
  tick: () => void;
  /** Starts no more runs; settles when the runs under way have ended. */
  stop: () => Promise<void>;
};

/** A job that runs one at a time, and once more if it was triggered during a run. */
export function createJob({ run, maxHoldMs, onFailure, onRecovery }: JobOptions): Job {
  const underWay = new Set<Promise<void>>();
  let loop: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let isFailing = false;

  async function runOnce(): Promise<void> {
    try {
      await run();
      if (isFailing) onRecovery();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isStopped) onFailure(error);
      isFailing = true;
    }
  }

  /** Settles when the run has ended, or no longer holds back the next one. */
  async function runOrHold(): Promise<void> {
    const current = runOnce().finally(() => underWay.delete(current));
    underWay.add(current);
    if (maxHoldMs === undefined) return current;
    await settlesWithin(current, maxHoldMs);
  }

  async function runWhileWanted(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false;
      await runOrHold();
      if (isWanted) await new Promise((resolve) => setTimeout(resolve, MIN_GAP_MS));
    }
    loop = undefined;
  }

  function trigger(): void {
    if (isStopped) return;
    isWanted = true;
    loop ??= runWhileWanted();
  }

  return {
    trigger,
    tick: () => {
      if (!loop) trigger();
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(underWay);
      await loop;
    },
  };
}

/** Runs the jobs on timers. The drain also runs when it is triggered. */
export function scheduleJobs() {
  const stopping = new AbortController();
  const jobOf = (name: string, run: () => Promise<unknown>, hold: { maxHoldMs?: number } = {}) =>
    createJob({
      ...hold,
      run: () => measureJob(name, run),
      onFailure: (error) => log().error({ job: name, err: error }, "job fails"),
      onRecovery: () => log().info({ job: name }, "job works again"),
    });
  const { signal } = stopping;
  const drain = () => drainOutbox(null, DRAIN_BUDGET_MS, { signal, claimGapMs: CLAIM_GAP_MS });
  const outbox = jobOf("outbox", drain, { maxHoldMs: DRAIN_BUDGET_MS });
  const maintenance = jobOf("maintenance", () => runMaintenance());
  const search = jobOf("search", () => indexSubmissions());
  const release = jobOf("release", () =>
    releaseHeld(null, { budgetMs: RELEASE_BUDGET_MS, signal }),
  );
  const timers = [
    setInterval(outbox.tick, settings().outboxIntervalMs),
    setInterval(maintenance.tick, MAINTENANCE_INTERVAL_MS),
    setTimeout(maintenance.tick, FIRST_MAINTENANCE_MS),
    setInterval(search.tick, SEARCH_INTERVAL_MS),
    setInterval(release.tick, RELEASE_INTERVAL_MS),
    setTimeout(release.tick, FIRST_RELEASE_MS),
  ];
  return {
    triggerDrain: outbox.trigger,
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all([outbox, maintenance, search, release].map((job) => job.stop()));
    },
  };
}
