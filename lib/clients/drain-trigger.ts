import { log } from "#lib/core/log";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";

type Nudge = { now: (() => void) | null };

function nudge(): Nudge {
  return processWide("outbox-nudge", (): Nudge => ({ now: null }));
}

/** Lets the process that runs its own timer be told of new work; `server.ts` calls it once. */
export function registerDrainTrigger(drainSoon: () => void): void {
  nudge().now = drainSoon;
}

/**
 * Asks for a drain now, after something was queued. Self-hosted the timer is woken; elsewhere the
 * cron route is called. A nudge that fails loses nothing: the next scheduled drain finds the work.
 */
export async function triggerDrain(): Promise<void> {
  const { now } = nudge();
  if (now) return now();
  const { baseUrl, cronSecret } = settings();
  if (!cronSecret) return;
  try {
    await fetch(`${baseUrl}/api/cron/outbox`, {
      headers: { Authorization: `Bearer ${cronSecret}` },
      signal: AbortSignal.timeout(55_000),
    });
  } catch (err) {
    log().warn({ err }, "couldn't trigger the outbox drain; the schedule will run it");
  }
}
