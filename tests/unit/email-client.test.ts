import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Email } from "#lib/adapters/email/email";
import { readResendOutcome } from "#lib/adapters/email/resend-client";
import { sendEmail } from "#lib/domain/emails/send-email";
import { createCertificate } from "#tests/support/twins/certificates";
import { listen } from "#tests/support/twins/listen";
import { startResendTwin } from "#tests/support/twins/resend-twin";

const EMAIL: Email = {
  from: "a@example.com",
  to: "b@example.com",
  replyTo: "ada@example.com",
  subject: "Héllo \ud83d",
  headers: { "X-Second": "2", "A-First": "1" },
  html: "<p>Hi</p>",
  text: "Hi\n",
};

let twin: Awaited<ReturnType<typeof startResendTwin>>;
let untrusted: Server;
let untrustedPort: number;
/** A port that no server listens on. */
let closedPort: number;

beforeAll(async () => {
  twin = await startResendTwin();
  untrusted = createHttpsServer(await createCertificate(["localhost"]));
  const closed = createServer();
  closedPort = await listen(closed, 0, "localhost");
  closed.close();
  untrustedPort = await listen(untrusted, 0, "localhost");
});
beforeEach(() => twin.reset());
afterAll(async () => {
  untrusted.close();
  await twin.stop();
});

function send(url: string, signal = new AbortController().signal, email = EMAIL) {
  const provider = { resendApiKey: "re_test", resendBaseUrl: url, smtp: undefined };
  return sendEmail(email, { idempotencyKey: "series-1", signal }, provider);
}

describe("a call to the email provider", () => {
  it("uses the SDK and the idempotency key, and a stored email has the same bytes", async () => {
    const stored: Email = JSON.parse(JSON.stringify(EMAIL));
    for (const email of [EMAIL, stored])
      expect(await send(twin.url, undefined, email)).toEqual({
        kind: "accepted",
        emailId: "series-1",
      });
    const [first, second] = twin.received;
    expect(first).toMatchObject({ key: "series-1", authorization: "Bearer re_test" });
    expect(first?.userAgent).toMatch(/^resend-node:/);
    expect(JSON.parse(first?.body ?? "{}")).toEqual({
      from: EMAIL.from,
      to: EMAIL.to,
      reply_to: EMAIL.replyTo,
      subject: EMAIL.subject,
      headers: EMAIL.headers,
      html: EMAIL.html,
      text: EMAIL.text,
    });
    expect(second).toEqual(first);
    expect(twin.sent).toHaveLength(1);
  });

  it("stops reading an endless response, and it counts as possibly arrived", async () => {
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
    const port = await listen(endless, 0, "localhost");
    expect(await send(`http://localhost:${port}`)).toMatchObject({
      kind: "unknown",
      canRepeat: true,
    });
    await closed;
    expect(writtenBytes).toBeLessThan(16 * 1024 * 1024);
    endless.close();
  });

  it("doesn't follow a redirect", async () => {
    twin.answerNext({ status: 307, headers: { location: `${twin.url}/emails` } });
    expect(await send(twin.url)).toMatchObject({ kind: "unknown", canRepeat: true });
    expect(twin.received).toHaveLength(1);
  });
});

describe("an email that wasn't sent", () => {
  it.each([
    ["the server refuses the connection", () => `http://127.0.0.1:${closedPort}`, /ECONNREFUSED/],
    ["the hostname doesn't exist", () => "http://mail.invalid", /ENOTFOUND|EAI_AGAIN/],
    ["the certificate isn't trusted", () => `https://localhost:${untrustedPort}`, /CERT/],
    ["the server doesn't support TLS", () => twin.url.replace("http:", "https:"), /ERR_SSL/],
  ])("can be sent later when %s", async (_why, url, code) => {
    const outcome = await send(url());
    expect(outcome.kind).toBe("failed");
    expect(outcome.kind === "failed" && outcome.error).toMatch(code);
  });
});

describe("an email that may have arrived", () => {
  it.each(["break", "break-in-answer", "hang", "hang-in-answer"] as const)(
    "can be repeated under its key when the provider doesn't respond (%s)",
    async (end) => {
      const deadline = new AbortController();
      twin.answerNext(end);
      const call = send(twin.url, deadline.signal);
      await twin.receivedCount(1);
      if (end.startsWith("hang")) deadline.abort(new DOMException("too late", "TimeoutError"));
      expect(await call).toMatchObject({ kind: "unknown", canRepeat: true });
    },
  );
});

describe("a response from the email provider", () => {
  function respond(status: number, body: unknown = { name: "x", message: "y" }, retryAfter = "") {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return readResendOutcome(status, retryAfter || null, text);
  }

  it("is accepted only with a 2xx and a JSON object", () => {
    expect(respond(200, { id: "1" }).kind).toBe("accepted");
    for (const body of ["", "null", "<html>", '{"id":'])
      expect(respond(200, body).kind).toBe("unknown");
  });

  it.each([401, 403])("is a refusal of this service when the status is %s", (status) => {
    expect(respond(status)).toMatchObject({ kind: "refused" });
  });

  it.each([400, 404, 405, 413, 422, 451])("is a rejection when the status is %s", (status) => {
    expect(respond(status).kind).toBe("rejected");
  });

  it.each([302, 408, 500, 502, 503, 504])(
    "leaves open whether the email was sent when the status is %s",
    (status) => {
      expect(respond(status).kind).toBe("unknown");
    },
  );

  it("distinguishes a call in progress from a key used with a different body", () => {
    expect(respond(409, { name: "concurrent_idempotent_requests" })).toMatchObject({
      kind: "unknown",
      canRepeat: true,
    });
    expect(respond(409, { name: "invalid_idempotent_request" })).toMatchObject({
      kind: "unknown",
      canRepeat: false,
    });
  });

  it("can have Retry-After in seconds, as a date, or not at all", () => {
    expect(respond(429, {}, "7")).toMatchObject({ waitMs: 7000 });
    expect(respond(429)).toMatchObject({ kind: "throttled", waitMs: null });
    const soon = new Date(Date.now() + 90_000).toUTCString();
    const dated = respond(429, {}, soon);
    expect(dated.kind === "throttled" && dated.waitMs).toBeGreaterThan(80_000);
  });

  it("is quoted in one short line only if the provider rejects the email itself", () => {
    const words = `Invalid \`to\`\r\nfield ${"x".repeat(900)}`;
    const rejected = respond(422, { name: "validation_error", message: words });
    expect(rejected.kind === "rejected" && rejected.error).toMatch(
      /^The email provider responded with 422 \(validation_error\): Invalid `to` field x+$/,
    );
    expect(rejected.kind === "rejected" && rejected.error.length).toBe(300);
    expect(respond(403, { name: "invalid_api_key", message: "key re_123" })).toMatchObject({
      error: "The email provider responded with 403 (invalid_api_key).",
    });
    expect(respond(400, "<html>")).toMatchObject({
      error: "The email provider responded with 400.",
    });
  });
});
