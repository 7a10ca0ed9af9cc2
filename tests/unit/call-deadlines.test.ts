import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createS3ObjectStore } from "#lib/adapters/files/object-store-s3";
import {
  CONNECT_DEADLINE_MS,
  createWebhookHttpClient,
} from "#lib/adapters/http-calls/webhook-http-client";
import { newId } from "#lib/core/ids";
import { readResponse } from "#lib/core/service-response";
import { LEASE_MS } from "#lib/domain/deliveries/claim";
import { DRAIN_BUDGET_MS } from "#lib/entry/jobs/drain-outbox";
import { listen } from "#tests/support/twins/listen";
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

const server = createServer((request, response) => {
  if (request.url === "/text") response.end("grüß 😀");
  else if (request.url === "/bomb")
    response.setHeader("content-encoding", "gzip").end(gzipSync("a".repeat(5_000_000)));
  else {
    const more = () => {
      while (!response.destroyed && response.write("a".repeat(10_000)));
    };
    response.on("drain", more);
    more();
  }
});
let url = "";

beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("reads a response as text", async () => {
  expect(await readResponse(await fetch(`${url}/text`))).toBe("grüß 😀");
  expect(await readResponse(new Response(null, { status: 204 }))).toBe("");
});

test("stops reading an endless response at the limit and closes the connection", async () => {
  const ended = new Promise((resolve) => {
    server.once("request", (request) => request.socket.once("close", resolve));
  });
  const response = await fetch(`${url}/endless`);
  await expect(readResponse(response)).rejects.toThrow("larger than 65536 bytes");
  await ended;
});

test("applies the limit to the decompressed size of a response", async () => {
  await expect(readResponse(await fetch(`${url}/bomb`))).rejects.toThrow("larger than 65536 bytes");
});
