let turn: Promise<void> | null = null;

/**
 * Resolves at the end of the event loop's turn, for all its callers one after the other. Work that many requests do
 * takes less time when it's done in a row, because its code and data stay in the processor's caches.
 */
export function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = null;
      resolve();
    });
  });
  return turn;
}
