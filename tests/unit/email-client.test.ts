import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ResendCall } from "#lib/clients/email-client";
import { explainFailure } from "#lib/clients/email-response";
import { createAuthority, createCertificate } from "#tests/support/twins/certificates";
import { startResendTwin } from "#tests/support/twins/resend-twin";

const EMAIL = { from: "a@example.com", to: "b@example.com", subject: "Hello", text: "Hi" };
/** The same email in bytes that no serializer would produce. */
const BYTES = `{ "text":"Hi",  "to":["b@example.com"], "subject":"H\\u0065llo", "from":"a@example.com" }`;

let twin: Awaited<ReturnType<typeof startResendTwin>>;
/** Two TLS servers; the test process trusts the first. */
let trusted: Server;
let trustedPort: number;
const trustedBodies: string[] = [];
let untrusted: Server;
let untrustedPort: number;
/** A port that no server listens on. */
let closedPort: number;

async function listen(server: Server): Promise<number> {
  await once(server.listen(0), "listening");
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

beforeAll(async () => {
  twin = await startResendTwin();
  const authority = await createAuthority();
  setDefaultCACertificates([...getCACertificates("default"), authority.cert]);
  const certificate = await createCertificate(["localhost"], { authority });
  trusted = createHttpsServer(certificate, async (request, response) => {
    trustedBodies.push(await text(request));
    response.end('{"id":"1"}');
  });
  untrusted = createHttpsServer(await createCertificate(["localhost"]));
  const closed = createServer();
  closedPort = await listen(closed);
  closed.close();
  [trustedPort, untrustedPort] = await Promise.all([listen(trusted), listen(untrusted)]);
});
beforeEach(() => twin.reset());
afterAll(async () => {
  trusted.close();
  untrusted.close();
  await twin.stop();
});

async function send(url: string, signal = new AbortController().signal) {
  const call = new ResendCall("re_test", url, { body: BYTES, signal });
  await call.emails.send(EMAIL, { idempotencyKey: "series-1" });
  return { ...call.trace, verdict: explainFailure(call.trace, signal.aborted) };
}

describe("a call to the email provider", () => {
  it("uses the SDK, the idempotency key, and the exact bytes of the series", async () => {
    for (const _try of [1, 2]) expect(await send(twin.url)).toMatchObject({ status: 200 });
    expect(twin.received).toMatchObject(
      Array(2).fill({ key: "series-1", body: BYTES, authorization: "Bearer re_test" }),
    );
    expect(twin.received[0]?.userAgent).toMatch(/^resend-node:/);
    expect(twin.sent).toHaveLength(1);
  });

  it("stops reading an endless response and counts as possibly arrived", async () => {
    let writtenBytes = 0;
    const chunk = Buffer.alloc(64 * 1024, " ");
    const endless = createHttpServer((_request, response) => {
      const write = () => {
        do writtenBytes += chunk.byteLength;
        while (!response.destroyed && response.write(chunk));
      };
      response.writeHead(200, { "content-type": "application/json" }).on("drain", write);
      write();
    });
    const closed = new Promise((resolve) => {
      endless.once("connection", (socket) => {
        socket.on("error", () => undefined).once("close", resolve);
      });
    });
    const port = await listen(endless);
    expect(await send(`http://localhost:${port}`)).toMatchObject({ status: 200 });
    await closed;
    expect(writtenBytes).toBeLessThan(16 * 1024 * 1024);
    endless.close();
  });

  it("doesn't follow a redirect", async () => {
    const headers = { location: `${twin.url}/emails` };
    twin.answerNext({ status: 307, headers });
    expect(await send(twin.url)).toMatchObject({ status: 307 });
    expect(twin.received).toHaveLength(1);
  });
});

describe("an email that wasn't sent", () => {
  it.each([
    ["the server refuses the connection", () => `http://127.0.0.1:${closedPort}`, /ECONNREFUSED/],
    ["the hostname doesn't exist", () => "http://mail.invalid", /ENOTFOUND|EAI_AGAIN/],
    ["the certificate isn't trusted", () => `https://localhost:${untrustedPort}`, /CERT/],
    ["the server doesn't support TLS", () => twin.url.replace("http:", "https:"), /ERR_SSL/],
  ])("is reported as unreachable when %s", async (_why, url, code) => {
    const { verdict } = await send(url());
    expect(verdict.kind).toBe("unreachable");
    expect(verdict.kind === "unreachable" && verdict.error).toMatch(code);
  });

  it("isn't sent after the deadline interrupts the TLS handshake", async () => {
    const held: Socket[] = [];
    const gate = createServer((socket) => held.push(socket));
    const url = `https://localhost:${await listen(gate)}`;
    const deadline = new AbortController();
    const call = send(url, deadline.signal);
    await once(gate, "connection");
    deadline.abort(new DOMException("The operation timed out.", "TimeoutError"));
    expect((await call).verdict.kind).toBe("unreachable");

    const open = (socket: Socket) => socket.pipe(connect(trustedPort)).pipe(socket);
    for (const socket of held) open(socket);
    gate.on("connection", open);
    expect(await send(url)).toMatchObject({ status: 200 });
    expect(trustedBodies).toHaveLength(1);
    gate.close();
  });
});

describe("an email that may have arrived", () => {
  it.each(["break", "hang"] as const)(
    "is ambiguous when the provider doesn't respond (%s)",
    async (end) => {
      const deadline = new AbortController();
      twin.answerNext(end);
      const call = send(twin.url, deadline.signal);
      await twin.receivedCount(1);
      if (end === "hang") deadline.abort();
      expect((await call).verdict.kind).toBe("ambiguous");
    },
  );
});
