import { expect, test } from "vitest";
import { createOutgoing } from "#lib/clients/outgoing";
import { LEASE_MS } from "#lib/outbox/claim-due";
import { DRAIN_BUDGET_MS } from "#lib/outbox/drain-budget";
import { startReceiver } from "#tests/support/receiver";

test("a call to a webhook endpoint has 15 seconds, and 5 of them to connect", async () => {
  const receiver = await startReceiver();
  const asked: number[] = [];
  const deadline = (ms: number) => {
    asked.push(ms);
    return new AbortController().signal;
  };
  try {
    const call = { url: receiver.url, headers: {}, body: "{}" };
    await createOutgoing(receiver).call(call, { deadline });
  } finally {
    await receiver.stop();
  }
  expect(asked).toEqual([15_000, 5_000]);
});

test("a drain ends within a minute, with the longest call that it may begin last", () => {
  expect(DRAIN_BUDGET_MS + 15_000).toBeLessThan(60_000);
});

test("a claim outlives the longest call, and is free after a minute at most", () => {
  expect(LEASE_MS).toBeGreaterThan(15_000);
  expect(LEASE_MS).toBeLessThanOrEqual(60_000);
});
