/**
 * Stops calls to a server that fails. After `maxFailures` in a row none is admitted for `restMs`; then one
 * tries, and its success admits all again. Times are in milliseconds.
 */
export function createCircuit({ maxFailures, restMs }: { maxFailures: number; restMs: number }) {
  let failuresInRow = 0;
  /** The time of the next try; null while all are admitted. */
  let retryAt: number | null = null;

  const isOpen = (now: number) => retryAt !== null && now < retryAt;

  return {
    isOpen,
    failuresInRow: () => failuresInRow,
    /** Decides if a call may start now. The one that tries moves the next try. */
    admits(now: number): boolean {
      if (isOpen(now)) return false;
      if (retryAt !== null) retryAt = now + restMs;
      return true;
    },
    noteSuccess(): void {
      failuresInRow = 0;
      retryAt = null;
    },
    noteFailure(now: number): void {
      failuresInRow += 1;
      if (failuresInRow >= maxFailures) retryAt = Math.max(retryAt ?? 0, now + restMs);
    },
  };
}
