import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWebhookHttpClient } from "#lib/adapters/http-calls/webhook-http-client";
import { WebhookCallError } from "#lib/adapters/http-calls/webhook-outcome";
import { createAuthority, createCertificate } from "#tests/support/twins/certificates";
import { listen } from "#tests/support/twins/listen";
import { RECEIVER_HOST, type Receiver, startReceiver } from "#tests/support/twins/receiver";

const CALL = { url: `https://${RECEIVER_HOST}/hook`, headers: {}, body: "{}" };

function callPort(port: number, ca?: string) {
  const connectTo = new Map([[RECEIVER_HOST, { address: "127.0.0.1", port }]]);
  return createWebhookHttpClient(ca === undefined ? { connectTo } : { connectTo, ca }).call(CALL);
}

describe("an endpoint's certificate", () => {
  const running: Receiver[] = [];
  afterAll(async () => {
    for (const receiver of running) await receiver.stop();
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
    const receiver = await startReceiver({ certificate });
    running.push(receiver);
    const result = await callPort(receiver.port, options.isUntrusted ? undefined : authority.cert);
    return { result, received: receiver.received };
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
