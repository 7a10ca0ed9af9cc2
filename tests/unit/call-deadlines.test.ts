import { expect, test } from "vitest";
import { createOutgoing } from "#lib/clients/outgoing";
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
