import { runMaintenance } from "#lib/entry/jobs/run-maintenance";
import { createTestClock, START } from "#tests/support/twins/test-clock";

/** A moment this many milliseconds after {@link START}. */
export const afterStart = (ms: number) => new Date(START.getTime() + ms);

/** Runs maintenance as at this moment. */
export const maintain = (now = START) => runMaintenance(createTestClock(now));
