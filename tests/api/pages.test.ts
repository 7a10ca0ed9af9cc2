import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { MAX_PAGE_BODY_BYTES } from "#lib/entry/http/http-types";
import { bodyBudget } from "#lib/entry/http/read-body";
import { servePage } from "#server/http/pages";
import { serveHttp } from "#tests/support/twins/listen";

const KIB = 1024;
/** The number of requests that reached the page, which responds with the size of their bodies. */
let served = 0;

async function page(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  served += 1;
  const chunks: Buffer[] = await incoming.toArray();
  outgoing.end(String(Buffer.concat(chunks).byteLength));
}

const { port, stop } = await serveHttp(async (incoming, outgoing) =>
  servePage(incoming, outgoing, { handle: page, routes: new Set() }),
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

const declared = (bytes: number) => ({ headers: { "content-length": bytes } });

test("passes on a body up to the limit", async () => {
  const { status, text } = await ask(declared(MAX_PAGE_BODY_BYTES), MAX_PAGE_BODY_BYTES);
  expect([status, text]).toEqual([200, String(MAX_PAGE_BODY_BYTES)]);
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

test("rejects a body without a Content-Length before the page sees it", async () => {
  for (const method of ["POST", "GET"]) {
    const headers = { "transfer-encoding": "chunked" };
    expect((await ask({ method, headers }, KIB)).status).toBe(411);
  }
  expect(served).toBe(0);
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
  const others = Math.floor(budget.bytesInUse);
  budget.reserve(96 * KIB * KIB - others - size + 1, 0);
  const rejected = await ask(declared(size), size);
  expect([rejected.status, rejected.headers["retry-after"]]).toEqual([503, "2"]);
  budget.release(1);
  expect((await ask(declared(size), size)).status).toBe(200);
  await expect.poll(() => budget.bytesInUse).toBe(96 * KIB * KIB - size);
  budget.release(96 * KIB * KIB - others - size);
});

test("rejects a target that isn't a path, and methods that files don't have", async () => {
  expect((await ask({ method: "GET", path: "http://example.com/inbox" })).status).toBe(400);
  expect((await ask({ method: "GET", headers: { host: "bad host" } })).status).toBe(400);
  expect((await ask({ path: "/_next/static/nope.js" })).status).toBe(405);
  expect(served).toBe(0);
});
