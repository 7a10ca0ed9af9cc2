import { setTimeout as sleep } from "node:timers/promises";

/** The time as jobs see it. Passed in, so that a test can pass the time instead of sleeping. */
export type Clock = {
  now: () => Date;
  /** Settles when `ms` milliseconds have passed. */
  wait: (ms: number) => Promise<void>;
  /** Aborts once an external call has taken `ms` milliseconds. */
  deadline: (ms: number) => AbortSignal;
};

export const systemClock: Clock = {
  now: () => new Date(),
  wait: async (ms) => {
    await sleep(ms);
  },
  deadline: (ms) => AbortSignal.timeout(ms),
};
