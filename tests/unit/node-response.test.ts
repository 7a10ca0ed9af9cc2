import { createServer, type RequestListener, request, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { isId } from "#lib/core/ids";
import { BODY_LENGTH_HEADER } from "#lib/http/attachment-response";
import { guaranteeHeaders, malformedResponse } from "#lib/http/node-response";

let server: Server | undefined;

afterEach(() => server?.close());

type Received = { status: number; reason: string; headers: NodeJS.Dict<string | string[]> };

async function responseTo(
  listener: RequestListener,
  options: { path?: string; method?: string } = {},
): Promise<Received> {
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

const RESPONSES: [string, RequestListener][] = [
  ["no explicit headers", (_request, response) => response.end("x")],
  [
    "headers set with setHeader",
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
    "headers as an array",
    (_request, response) => response.writeHead(200, ["Cache-Control", "public"]).end("x"),
  ],
  ["a redirect", (_request, response) => response.writeHead(308, { location: "/x" }).end()],
  ["an error", (_request, response) => response.writeHead(500).end()],
];

test.each(RESPONSES)(
  "adds no-store and a request ID to a response with %s",
  async (_name, listener) => {
    const { headers } = await responseTo(listener);
    expect(headers["cache-control"]).toBe("no-store");
    expect(isId(String(headers["x-request-id"]))).toBe(true);
  },
);

test("keeps the request ID, reason, and cookies set by a handler", async () => {
  const received = await responseTo((_request, response) =>
    response
      .writeHead(201, "Made", { "X-Request-Id": "given", "set-cookie": ["a=1", "b=2"] })
      .end(),
  );
  expect(received).toMatchObject({ status: 201, reason: "Made" });
  expect(received.headers).toMatchObject({ "x-request-id": "given", "set-cookie": ["a=1", "b=2"] });
});

test.each(["/_next/static/chunks/a.js", "/form.js", "/form/v1.js"])(
  "keeps the caching of %s, but not if it's missing",
  async (path) => {
    const cached: RequestListener = (_request, response) =>
      response.writeHead(200, { "Cache-Control": "public, max-age=31536000, immutable" }).end();
    const found = await responseTo(cached, { path });
    expect(found.headers["cache-control"]).toContain("immutable");
    server?.close();
    const missing = await responseTo((_request, response) => response.writeHead(404).end(), {
      path,
    });
    expect(missing.headers["cache-control"]).toBe("no-store");
  },
);

test("sends a handler's body length as Content-Length and removes the internal header", async () => {
  const { headers } = await responseTo((_request, response) =>
    response.writeHead(200, { [BODY_LENGTH_HEADER]: "3" }).end("abc"),
  );
  expect(headers["content-length"]).toBe("3");
  expect(headers["transfer-encoding"]).toBeUndefined();
  expect(headers[BODY_LENGTH_HEADER]).toBeUndefined();
});

test.each([
  [undefined, "400 Bad Request"],
  ["HPE_INVALID_METHOD", "400 Bad Request"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
])("responds to a parse error %s with %s and the standard headers", (code, status) => {
  const response = malformedResponse(code);
  expect(response.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true);
  expect(response).toContain("\r\nCache-Control: no-store\r\n");
  expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n[\s\S]*\r\n\r\n$/);
});
