import { getCACertificates, setDefaultCACertificates } from "node:tls";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Email } from "#lib/adapters/email/email";
import { sendBySmtp } from "#lib/adapters/email/smtp-client";
import type { SmtpServer } from "#lib/core/settings/email-settings";
import { findFreePort } from "#server/start/free-port";
import {
  type Certificate,
  createAuthority,
  createCertificate,
} from "#tests/support/twins/certificates";
import { startSmtpTwin } from "#tests/support/twins/smtp-twin";

const EMAIL: Email = {
  from: '"Contact via Forms" <forms@example.com>',
  to: "owner@example.org",
  replyTo: "ada@example.com",
  subject: "Héllo",
  headers: { "Auto-Submitted": "auto-generated", "X-Entity-Ref-ID": "1" },
  html: "<p>Hi</p>",
  text: ".\nHi\n",
};
const KEY = "0199a1b2-0000-7000-8000-000000000001";
const LOGIN = { user: "forms", password: "s3cret-pass" };

let trusted: Certificate;
let twin: Awaited<ReturnType<typeof startSmtpTwin>>;
const started: { stop: () => Promise<void> }[] = [];

async function start(options: Parameters<typeof startSmtpTwin>[0]) {
  const another = await startSmtpTwin(options);
  started.push(another);
  return another;
}

const usual = getCACertificates("default");
beforeAll(async () => {
  const authority = await createAuthority();
  setDefaultCACertificates([...usual, authority.cert]);
  trusted = await createCertificate(["localhost"], { authority });
  twin = await start({ certificate: trusted, login: LOGIN });
});
afterEach(() => twin.reset());
afterAll(async () => {
  setDefaultCACertificates(usual);
  await Promise.all(started.map(({ stop }) => stop()));
});

function send(
  server: SmtpServer = twin.server,
  signal = new AbortController().signal,
  email = EMAIL,
) {
  return sendBySmtp(email, { idempotencyKey: KEY, signal }, server);
}

/** Sends an email to a server that hangs there, until the deadline. */
async function sendTooLate(at: "envelope" | "content") {
  twin.failNext({ at, end: "hang" });
  const deadline = new AbortController();
  const taken = twin.faultTaken();
  const call = send(twin.server, deadline.signal);
  await taken;
  deadline.abort(new DOMException("too late", "TimeoutError"));
  return call;
}

describe("an email sent by SMTP", () => {
  it("arrives over STARTTLS with its headers, both parts and the series as its Message-ID", async () => {
    expect(await send()).toEqual({ kind: "accepted", emailId: null });
    const [message] = twin.accepted;
    expect(message).toMatchObject({ from: "forms@example.com", to: [EMAIL.to], isSecure: true });
    const lines = message?.content.split("\r\n") ?? [];
    for (const line of [
      "From: Contact via Forms <forms@example.com>",
      "To: owner@example.org",
      "Reply-To: ada@example.com",
      "Auto-Submitted: auto-generated",
      `Message-ID: <${KEY}@example.com>`,
      "Content-Type: text/plain; charset=utf-8",
      "Content-Type: text/html; charset=utf-8",
    ])
      expect(lines).toContain(line);
    expect(lines.slice(-3)).toEqual(["<p>Hi</p>", lines.at(-2), ""]);
  });

  it("uses one connection for emails that follow each other", async () => {
    const before = twin.connectionCount();
    for (let nth = 0; nth < 3; nth += 1) expect((await send()).kind).toBe("accepted");
    expect(twin.connectionCount() - before).toBeLessThanOrEqual(1);
  });

  it("uses a new connection if the server has closed the one that waited", async () => {
    await send();
    twin.dropConnections();
    expect((await send()).kind).toBe("accepted");
    expect(twin.accepted).toHaveLength(2);
  });

  it("uses TLS from the start with smtps", async () => {
    const tls = await start({ certificate: trusted, isTls: true });
    expect((await send(tls.server)).kind).toBe("accepted");
    expect(tls.accepted[0]?.isSecure).toBe(true);
  });

  it("goes to a server of this machine in plain text only if it offers no STARTTLS", async () => {
    const plain = await start({});
    const ifOffered = (server: SmtpServer): SmtpServer => ({
      ...server,
      security: "starttls_if_offered",
    });
    expect((await send(ifOffered(plain.server))).kind).toBe("accepted");
    expect(plain.accepted[0]?.isSecure).toBe(false);
    expect((await send(ifOffered(twin.server))).kind).toBe("accepted");
    expect(twin.accepted[0]?.isSecure).toBe(true);
  });
});

describe("an email that wasn't sent by SMTP", () => {
  it.each<[string, () => Promise<SmtpServer>, RegExp]>([
    [
      "the server refuses the connection",
      async () => ({ ...twin.server, port: await findFreePort() }),
      /ECONNREFUSED/,
    ],
    ["the hostname doesn't exist", async () => ({ ...twin.server, host: "mail.invalid" }), /E/],
    [
      "the certificate is self-signed",
      async () =>
        (await start({ certificate: await createCertificate(["localhost"]), isTls: true })).server,
      /DEPTH_ZERO_SELF_SIGNED_CERT/,
    ],
    [
      "the certificate after STARTTLS is self-signed",
      async () => (await start({ certificate: await createCertificate(["localhost"]) })).server,
      /DEPTH_ZERO_SELF_SIGNED_CERT/,
    ],
    [
      "the certificate is for another name",
      async () => ({ ...twin.server, host: "127.0.0.1" }),
      /ERR_TLS_CERT_ALTNAME_INVALID/,
    ],
    [
      "the server isn't a TLS server",
      async () => ({ ...(await start({})).server, security: "tls" }),
      /ERR_SSL|EPROTO|ETLS|ESOCKET/,
    ],
  ])("can be sent later when %s", async (_why, server, code) => {
    const outcome = await send(await server());
    expect(outcome.kind).toBe("failed");
    expect(outcome.kind === "failed" && outcome.error).toMatch(code);
    expect(twin.received).toHaveLength(0);
  });

  it("isn't sent in plain text to a server without STARTTLS", async () => {
    const plain = await start({});
    expect(await send({ ...plain.server, security: "starttls" })).toEqual({
      kind: "refused",
      error: "The email server doesn't support STARTTLS.",
    });
    expect(plain.received).toHaveLength(0);
  });

  it.each([421, 450, 451, 550, 554])("follows the response %s, whenever it comes", async (code) => {
    for (const at of ["recipient", "content"] as const) {
      const fault = { at, code, message: "5.1.1 No\tsuch user" };
      // A 421 to a connection that waited says nothing about the email, so it gets a new one.
      twin.reset();
      twin.failNext(fault, fault);
      const outcome = await send();
      expect(outcome).toMatchObject({
        kind: code < 500 ? "failed" : "rejected",
        error: `The email server responded with ${code}: 5.1.1 No such user`,
      });
    }
    expect(twin.accepted).toHaveLength(0);
  });

  it.each([
    ["greeting", 554],
    ["envelope", 550],
    ["recipient", 530],
  ] as const)(
    "is no fault of the email if the server refuses at the %s with %s",
    async (at, code) => {
      twin.dropConnections();
      twin.failNext({ at, code }, { at, code });
      expect((await send()).kind).toBe("refused");
    },
  );

  it("is rejected if the server finds it too large for its sender", async () => {
    twin.failNext({ at: "envelope", code: 552 });
    expect((await send()).kind).toBe("rejected");
  });

  it("can be sent later when the connection breaks before the content", async () => {
    twin.failNext({ at: "envelope", end: "drop" }, { at: "envelope", end: "drop" });
    expect((await send()).kind).toBe("failed");
    expect(twin.received).toHaveLength(0);
  });

  it("can be sent later when the server is too slow before the content", async () => {
    expect(await sendTooLate("envelope")).toEqual({
      kind: "failed",
      error: "The email server didn't respond in time.",
      waitMs: null,
    });
    expect((await send()).kind).toBe("accepted");
    expect(twin.accepted).toHaveLength(1);
  });
});

it("a sign-in that the server rejects names no account", async () => {
  const login = { user: "forms", password: "wr0ng-pass" };
  expect(await send({ ...twin.server, login })).toEqual({
    kind: "refused",
    error: "The email server rejected the sign-in (535).",
  });
  expect(twin.received).toHaveLength(0);
});

describe("an email that may have arrived by SMTP", () => {
  it("can't be repeated when the connection breaks after the content", async () => {
    twin.failNext({ at: "content", end: "drop" });
    expect(await send()).toMatchObject({
      kind: "unknown",
      canRepeat: false,
      error: expect.stringMatching(/^Lost the connection to the email server/),
    });
    expect(twin.received).toHaveLength(1);
  });

  it("can't be repeated when the server doesn't respond to the content in time", async () => {
    expect(await sendTooLate("content")).toMatchObject({ kind: "unknown", canRepeat: false });
    expect(twin.received).toHaveLength(1);
  });
});

describe("a text that looks like headers", () => {
  it("adds no header and no recipient, wherever it stands", async () => {
    const parts = ["\r\n", "Bcc: eve@example.net", ...'\n\r\0é ,<>"x'];
    const evil = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(""));
    const fields = fc.record({ subject: evil, replyTo: evil, name: evil, value: evil });
    await fc.assert(
      fc.asyncProperty(fields, async ({ subject, replyTo, name, value }) => {
        twin.reset();
        const from = `"${name.replaceAll(/["\\<>\p{Cc}]/gu, "")}" <forms@example.com>`;
        const email = { ...EMAIL, from, subject, replyTo, headers: { "X-Note": value } };
        expect((await send(twin.server, undefined, email)).kind).toBe("accepted");
        const [message] = twin.accepted;
        expect(message?.to).toEqual([EMAIL.to]);
        const [head = ""] = message?.content.split("\r\n\r\n") ?? [];
        const names = head.split(/\r\n(?![ \t])/).map((line) => line.split(":")[0]);
        expect(names.filter((found) => /bcc/i.test(found ?? ""))).toEqual([]);
        expect(names.every((found) => /^[A-Za-z-]+$/.test(found ?? ""))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it.each(["a@example.com\r\nRCPT TO:<eve@example.net>", "a@example.com>,<eve@example.net"])(
    "rejects an address like %j",
    async (to) => {
      expect((await send(twin.server, undefined, { ...EMAIL, to })).kind).toBe("rejected");
      expect(twin.received).toHaveLength(0);
    },
  );
});
