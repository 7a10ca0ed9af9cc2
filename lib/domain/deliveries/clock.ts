import { setTimeout as sleep } from "node:timers/promises";
import { pool } from "#lib/adapters/db/database";
import { queryRows } from "#lib/adapters/db/query-rows";

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

/**
 * Returns the system's clock, corrected to the database's, so that leases and due times agree between
 * machines with different clocks.
 */
export async function databaseClock(): Promise<Clock> {
  const [row] = await queryRows<{ now: Date }>(pool(), {
    now: "timestamptz",
  })`SELECT clock_timestamp() AS now`;
  const aheadMs = (row?.now.getTime() ?? Date.now()) - Date.now();
  return { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
}
