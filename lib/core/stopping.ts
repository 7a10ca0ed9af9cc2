import { singleton } from "#lib/core/singleton";

/**
 * A proxy that checked within this time whether this process is ready is assumed to keep checking.
 */
const ASKS_WITHIN_MS = 30_000;

const state = () =>
  singleton<{ isStopping: boolean; askedAt: number | null }>("stopping", () => ({
    isStopping: false,
    askedAt: null,
  }));

/** Marks this process as not ready. From now on, it closes each connection after the current response. */
export function startStopping(): void {
  state().isStopping = true;
}

export function isStopping(): boolean {
  return state().isStopping;
}

/** Records that a proxy or orchestrator asked whether this process is ready. */
export function noteReadinessCheck(now = performance.now()): void {
  state().askedAt = now;
}

/**
 * Returns whether something regularly checks if this process is ready, and so will notice that it's stopping.
 */
export function isReadinessWatched(now = performance.now()): boolean {
  const { askedAt } = state();
  return askedAt !== null && now - askedAt <= ASKS_WITHIN_MS;
}
