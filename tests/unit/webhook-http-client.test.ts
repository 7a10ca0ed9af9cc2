import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createWebhookHttpClient,
  type WebhookHttpClient,
} from "#lib/adapters/http-calls/webhook-http-client";
import { WebhookCallError } from "#lib/adapters/http-calls/webhook-outcome";
import { createAuthority, createCertificate } from "#tests/support/twins/certificates";
import { listen } from "#tests/support/twins/listen";
import {
  answer,
  breakOff,
  hang,
  RECEIVER_HOST,
  type Receiver,
  type Reply,
  startReceiver,
} from "#tests/support/twins/receiver";
import { createTestClock } from "#tests/support/twins/test-clock";

const LIMIT = 16_384;
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

function send(body = '{"hello":"wörld"}') {
  return httpClient.call({
    url: `${receiver.url}?a=1&b=%20`,
    headers: { "content-type": "application/json", "webhook-id": "one" },
    body,
  });
}

/** Sends an event and times out after the receiver has received it. */
async function sendAndTimeOut() {
  const clock = createTestClock(new Date());
  const call = httpClient.call({ url: receiver.url, headers: {}, body: "{}" }, clock);
  await receiver.receivedCount(1);
  setImmediate(() => clock.timeOutCalls());
  return call;
}

/** A response that never ends. */
const endless =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (_event, response) => {
    response.writeHead(status, headers);
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", more);
    more();
  };

const raw =
  (text: string): Reply =>
  (_event, _response, socket) =>
    void socket.end(text);

describe("a webhook call", () => {
  test("sends the body byte for byte and returns the response", async () => {
    receiver.replyNext(answer(200, "thank you", { "retry-after": "7" }));
    expect(await send()).toMatchObject({
      outcome: "succeeded",
      status: 200,
      body: "thank you",
      isTruncated: false,
      retryAfter: "7",
      error: null,
    });
    expect(receiver.received).toMatchObject([
      {
        path: "/hook?a=1&b=%20",
        body: '{"hello":"wörld"}',
        headers: { host: "receiver.example.com", "content-length": "18", "webhook-id": "one" },
      },
    ]);
  });

  test.each([400, 404, 410, 429, 500, 503, 304])("fails if the response is %i", async (status) => {
    receiver.replyNext(answer(status));
    expect(await send()).toMatchObject({
      outcome: "http_error",
      status,
      error: `The endpoint responded with ${status}.`,
    });
  });

  test("returns the final status, not an informational one", async () => {
    receiver.replyNext(
      raw("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok"),
    );
    expect(await send()).toMatchObject({ outcome: "succeeded", status: 202, body: "ok" });
  });

  test("removes NUL and incomplete characters from the returned body", async () => {
    receiver.replyNext(answer(200, "a\0b"), (_event, response) => {
      response.writeHead(200).end(Buffer.from([0x61, 0xff, 0x62]));
    });
    expect(await send()).toMatchObject({ body: "a\uFFFDb" });
    expect(await send()).toMatchObject({ body: "a\uFFFDb" });
    receiver.replyNext(answer(200, `${"x".repeat(LIMIT - 1)}é and more`));
    expect(await send()).toMatchObject({ body: "x".repeat(LIMIT - 1), isTruncated: true });
  });

  test("is cancelled by its abort signal", async () => {
    receiver.replyNext(hang);
    const controller = new AbortController();
    const call = httpClient.call({ url: receiver.url, headers: {}, body: "" }, controller);
    await receiver.receivedCount(1);
    controller.abort(new Error("not wanted any more"));
    await expect(call).rejects.toThrow("not wanted any more");
  });
});

describe("a webhook response body", () => {
  test("is read completely if it has exactly the maximum size", async () => {
    receiver.replyNext(answer(200, "x".repeat(LIMIT)));
    expect(await send()).toMatchObject({ body: "x".repeat(LIMIT), isTruncated: false });
  });

  test.each([
    [200, "succeeded"],
    [500, "http_error"],
  ])(
    "that never ends is truncated, its connection is closed, and its status %i counts",
    async (status, outcome) => {
      const closed = Promise.withResolvers<void>();
      receiver.replyNext((event, response, socket) => {
        socket.once("close", () => closed.resolve());
        endless(status)(event, response, socket);
      });
      const ended = await send();
      expect(ended).toMatchObject({ outcome, status, isTruncated: true });
      expect(ended.body).toHaveLength(LIMIT);
      await closed.promise;
    },
  );

  test("that is a gzip bomb isn't decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(8_000_000));
    expect(bomb.length).toBeLessThan(LIMIT);
    receiver.replyNext((_event, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const { outcome, body } = await send();
    expect(outcome).toBe("succeeded");
    expect(body?.length).toBeLessThanOrEqual(bomb.length);
  });

  test("that doesn't end in time is still a success", async () => {
    receiver.replyNext((_event, response) => void response.writeHead(200).write("so far"));
    const inTime = { deadline: () => AbortSignal.timeout(500) };
    const call = httpClient.call({ url: receiver.url, headers: {}, body: "{}" }, inTime);
    expect(await call).toMatchObject({ outcome: "succeeded", body: "so far", isTruncated: true });
  });

  test("that is incomplete is still a success", async () => {
    receiver.replyNext(raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nso far"));
    expect(await send()).toMatchObject({
      outcome: "succeeded",
      status: 200,
      body: "so far",
      isTruncated: true,
    });
  });
});

describe("webhook response headers", () => {
  test("that don't arrive in time are a timeout", async () => {
    receiver.replyNext(hang);
    expect(await sendAndTimeOut()).toMatchObject({
      outcome: "timeout",
      status: null,
      error: "The endpoint didn't respond within 15 seconds.",
    });
  });

  test.each(["SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 abc OK\r\n\r\n", "\0\0\0"])(
    "that aren't HTTP are an http_error: %j",
    async (text) => {
      receiver.replyNext(raw(text));
      expect(await send()).toMatchObject({
        outcome: "http_error",
        status: null,
        error: "The endpoint's response isn't valid HTTP.",
      });
    },
  );

  test("that don't arrive before the connection closes are connection_failed", async () => {
    receiver.reply(breakOff);
    expect(await send()).toMatchObject({
      outcome: "connection_failed",
      error: "The endpoint closed the connection before responding.",
    });
  });
});

describe("a webhook connection", () => {
  test("is reused for the same origin", async () => {
    const before = receiver.connections;
    for (let count = 0; count < 5; count++) await send();
    // undici leaves a connection alone for one turn of the event loop, so calls in a row may use two.
    expect(receiver.connections - before).toBeLessThanOrEqual(2);
  });

  test("that the endpoint closed while idle is replaced, and each event arrives once", async () => {
    receiver.replyNext((_event, response, socket) => {
      response.writeHead(204).end(() => socket.end());
    });
    expect(await send()).toMatchObject({ outcome: "succeeded" });
    expect(await send()).toMatchObject({ outcome: "succeeded" });
    expect(receiver.received).toHaveLength(2);
  });
});

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

const CALL = { url: `https://${RECEIVER_HOST}/hook`, headers: {}, body: "{}" };

function callPort(port: number, ca?: string) {
  const connectTo = new Map([[RECEIVER_HOST, { address: "127.0.0.1", port }]]);
  return createWebhookHttpClient(ca === undefined ? { connectTo } : { connectTo, ca }).call(CALL);
}

describe("an endpoint's certificate", () => {
  const running: Receiver[] = [];
  afterAll(async () => {
    for (const endpoint of running) await endpoint.stop();
  });

  async function callWithCertificate(
    hostnames: string[],
    options: { isExpired?: boolean; isSelfSigned?: boolean; isUntrusted?: boolean },
  ) {
    const authority = await createAuthority();
    const certificate = await createCertificate(hostnames, {
      ...(options.isSelfSigned ? {} : { authority }),
      isExpired: options.isExpired ?? false,
    });
    const endpoint = await startReceiver({ certificate });
    running.push(endpoint);
    const result = await callPort(endpoint.port, options.isUntrusted ? undefined : authority.cert);
    return { result, received: endpoint.received };
  }

  test.each([
    ["for another host", ["other.example.com"], {}, "doesn't match its hostname."],
    ["that has expired", [RECEIVER_HOST], { isExpired: true }, "has expired."],
    ["that is self-signed", [RECEIVER_HOST], { isSelfSigned: true }, "is self-signed."],
    [
      "from an unknown authority",
      [RECEIVER_HOST],
      { isUntrusted: true },
      "chain is incomplete, or its authority isn't publicly trusted.",
    ],
  ])("%s is rejected before anything is sent", async (_name, hostnames, options, reason) => {
    const { result, received } = await callWithCertificate(hostnames, options);
    expect(result).toMatchObject({
      outcome: "tls_failed",
      status: null,
      error: `The endpoint's certificate ${reason}`,
    });
    expect(received).toEqual([]);
  });

  test("for a wildcard of the host's domain is accepted", async () => {
    const { result } = await callWithCertificate(["*.example.com"], {});
    expect(result).toMatchObject({ outcome: "succeeded", status: 204 });
  });
});

describe("a failed connection", () => {
  let silent: Server;
  let plain: Server;
  let silentPort: number;
  let plainPort: number;

  beforeAll(async () => {
    silent = createServer(() => undefined);
    plain = createServer((socket) =>
      socket.on("error", () => undefined).end("HTTP/1.1 400 No\r\n\r\n"),
    );
    silentPort = await listen(silent);
    plainPort = await listen(plain);
  });
  afterAll(() => {
    silent.close();
    plain.close();
  });

  test("refused by the endpoint is reported without the address", async () => {
    const closed = createServer();
    const port = await listen(closed);
    closed.close();
    await once(closed, "close");
    expect(await callPort(port)).toMatchObject({
      outcome: "connection_failed",
      error: "The endpoint refused the connection.",
    });
  });

  test("to a server without TLS is a TLS failure", async () => {
    expect(await callPort(plainPort)).toMatchObject({
      outcome: "tls_failed",
      error: "The TLS handshake with the endpoint failed.",
    });
  });

  test("that isn't established in time is a timeout", async () => {
    const connectTo = new Map([[RECEIVER_HOST, { address: "127.0.0.1", port: silentPort }]]);
    const httpClient = createWebhookHttpClient({ connectTo, connectDeadlineMs: 50 });
    expect(await httpClient.call(CALL)).toMatchObject({
      outcome: "timeout",
      error: "Couldn't connect to the endpoint within 5 seconds.",
    });
  });

  test("to a hostname without an address is reported as dns_failed", async () => {
    const httpClient = createWebhookHttpClient({
      resolve: async () => {
        throw new WebhookCallError("dns_failed", "The endpoint's hostname has no IP address.");
      },
    });
    expect(await httpClient.call(CALL)).toMatchObject({
      outcome: "dns_failed",
      error: "The endpoint's hostname has no IP address.",
    });
  });
});
