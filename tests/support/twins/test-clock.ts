import type { Clock } from "#lib/deliveries/clock";

/** A clock that a test moves: waiting moves it too, and calls time out when the test says so. */
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
    /** How long each external call was given. */
    deadlinesMs,
    advance(ms: number) {
      time += ms;
    },
    /** Every call that is still waiting for its answer is out of time. */
    timeOutCalls() {
      for (const controller of deadlines)
        controller.abort(new DOMException("The operation timed out.", "TimeoutError"));
      deadlines.clear();
    },
  };
}
