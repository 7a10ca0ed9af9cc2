import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { pool } from "#lib/adapters/db/database";
import { queryPrepared } from "#lib/adapters/db/query-rows";
import { settings } from "#lib/core/settings/settings";
import { singleton } from "#lib/core/singleton";
import { log } from "#lib/core/telemetry/log";

const CALL_LIMIT_MS = 55_000;

/**
 * Reserves the next start of a drain: now, or a second after the previous one. Reserves nothing if
 * another process's start is still ahead, because that drain will see what this process has committed.
 */
const RESERVE = `
  UPDATE installation SET next_drain_at = greatest(now(), next_drain_at + interval '1 second')
  WHERE next_drain_at IS NULL OR next_drain_at <= now()
  RETURNING ceil(extract(epoch FROM next_drain_at - now()) * 1000)::int AS wait_ms`;

const trigger = () =>
  singleton<{ run: (() => void) | null }>("drain-trigger", () => ({ run: null }));

/**
 * Sets the function that starts a drain in this process, or null to use the cron route. The self-hosted
 * server calls this.
 */
export function registerDrainTrigger(startDrain: (() => void) | null): void {
  trigger().run = startDrain;
}

/**
 * Starts a drain after something was queued: through the self-hosted server's timer, or elsewhere the
 * cron route, at most once a second for all processes together. A trigger that fails loses nothing: the
 * next scheduled drain finds the work.
 */
export async function triggerDrain(): Promise<void> {
  const { run } = trigger();
  if (run) return run();
  const { baseUrl, cronSecret } = settings();
  if (!cronSecret) return;
  try {
    const [reserved] = await queryPrepared<{ wait_ms: number }>(
      pool(),
      { wait_ms: "int4" },
      { text: RESERVE, values: [] },
    );
    if (!reserved) return;
    await sleep(reserved.wait_ms);
    const response = await fetch(`${baseUrl}/api/cron/outbox`, {
      headers: { Authorization: `Bearer ${cronSecret}` },
      signal: AbortSignal.timeout(CALL_LIMIT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`${baseUrl} responded with ${response.status}`);
  } catch (err) {
    log().warn({ err }, "couldn't trigger the outbox drain; the schedule will run it");
  }
}

/** The current request, and whether it has queued deliveries. */
const request = () =>
  singleton("queueing-request", () => new AsyncLocalStorage<{ hasQueued: boolean }>());

/** Notes that the current request or job makes a delivery due. A job needs no trigger. */
export function noteQueued(): void {
  const running = request().getStore();
  if (running) running.hasQueued = true;
}

/**
 * Runs a request's work, and then starts a drain if something was queued in it.
 *
 * @param defer - runs work after the response
 */
export async function drainAfter<T>(
  defer: (work: () => Promise<void>) => void,
  work: () => Promise<T>,
): Promise<T> {
  const running = { hasQueued: false };
  try {
    return await request().run(running, work);
  } finally {
    // An action that redirects throws.
    if (running.hasQueued) defer(triggerDrain);
  }
}
