import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#lib/db/database";
import { drainOutbox } from "#lib/jobs/drain-outbox";
import { createWorkspace } from "#tests/support/factories/factories";
import { emptyOutbox, queueNotification } from "#tests/support/factories/outbox-state";
import { createTestClock, START } from "#tests/support/twins/test-clock";

const BUDGET_MS = 40_000;
/** More than one workspace may have in flight. */
const MANY = 100;

beforeEach(emptyOutbox);

/** A clock that passes the budget after this many reads. */
function clockOf(looks: number) {
  const clock = createTestClock(START);
  let left = looks;
  const now = () => {
    left -= 1;
    if (left === 0) clock.advance(BUDGET_MS);
    return clock.now();
  };
  return { ...clock, now };
}

describe("a drain that runs out of time", () => {
  it("stops claiming and leaves the rest to the next drain", async () => {
    const workspace = await createWorkspace({ now: START });
    for (let count = 0; count < MANY; count += 1) await queueNotification(START, workspace);
    const first = await drainOutbox(clockOf(12), BUDGET_MS);
    expect(first).toMatchObject({ dueCount: MANY, lagSeconds: 0, errored: 0 });
    expect(first.claimed).toBeGreaterThan(0);
    expect(first.claimed).toBeLessThan(MANY);
    expect(first.sent, "it finishes its claims").toBe(first.claimed);
    expect(await db().delivery.count({ where: { dueAt: { not: null }, claimToken: null } })).toBe(
      MANY - first.sent,
    );
    const second = await drainOutbox(createTestClock(START), BUDGET_MS);
    expect(second.sent).toBe(MANY - first.sent);
  });

  it("only reports its lag when its budget is zero", async () => {
    await queueNotification(START);
    const late = createTestClock(new Date(START.getTime() + 90_000));
    expect(await drainOutbox(late, 0)).toMatchObject({ claimed: 0, dueCount: 1, lagSeconds: 90 });
    expect(await db().delivery.count({ where: { dueAt: { not: null }, claimToken: null } })).toBe(
      1,
    );
  });
});
