import type pg from "pg";
import { expect, test } from "vitest";
import { noteFigures } from "#tests/support/drills/figures";
import { untilOrLater } from "#tests/support/drills/gate";
import {
  CALLS,
  EMAILS,
  EVENTS,
  type LeftoversDrill,
  startLeftoversDrill,
} from "#tests/support/drills/leftovers-drill";

/**
 * The time limit for sending work that a dead process or thread had begun or not begun: 6 s of silence,
 * the next beat, and the sending, on a busy machine. Without the release it would wait for leases of 45 s.
 */
const LIMIT_SECONDS = 20;
/** A thread is replaced after a second. */
const REPLACED_SECONDS = 1;
const THREAD_LIMIT_MS = 10_000;

async function endThread({ service, release, now }: LeftoversDrill, lock: pg.Client) {
  process.kill(service.pid, "SIGUSR2");
  await untilOrLater(() => service.output().includes("The threads ended"), THREAD_LIMIT_MS);
  const endedAt = await now();
  await release(lock);
  return endedAt;
}

test.for([
  {
    victim: "the service and its database",
    hasOwnDatabase: false,
    limitSeconds: LIMIT_SECONDS,
    kill: async (drill: LeftoversDrill) => {
      await drill.service.kill();
      await drill.restart();
      return drill.now();
    },
  },
  {
    victim: "the service, which has its own PostgreSQL",
    hasOwnDatabase: true,
    limitSeconds: LIMIT_SECONDS,
    kill: async (drill: LeftoversDrill, lock: pg.Client) => {
      await drill.service.killApp();
      await drill.release(lock);
      await drill.restart();
      return drill.now();
    },
  },
  {
    victim: "the job thread alone",
    hasOwnDatabase: true,
    limitSeconds: REPLACED_SECONDS + LIMIT_SECONDS,
    kill: endThread,
  },
])(
  "deliveries interrupted by a kill of $victim are sent within $limitSeconds s",
  { timeout: 240_000 },
  async ({ victim, hasOwnDatabase, limitSeconds, kill }, { task, onTestFinished }) => {
    const drill = await startLeftoversDrill({ hasOwnDatabase });
    onTestFinished(() => drill.stop(), 60_000);
    const lock = await drill.connect();
    onTestFinished(() => lock.end().catch(() => undefined));
    await drill.startWork(lock);
    const since = await kill(drill, lock);
    const { kinds, lastSeconds, captured, owed } = await drill.readEnds(since);
    noteFigures(task, {
      drill: `Leftovers after a kill of ${victim}`,
      tried: `${EMAILS} captured emails and ${EVENTS} events due, ${CALLS} calls in progress`,
      came: `${captured} emails and ${EVENTS} events sent, the last one after ${lastSeconds.toFixed(1)} s`,
    });
    expect({ kinds, captured, owed }).toEqual({
      kinds: {
        "email delivered: sent": EMAILS,
        "webhook delivered: interrupted, succeeded": CALLS,
        "webhook delivered: succeeded": EVENTS - CALLS,
      },
      captured: EMAILS,
      owed: 0,
    });
    const arrivals = drill.receiver.received.filter(({ path }) => path === "/hook");
    expect(new Set(arrivals.map(({ id }) => id)).size).toBe(EVENTS);
    expect(arrivals).toHaveLength(EVENTS + CALLS);
    expect(lastSeconds).toBeLessThan(limitSeconds);
  },
);
