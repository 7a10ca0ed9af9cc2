import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { closeLimiter } from "#lib/adapters/limiter/limiter";
import { newId } from "#lib/core/ids";
import { sealSession } from "#lib/entry/account/cookie";
import { MAX_PAGE_BODY_BYTES } from "#lib/entry/http/http-types";
import { bodyBudget } from "#lib/entry/http/read-body";
import { servePage } from "#server/http/pages";
import { changeSettings } from "#tests/support/setup/change-settings";
import { serveHttp } from "#tests/support/twins/listen";

const KIB = 1024;
/** The number of requests that reached the page, which responds with the size of their bodies. */
let served = 0;
/** The Content-Length of each. */
const lengths: (string | undefined)[] = [];

async function page(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  served += 1;
  lengths.push(incoming.headers["content-length"]);
  const chunks: Buffer[] = await incoming.toArray();
  outgoing.end(String(Buffer.concat(chunks).byteLength));
}

const { port, stop } = await serveHttp(async (incoming, outgoing) =>
  servePage(incoming, outgoing, { handle: page, routes: new Set(), compressed: new Set() }),
);

afterAll(stop);

beforeEach(() => {
  served = 0;
});

type Sent = { method?: string; path?: string; headers?: Record<string, string | number> };

/** Sends a request with this much of a body, and doesn't wait for it to be read. */
async function ask({ method = "POST", path = "/sign-in", headers = {} }: Sent, bytes = 0) {
  const call = request({ port, path, method, headers, agent: false });
  // The server may close the connection while the body is being sent.
  call.on("error", () => undefined);
  const responded = once(call, "response");
  call.flushHeaders();
  for (let left = bytes; left > 0; left -= 64 * KIB)
    call.write(Buffer.alloc(Math.min(left, 64 * KIB)));
  if (bytes === Number(headers["content-length"] ?? bytes)) call.end();
  const [response]: IncomingMessage[] = await responded;
  if (!response) throw new Error("there was no response");
  const text = (await response.toArray()).join("");
  call.destroy();
  return { status: response.statusCode, text, headers: response.headers };
}

const session = `session=${await sealSession(newId())}`;
const CHUNKED = { "transfer-encoding": "chunked" };

/** A request of someone with a session to a page of the dashboard. */
const declared = (bytes: number) => ({
  path: "/forms",
  headers: { "content-length": bytes, cookie: session },
});

test("passes on a body up to the limit, with its length even if it was chunked", async () => {
  for (const headers of [{ "content-length": MAX_PAGE_BODY_BYTES }, CHUNKED]) {
    const given = { path: "/forms", headers: { ...headers, cookie: session } };
    const { status, text } = await ask(given, MAX_PAGE_BODY_BYTES);
    expect([status, text]).toEqual([200, String(MAX_PAGE_BODY_BYTES)]);
  }
  const { status, text } = await ask({ headers: CHUNKED }, KIB);
  expect([status, text]).toEqual([200, String(KIB)]);
  expect(lengths).toEqual([MAX_PAGE_BODY_BYTES, MAX_PAGE_BODY_BYTES, KIB].map(String));
});

test("only a session on a page of the dashboard may send more than 32 KiB", async () => {
  for (const given of [
    { path: "/sign-in" },
    { path: "/sign-in", headers: { cookie: session } },
    { path: "/forms" },
    { path: "/forms", headers: { cookie: "session=Fe26.2*made-up" } },
    { path: "/opt-out", headers: CHUNKED },
  ]) {
    const { status, text } = await ask(given, 32 * KIB + 1);
    expect([status, text]).toEqual([413, expect.stringContaining("32 KiB")]);
    expect((await ask(given, 32 * KIB)).status).toBe(200);
  }
});

test("rejects a larger body before the page sees it, even while it is still being sent", async () => {
  for (const [bytes, sent] of [
    [MAX_PAGE_BODY_BYTES + 1, MAX_PAGE_BODY_BYTES + 1],
    [12 * KIB * KIB, 0],
    [12 * KIB * KIB, 1024 * KIB],
  ] as const) {
    const { status, text, headers } = await ask(declared(bytes), sent);
    expect([status, headers.connection]).toEqual([413, "close"]);
    expect(text).toContain("256 KiB");
  }
  expect(served).toBe(0);
});

test("a network's 61st POST in a minute doesn't reach a page, whatever it sends, while people at work may send ten times as many", async () => {
  await closeLimiter();
  changeSettings({ pageRateLimit: 60 });
  const headers = { "next-action": "0".repeat(42), "content-type": "text/plain" };
  const post = (more: object = {}) => ask({ headers: { ...headers, ...more } }, KIB);
  for (let nth = 0; nth < 60; nth += 1) expect((await post()).status).toBe(200);
  served = 0;
  const { status, headers: answered, text } = await post();
  expect([status, text]).toEqual([429, expect.stringMatching(/^Too many requests/)]);
  expect(Number(answered["retry-after"])).toBeGreaterThan(0);
  expect((await post({ accept: "text/html" })).text).toMatch(/^<!doctype html>/i);
  const shown = await post({ accept: "text/x-component" });
  expect([shown.headers["content-type"], shown.text]).toEqual([
    "text/plain",
    expect.stringMatching(/^Nothing was changed. Too many/),
  ]);
  expect(served).toBe(0);
  expect((await post({ cookie: session })).status).toBe(200);
});

test("target spellings that browsers take for another host are redirected with every header", async () => {
  for (const path of ["//evil.example", "/\\evil.example?a=//b"]) {
    const { status, headers } = await ask({ method: "GET", path });
    expect(status).toBe(308);
    expect(headers.location).toMatch(/^\/evil\.example/);
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  }
});

test("every rejection has the headers of a response", async () => {
  const { headers } = await ask(declared(MAX_PAGE_BODY_BYTES + 1));
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("counts the body of a page against the body budget until its response", async () => {
  const budget = bodyBudget();
  const size = 200 * KIB;
  const reserved = 96 * KIB * KIB - budget.bytesInUse - size / 2;
  budget.reserve(reserved, 0);
  const rejected = await ask(declared(size), size);
  expect([rejected.status, rejected.headers["retry-after"]]).toEqual([503, "2"]);
  budget.release(reserved);
  expect((await ask(declared(size), size)).status).toBe(200);
  await expect.poll(() => budget.bytesInUse).toBe(0);
});

test("rejects a target that isn't a path, and methods that files don't have", async () => {
  expect((await ask({ method: "GET", path: "http://example.com/inbox" })).status).toBe(400);
  expect((await ask({ method: "GET", headers: { host: "bad host" } })).status).toBe(400);
  expect((await ask({ path: "/_next/static/nope.js" })).status).toBe(405);
  expect(served).toBe(0);
});
