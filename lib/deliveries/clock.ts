import { setTimeout as sleep } from "node:timers/promises";

/** The time as jobs see it. Tests pass their own instead of sleeping. */
export type Clock = {
  now: () => Date;
  /** Resolves after `ms` milliseconds. */
  wait: (ms: number) => Promise<void>;
  /** Aborts an external call after `ms` milliseconds. */
  deadline: (ms: number) => AbortSignal;
};

export const systemClock: Clock = {
  now: () => new Date(),
  wait: async (ms) => {
    await sleep(ms);
  },
  deadline: (ms) => AbortSignal.timeout(ms),
};
