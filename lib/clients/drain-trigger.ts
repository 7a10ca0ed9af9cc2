import { log } from "#lib/core/log";
import { processWide } from "#lib/core/process-wide";
import { settings } from "#lib/core/settings";

const trigger = () =>
  processWide<{ run: (() => void) | null }>("drain-trigger", () => ({ run: null }));

/** Sets what starts a drain in this process; the self-hosted server calls it once. */
export function registerDrainTrigger(startDrain: () => void): void {
  trigger().run = startDrain;
}

/**
 * Starts a drain after something was queued: through the self-hosted server's timer, or elsewhere the
 * cron route. A trigger that fails loses nothing: the next scheduled drain finds the work.
 */
export async function triggerDrain(): Promise<void> {
  const { run } = trigger();
  if (run) return run();
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
