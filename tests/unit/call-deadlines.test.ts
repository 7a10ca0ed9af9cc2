import { expect, test, vi } from "vitest";
import { createS3ObjectStore } from "#lib/clients/object-store-s3";
import { CONNECT_DEADLINE_MS, createWebhookHttpClient } from "#lib/clients/webhook-http-client";
import { newId } from "#lib/core/ids";
import { LEASE_MS } from "#lib/deliveries/claim";
import { DRAIN_BUDGET_MS } from "#lib/jobs/drain-outbox";
import { startReceiver } from "#tests/support/twins/receiver";
import { startS3Twin } from "#tests/support/twins/s3-twin";

test("a webhook call times out after 15 seconds, and its connection after 5", async () => {
  const receiver = await startReceiver();
  const asked: number[] = [];
  const deadline = (ms: number) => {
    asked.push(ms);
    return new AbortController().signal;
  };
  try {
    const call = { url: receiver.url, headers: {}, body: "{}" };
    await createWebhookHttpClient(receiver).call(call, { deadline });
  } finally {
    await receiver.stop();
  }
  expect(asked).toEqual([15_000]);
  expect(CONNECT_DEADLINE_MS).toBe(5_000);
});

test("a drain ends within a minute even if its last call takes the maximum time", () => {
  expect(DRAIN_BUDGET_MS + 15_000).toBeLessThan(60_000);
});

test("a claim lasts longer than the longest call but expires within a minute", () => {
  expect(LEASE_MS).toBeGreaterThan(15_000);
  expect(LEASE_MS).toBeLessThanOrEqual(60_000);
});

test("an object store call times out after 10 seconds", async () => {
  const bucket = { accessKeyId: "id", secretAccessKey: "secret", region: "eu", bucket: "uploads" };
  const twin = await startS3Twin(bucket);
  const timeouts = vi.spyOn(AbortSignal, "timeout");
  try {
    const { endpoint } = twin;
    const key = `${newId()}/${newId()}`;
    await createS3ObjectStore({ endpoint, ...bucket }).remove(key);
    expect(timeouts.mock.calls).toEqual([[10_000]]);
  } finally {
    timeouts.mockRestore();
    await twin.stop();
  }
});
