import { expect, test } from "vitest";
import { isFullDrill, noteFigures } from "#tests/support/drills/figures";
import { countLosses, runKillDrill } from "#tests/support/drills/kill-drill";

const SIZE = isFullDrill ? { messages: 2_000, kills: 25 } : { messages: 250, kills: 5 };

test("loses no submission and sends each email once when processes are killed", async ({
  task,
}) => {
  const outcome = await runKillDrill(SIZE, { isForgetful: false });
  const { lost, repeats, doubled, tried, came } = countLosses(outcome);
  const drill = "Submissions during kills; the email provider keeps keys for 24 hours";
  noteFigures(task, { drill, tried, came });

  const { acknowledged, stored, owed, events, emails, kills } = outcome;
  expect({ lost, owed, doubled }).toEqual({ lost: 0, owed: 0, doubled: 0 });
  expect(stored.size).toBe(SIZE.messages);
  expect([...stored.values()].sort()).toEqual([...acknowledged.keys()].sort());

  expect(events).toHaveLength(SIZE.messages);
  for (const { status, arrivals, interrupted, hasSameBytes } of events) {
    expect({ status, hasSameBytes }).toEqual({ status: "delivered", hasSameBytes: true });
    expect(arrivals).toBeGreaterThanOrEqual(1);
    expect(arrivals - 1).toBeLessThanOrEqual(interrupted);
  }
  expect(repeats).toBeLessThanOrEqual(kills.inFlight);

  expect(emails).toHaveLength(SIZE.messages);
  for (const { status, arrivals } of emails)
    expect({ status, arrivals }).toEqual({ status: "sent", arrivals: 1 });
}, 600_000);
