import { HOUR_MS } from "#lib/core/durations";
import { settings } from "#lib/core/settings/settings";
import { log } from "#lib/core/telemetry/log";
import { measureJob } from "#lib/core/telemetry/metrics";
import { settlesWithin } from "#lib/core/with-timeout";
import { queueDigests } from "#lib/domain/emails/digests/queue-digests";
import { runImports } from "#lib/domain/imports/run-imports";
import { learnWords } from "#lib/domain/spam/learn-words";
import { releaseHeld } from "#lib/domain/submissions/release-held";
import { indexSubmissions } from "#lib/domain/submissions/search/index-submissions";
import { DRAIN_BUDGET_MS, drainOutbox } from "#lib/entry/jobs/drain-outbox";
import { runMaintenance } from "#lib/entry/jobs/run-maintenance";

const MIN_GAP_MS = 50;
const CLAIM_GAP_MS = 100;
const MAINTENANCE_INTERVAL_MS = HOUR_MS;
const FIRST_MAINTENANCE_MS = 30_000;
const LEARNING_INTERVAL_MS = 30_000;
const SEARCH_INTERVAL_MS = 60_000;
const FIRST_RELEASE_MS = 1_000;
const RELEASE_INTERVAL_MS = 10_000;
const RELEASE_BUDGET_MS = 60_000;
const DIGEST_INTERVAL_MS = 10_000;
const IMPORT_INTERVAL_MS = 1_000;
const IMPORT_BUDGET_MS = 60_000;

/**
 * Creates a job that runs one at a time, and once more if it was triggered during a run. Of consecutive
 * failures, only the first is logged.
 *
 * @param maxHoldMs - a run that takes longer than this no longer holds back the next one
 */
export function createJob(name: string, run: () => Promise<unknown>, maxHoldMs?: number) {
  const underWay = new Set<Promise<void>>();
  let loop: Promise<void> | undefined;
  let isWanted = false;
  let isStopped = false;
  let isFailing = false;

  async function runOnce(): Promise<void> {
    try {
      await measureJob(name, run);
      if (isFailing) log().info({ job: name }, "job works again");
      isFailing = false;
    } catch (err) {
      if (!isFailing && !isStopped) log().error({ job: name, err }, "job fails");
      isFailing = true;
    }
  }

  /** Settles when the run has ended, or has taken so long that the next one may start. */
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
    /** Runs the job soon. During a run, any number of calls cause one more run after it. */
    trigger,
    /** Runs unless a run is under way. */
    tick: () => {
      if (!loop) trigger();
    },
    /** Starts no more runs; settles when the runs under way have ended. */
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
  const { signal } = stopping;
  const drain = () => drainOutbox(null, DRAIN_BUDGET_MS, { signal, claimGapMs: CLAIM_GAP_MS });
  const releaseSome = () => releaseHeld(null, { budgetMs: RELEASE_BUDGET_MS, signal });
  const outbox = createJob("outbox", drain, DRAIN_BUDGET_MS);
  const maintenance = createJob("maintenance", () => runMaintenance());
  const search = createJob("search", () => indexSubmissions());
  const release = createJob("release", releaseSome);
  const learning = createJob("learning", () => learnWords());
  const queueSome = async () => {
    if ((await queueDigests(null, { signal })) > 0) outbox.trigger();
  };
  const digests = createJob("digests", queueSome);
  const imports = createJob("imports", () => runImports({ budgetMs: IMPORT_BUDGET_MS, signal }));
  const timers = [
    setInterval(outbox.tick, settings().outboxIntervalMs),
    setInterval(maintenance.tick, MAINTENANCE_INTERVAL_MS),
    setTimeout(maintenance.tick, FIRST_MAINTENANCE_MS),
    setInterval(search.tick, SEARCH_INTERVAL_MS),
    setInterval(learning.tick, LEARNING_INTERVAL_MS),
    setInterval(digests.tick, DIGEST_INTERVAL_MS),
    setInterval(imports.tick, IMPORT_INTERVAL_MS),
    setInterval(release.tick, RELEASE_INTERVAL_MS),
    setTimeout(release.tick, FIRST_RELEASE_MS),
  ];
  return {
    triggerDrain: outbox.trigger,
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(
        [outbox, maintenance, search, release, learning, digests, imports].map((job) => job.stop()),
      );
    },
  };
}
