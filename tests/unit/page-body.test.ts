import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { limitPageBody } from "#lib/http/node-request";
import { MAX_PAGE_BODY_BYTES } from "#lib/http/page-body";
import { BodyBudget } from "#lib/http/read-body";

const KIB = 1024;
const server = createServer();
let budget: BodyBudget;
/** The last request passed to the page. */
let handed: { request: IncomingMessage; sizeBytes: number } | null;

beforeAll(async () => {
  server.on("request", (request, response) => {
    limitPageBody(request, response, budget);
    if (response.writableEnded) return;
    const page = { request, sizeBytes: 0 };
    handed = page;
    request.on("data", (chunk: Buffer) => {
      page.sizeBytes += chunk.byteLength;
    });
    request.on("end", () => response.end(String(page.sizeBytes)));
  });
  server.listen(0);
  await once(server, "listening");
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  budget = new BodyBudget(8 * KIB * KIB);
  handed = null;
});

type Sent = { path?: string; length?: number; chunks: readonly Buffer[] };

async function post({ path = "/sign-in", length, chunks }: Sent) {
  const { port } = server.address() as AddressInfo;
  const headers = length === undefined ? {} : { "content-length": length };
  const call = request({ port, path, method: "POST", headers, agent: false });
  // Only the response matters; the server may close the connection at any time.
  call.on("error", () => undefined);
  const responded = once(call, "response");
  for (const chunk of chunks) call.write(chunk);
  call.end();
  const [response]: IncomingMessage[] = await responded;
  if (!response) throw new Error("there was no response");
  const text = (await response.toArray()).join("");
  return { status: response.statusCode, text, headers: response.headers };
}

const whole = (bytes: number) => [Buffer.alloc(bytes, 0x61)];

test("passes on a body at the limit, with and without Content-Length", async () => {
  const chunks = whole(MAX_PAGE_BODY_BYTES);
  for (const length of [MAX_PAGE_BODY_BYTES, undefined])
    expect(await post({ chunks, ...(length === undefined ? {} : { length }) })).toMatchObject({
      status: 200,
      text: String(MAX_PAGE_BODY_BYTES),
    });
});

test("rejects a body with a Content-Length over the limit before it reaches the page", async () => {
  const length = MAX_PAGE_BODY_BYTES + 1;
  const response = await post({ chunks: whole(length), length });
  expect(response).toMatchObject({ status: 413, text: expect.stringContaining("256 KiB") });
  expect(handed).toBeNull();
});

test("lets a client read the response while it is still sending, even with Connection: close", async () => {
  const { port } = server.address() as AddressInfo;
  const headers = { "content-length": 12 * KIB * KIB, connection: "close" };
  const call = request({ port, path: "/sign-in", method: "POST", headers });
  const responded = once(call, "response");
  const failed = once(call, "error");
  const written = () => new Promise((resolve) => call.write(Buffer.alloc(64 * KIB), resolve));
  await written();
  const [response]: IncomingMessage[] = await responded;
  for (let chunk = 0; chunk < 100; chunk += 1) await written();
  expect(response?.statusCode).toBe(413);
  expect((await response?.toArray())?.join("")).toContain("256 KiB");
  call.destroy(new Error("enough"));
  expect(await failed).toEqual([new Error("enough")]);
});

test("stops reading a chunked body at the limit and rejects it", async () => {
  const chunks = Array.from({ length: 12 * 16 }, () => Buffer.alloc(64 * KIB));
  expect((await post({ chunks })).status).toBe(413);
  expect(handed?.sizeBytes).toBeLessThanOrEqual(MAX_PAGE_BODY_BYTES);
});

test("aborts the request of a rejected body", async () => {
  await post({ chunks: whole(MAX_PAGE_BODY_BYTES + 1) });
  const waiting = handed?.request;
  if (waiting && !waiting.closed) await once(waiting, "close");
  expect(waiting?.readableAborted).toBe(true);
});

test("rejects a body with too many one-byte chunks", async () => {
  const chunks = Array.from({ length: 2_000 }, () => Buffer.from("a"));
  expect((await post({ chunks })).status).toBe(413);
});

test("counts bodies against the body budget during the request", async () => {
  budget.reserve(8 * KIB * KIB - 60 * KIB, 0);
  const inUse = budget.bytesInUse;
  expect((await post({ chunks: whole(50 * KIB), length: 50 * KIB })).status).toBe(200);
  const rejected = await post({ chunks: whole(64 * KIB), length: 64 * KIB });
  expect(rejected.status).toBe(503);
  expect(rejected.headers["retry-after"]).toBeDefined();
  expect(budget.bytesInUse).toBe(inUse);
});

test.each(["/f/abc", "/v1/forms", "/api/account/sign-in", "/v1"])(
  "doesn't limit the body of %s because its handler does",
  async (path) => {
    const chunks = whole(MAX_PAGE_BODY_BYTES + 1);
    expect((await post({ path, chunks })).status).toBe(200);
  },
);

test.each(["/fx", "/v1x", "/apis", "/forms/x", "/", "/_next/image", "/%66/abc"])(
  "limits the body of %s like that of a page",
  async (path) => {
    const chunks = whole(MAX_PAGE_BODY_BYTES + 1);
    expect((await post({ path, chunks })).status).toBe(413);
  },
);
