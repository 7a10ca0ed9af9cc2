import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { processWide } from "#lib/core/process-wide";

/** Intake is idle when nothing has arrived for this long and nothing is in progress. */
const QUIET_MS = 15;
/** Work that waits for intake goes on after this long anyway: intake goes first, not alone. */
const MAX_WAIT_MS = 200;
const POLL_MS = 5;

type Load = { inProgress: number; lastAt: number };

function load(): Load {
  return processWide(
    "intake-load",
    (): Load => ({ inProgress: 0, lastAt: Number.NEGATIVE_INFINITY }),
  );
}

/** Counts a submission as in progress until the returned function is called. */
export function beginIntake(): () => void {
  const now = load();
  now.inProgress += 1;
  now.lastAt = performance.now();
  return () => {
    now.inProgress -= 1;
    now.lastAt = performance.now();
  };
}

function isIdle(): boolean {
  const { inProgress, lastAt } = load();
  return inProgress === 0 && performance.now() - lastAt >= QUIET_MS;
}

/**
 * Lets visitors go first when emails are rendered in the same process: one takes longer than accepting
 * several submissions. Resolves at once when intake is idle.
 *
 * @returns whether intake is idle; false when it stayed busy for 200 ms
 */
export async function waitForIntakeIdle(): Promise<boolean> {
  const endsAt = performance.now() + MAX_WAIT_MS;
  while (!isIdle()) {
    if (performance.now() >= endsAt) return false;
    await sleep(POLL_MS);
  }
  return true;
}
