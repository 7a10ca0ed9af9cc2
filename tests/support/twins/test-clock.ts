import { pool } from "#lib/adapters/db/database";
import { singleton } from "#lib/core/singleton";
import type { Clock } from "#lib/domain/deliveries/clock";

/** The time at which most tests take place. */
export const START = new Date("2026-11-21T10:00:00Z");

const received = () => singleton<{ at: string | null }>("test-received-at", () => ({ at: null }));

/** From now on, submissions to this file's database are received at this moment; null: when they are. */
export async function receiveAt(at: Date | null): Promise<void> {
  const stamp = at?.toISOString() ?? null;
  if (stamp === received().at) return;
  received().at = stamp;
  await pool().query(
    `CREATE OR REPLACE FUNCTION stamp_submission() RETURNS timestamptz LANGUAGE sql AS $$
      SELECT ${stamp === null ? "date_trunc('milliseconds', clock_timestamp())" : `'${stamp}'::timestamptz`} $$`,
  );
}

/** A clock that a test controls: waiting advances it, and calls time out when the test decides. */
export function createTestClock(start: Date) {
  let time = start.getTime();
  const deadlines = new Set<AbortController>();
  const deadlinesMs: number[] = [];
  const clock: Clock = {
    now: () => new Date(time),
    wait: async (ms) => {
      time += ms;
    },
    deadline: (ms) => {
      deadlinesMs.push(ms);
      const controller = new AbortController();
      deadlines.add(controller);
      return controller.signal;
    },
  };
  return {
    ...clock,
    /** The timeout of each external call. */
    deadlinesMs,
    advance(ms: number) {
      time += ms;
    },
    /** Times out every call that's still waiting for a response. */
    timeOutCalls() {
      for (const controller of deadlines)
        controller.abort(new DOMException("The operation timed out.", "TimeoutError"));
      deadlines.clear();
    },
  };
}
