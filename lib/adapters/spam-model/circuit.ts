/**
 * Stops calls to a server that fails. After `maxFailures` in a row, no call is allowed for `restMs`; then
 * one tries, and its success allows all again. Times are in milliseconds.
 */
export function createCircuit({ maxFailures, restMs }: { maxFailures: number; restMs: number }) {
  let failuresInRow = 0;
  /** When the next call may try; null while all are allowed. */
  let retryAt: number | null = null;

  const isOpen = (now: number) => retryAt !== null && now < retryAt;

  return {
    isOpen,
    failuresInRow: () => failuresInRow,
    /**
     * Returns whether a call may start now. If it's the one that tries, the next try is postponed.
     */
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
