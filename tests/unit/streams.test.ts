import { expect, test, vi } from "vitest";
import { nextTurn, streamText } from "#lib/core/streams";
import { log } from "#lib/core/telemetry/log";

test("a download that is canceled in the middle of a read isn't logged as a failure", async () => {
  const error = vi.spyOn(log(), "error");
  const text = Promise.withResolvers<string>();
  async function* write(): AsyncGenerator<string, void> {
    yield await text.promise;
  }
  const reader = streamText(write()).getReader();
  const reading = reader.read();
  await nextTurn();
  await nextTurn();
  const canceled = reader.cancel();
  text.resolve("too late");
  await canceled;
  expect(await reading).toEqual({ done: true, value: undefined });
  await nextTurn();
  expect(error).not.toHaveBeenCalled();
  error.mockRestore();
});
