import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createWebhookHttpClient,
  type WebhookHttpClient,
} from "#lib/adapters/http-calls/webhook-http-client";
import {
  answer,
  breakOff,
  type Receiver,
  type Reply,
  startReceiver,
} from "#tests/support/twins/receiver";

let receiver: Receiver;
let httpClient: WebhookHttpClient;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());
beforeEach(() => {
  receiver.reset();
  httpClient = createWebhookHttpClient(receiver);
});

const send = () => httpClient.call({ url: receiver.url, headers: {}, body: "{}" });

const raw =
  (text: string): Reply =>
  (_event, _response, socket) =>
    void socket.end(text);

describe("headers of a webhook response", () => {
  test("are read up to 64 KiB", async () => {
    const large = `X-Large: ${"x".repeat(60_000)}`;
    receiver.replyNext(raw(`HTTP/1.1 200 OK\r\n${large}\r\nContent-Length: 2\r\n\r\nok`));
    expect(await send()).toMatchObject({ outcome: "succeeded", body: "ok", isTruncated: false });
  });

  test.each([
    ["one endless header", `X-Flood: ${"x".repeat(100_000)}\r\n\r\n`],
    ["endless headers", `${"X-Flood: x\r\n".repeat(20_000)}\r\n`],
    ["a header that isn't valid", "not a header\r\n\r\n"],
    ["headers that break off", "X-Broken: "],
  ])("don't change what the status says: %s", async (_name, rest) => {
    receiver.replyNext(raw(`HTTP/1.1 204 No Content\r\n${rest}`));
    const unread = { body: null, isTruncated: true };
    expect(await send()).toMatchObject({
      outcome: "succeeded",
      status: 204,
      error: null,
      ...unread,
    });
    const hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    receiver.replyNext(raw(`${hint}HTTP/1.1 500 Broken\r\n${rest}`));
    const error = "The endpoint responded with 500.";
    expect(await send()).toMatchObject({ outcome: "http_error", status: 500, error, ...unread });
  });

  test("that never end don't change what the status says", async () => {
    receiver.replyNext((_event, _response, socket) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Slow: ");
    });
    const inTime = { deadline: () => AbortSignal.timeout(500) };
    const call = httpClient.call({ url: receiver.url, headers: {}, body: "{}" }, inTime);
    expect(await call).toMatchObject({ outcome: "succeeded", status: 200 });
  });

  test("of an earlier response on the same connection say nothing about the next", async () => {
    receiver.replyNext(answer(200, "ok"), breakOff);
    expect(await send()).toMatchObject({ outcome: "succeeded" });
    expect(await send()).toMatchObject({ outcome: "connection_failed", status: null });
  });
});
