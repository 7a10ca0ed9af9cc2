import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { processWide } from "#lib/core/process-wide";

/** Intake rests when nobody has posted for this long and no post is under way. */
const QUIET_MS = 15;
/** Work that waits for a rest goes on after this long without one: intake goes first, not alone. */
const MAX_WAIT_MS = 200;
const LOOK_AGAIN_MS = 5;

type Load = { underWay: number; lastAt: number };

function load(): Load {
  return processWide(
    "intake-load",
    (): Load => ({ underWay: 0, lastAt: Number.NEGATIVE_INFINITY }),
  );
}

/** Counts a post as under way until the returned function is called. */
export function beginPost(): () => void {
  const now = load();
  now.underWay += 1;
  now.lastAt = performance.now();
  return () => {
    now.underWay -= 1;
    now.lastAt = performance.now();
  };
}

function isResting(): boolean {
  const { underWay, lastAt } = load();
  return underWay === 0 && performance.now() - lastAt >= QUIET_MS;
}

/**
 * Lets visitors go first where mail is made in the same process: rendering one takes longer than
 * accepting several posts. Resolves at once when intake rests.
 *
 * @returns whether intake rests; false when it has been busy for all of 200 ms
 */
export async function waitForIntakeIdle(): Promise<boolean> {
  const endsAt = performance.now() + MAX_WAIT_MS;
  while (!isResting()) {
    if (performance.now() >= endsAt) return false;
    await sleep(LOOK_AGAIN_MS);
  }
  return true;
}
