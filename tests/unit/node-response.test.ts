import { createServer, type RequestListener, request, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { isId } from "#lib/core/ids";
import { BODY_LENGTH_HEADER } from "#lib/http/attachment-response";
import { guaranteeHeaders, refusalOfMalformed } from "#lib/http/node-response";

let server: Server | undefined;

afterEach(() => server?.close());

type Answer = { status: number; reason: string; headers: NodeJS.Dict<string | string[]> };

async function answerOf(
  listener: RequestListener,
  options: { path?: string; method?: string } = {},
): Promise<Answer> {
  server = createServer((incoming, response) => {
    guaranteeHeaders(incoming, response);
    listener(incoming, response);
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const address = listening.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return new Promise((resolve, reject) => {
    const call = request({ host: "127.0.0.1", port, agent: false, ...options }, (response) => {
      response.resume().once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          reason: response.statusMessage ?? "",
          headers: response.headers,
        }),
      );
    });
    call.once("error", reject).end();
  });
}

const WAYS: [string, RequestListener][] = [
  ["end alone", (_request, response) => response.end("x")],
  [
    "headers set before",
    (_request, response) => {
      response.setHeader("Cache-Control", "public, max-age=60");
      response.end("x");
    },
  ],
  [
    "headers as an object",
    (_request, response) => response.writeHead(200, { "cache-control": "public" }).end("x"),
  ],
  [
    "headers as a list",
    (_request, response) => response.writeHead(200, ["Cache-Control", "public"]).end("x"),
  ],
  ["a redirect", (_request, response) => response.writeHead(308, { location: "/x" }).end()],
  ["an error", (_request, response) => response.writeHead(500).end()],
];

test.each(WAYS)(
  "no way of answering gets around no-store and the request id: %s",
  async (_name, listener) => {
    const { headers } = await answerOf(listener);
    expect(headers["cache-control"]).toBe("no-store");
    expect(isId(String(headers["x-request-id"]))).toBe(true);
  },
);

test("a request id that the handler gave stays, as do its reason and its cookies", async () => {
  const answer = await answerOf((_request, response) =>
    response
      .writeHead(201, "Made", { "X-Request-Id": "given", "set-cookie": ["a=1", "b=2"] })
      .end(),
  );
  expect(answer).toMatchObject({ status: 201, reason: "Made" });
  expect(answer.headers).toMatchObject({ "x-request-id": "given", "set-cookie": ["a=1", "b=2"] });
});

test("content-hashed files keep their caching, what is missing among them does not", async () => {
  const path = "/_next/static/chunks/a.js";
  const cached: RequestListener = (_request, response) =>
    response.writeHead(200, { "Cache-Control": "public, max-age=31536000, immutable" }).end();
  const found = await answerOf(cached, { path });
  expect(found.headers["cache-control"]).toContain("immutable");
  server?.close();
  const missing = await answerOf((_request, response) => response.writeHead(404).end(), { path });
  expect(missing.headers["cache-control"]).toBe("no-store");
});

test("the length that a handler tells is the Content-Length, and nothing else shows it", async () => {
  const { headers } = await answerOf((_request, response) =>
    response.writeHead(200, { [BODY_LENGTH_HEADER]: "3" }).end("abc"),
  );
  expect(headers["content-length"]).toBe("3");
  expect(headers["transfer-encoding"]).toBeUndefined();
  expect(headers[BODY_LENGTH_HEADER]).toBeUndefined();
});

test("a method that Node does not know is refused in the envelope, garbage in plain text", () => {
  const code = "HPE_INVALID_METHOD";
  const refused = refusalOfMalformed({
    code,
    rawPacket: Buffer.from("FOO /v1/forms HTTP/1.1\r\n"),
  });
  expect(refused).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
  expect(refused).toContain("\r\nAllow: GET, POST, PATCH, DELETE, HEAD, OPTIONS\r\n");
  const { error } = JSON.parse(refused.split("\r\n\r\n")[1] ?? "");
  expect(error).toMatchObject({ code: "method_not_allowed", requestId: expect.any(String) });
  expect(refused).toContain(`\r\nX-Request-Id: ${error.requestId}\r\n`);
  const garbage = refusalOfMalformed({ code, rawPacket: Buffer.from([0x16, 0x03, 0x01]) });
  expect(garbage).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*no-store/);
});
