import { expect, test } from "vitest";
import { isFullDrill, noteFigures } from "#tests/support/drills/figures";
import { countLosses, runKillDrill } from "#tests/support/drills/kill-drill";

const SIZE = isFullDrill ? { messages: 2_000, kills: 25 } : { messages: 800, kills: 10 };

test("marks emails that may have been sent as uncertain when processes are killed and the provider ignores idempotency keys", async ({
  task,
}) => {
  const outcome = await runKillDrill(SIZE, { isForgetful: true });
  const { lost, doubled, tried, came } = countLosses(outcome);
  const drill = "Submissions during kills; the email provider ignores keys";
  noteFigures(task, { drill, tried, came });

  const { owed, emails } = outcome;
  expect({ lost, owed, doubled }).toEqual({ lost: 0, owed: 0, doubled: 0 });
  expect(emails).toHaveLength(SIZE.messages);
  for (const { status, arrivals, interrupted } of emails)
    if (status === "sent")
      expect({ arrivals, interrupted }).toEqual({ arrivals: 1, interrupted: 0 });
    else expect({ status, interrupted }).toEqual({ status: "uncertain", interrupted: 1 });
}, 600_000);
