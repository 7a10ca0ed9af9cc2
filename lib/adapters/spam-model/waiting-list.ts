type Limits = { maxActive: number; maxWaiting: number; maxWaitingPerKey: number };
type Place = { key: string; start: () => void };

/** Runs a few things at a time and lets some wait, in order. No key can take all places of the list. */
export function createWaitingList({ maxActive, maxWaiting, maxWaitingPerKey }: Limits) {
  let active = 0;
  const waiting: Place[] = [];

  function isFull(key: string): boolean {
    const own = waiting.filter((place) => place.key === key).length;
    return waiting.length >= maxWaiting || own >= maxWaitingPerKey;
  }

  /** Waits for the caller's turn. False if the list is full, or the signal was aborted first. */
  async function waitForTurn(key: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (active < maxActive) {
      active += 1;
      return true;
    }
    if (isFull(key)) return false;
    const turn = Promise.withResolvers<boolean>();
    const place: Place = { key, start: () => turn.resolve(true) };
    const giveUp = () => {
      const at = waiting.indexOf(place);
      if (at === -1) return;
      waiting.splice(at, 1);
      turn.resolve(false);
    };
    waiting.push(place);
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      return await turn.promise;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  /** Gives the free place to the next one in line. */
  function endTurn(): void {
    const next = waiting.shift();
    if (next) next.start();
    else active -= 1;
  }

  return {
    /** Runs `work` when its turn comes, or returns null if it never does. Throws what `work` throws. */
    async run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
      if (!(await waitForTurn(key, signal))) return null;
      try {
        return await work();
      } finally {
        endTurn();
      }
    },
  };
}
