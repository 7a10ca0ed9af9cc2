import { createServer } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { guardOtherServers, guardServer } from "#lib/http/node-guard";
import { sendBytes } from "#tests/support/contract/odd-request";

async function listenWith(guard: (server: ReturnType<typeof createServer>) => void) {
  const server = createServer((request, response) => {
    if (response.writableEnded) return;
    response.end(`${request.method} ${request.url} of ${request.headers.host}`);
  });
  guard(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => server.close());
  const address = server.address();
  return address && typeof address === "object" ? address.port : 0;
}

const guarded = await listenWith(guardServer);

function ask(path: string, host = "localhost:3000", method = "GET"): Promise<string> {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`;
  return sendBytes(guarded, `${head}\r\n`);
}

test.each([
  ["/v1/forms/%", "/v1/forms/%25"],
  ["/v1//forms", "/v1"],
  ["//v1/forms", "/v1"],
  ["/v1\\forms", "/v1"],
  ["/v1/forms/", "/v1"],
  ["/v1/forms/%zz?limit=%", "/v1/forms/%25zz?limit=%"],
  ["/api//account", "/api"],
  ["/api/health/", "/api"],
  ["/f/%", "/f/%25"],
  ["/forms/%E0%A4%A?a=%", "/forms/%25E0%25A4%25A?a=%"],
])("rewrites %s, which Next.js doesn't route, to %s", async (path, expected) => {
  expect(await ask(path)).toContain(`GET ${expected} of localhost:3000`);
});

test.each(["/v1/forms", "/v1/forms/%20", "/v10//forms", "/forms//v1", "/inbox/%C3%A4", "/"])(
  "leaves the path %s unchanged",
  async (path) => {
    expect(await ask(path)).toContain(`GET ${path} of`);
  },
);

test("rewrites methods that route files can't export to PUT", async () => {
  for (const method of ["TRACE", "PROPFIND", "QUERY"])
    expect(await ask("/v1/forms", "localhost", method)).toContain("PUT /v1/forms of");
  expect(await ask("/v1/forms", "localhost", "PATCH")).toContain("PATCH /v1/forms of");
});

test("rejects requests with an invalid Host or a target that isn't a path", async () => {
  for (const host of ["bad host/", "localhost:3000.example.com", "[::1", "a%"])
    for (const path of ["/", "/v1/forms"])
      expect(await ask(path, host)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Cache-Control: no-store/);
  for (const target of ["http://localhost:3000/v1/forms", "https://evil.example/", "*"])
    expect(await ask(target)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Cache-Control: no-store/);
});

describe("a request that Node.js handles automatically", () => {
  test.each([
    ["a missing Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    [
      "an unknown Expect value",
      "GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n",
      200,
    ],
    [
      "an upgrade",
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n",
      200,
    ],
    ["an unknown method", "FOO / HTTP/1.1\r\nHost: a\r\n\r\n", 400],
    ["text that isn't HTTP", "hello\r\n\r\n", 400],
  ])("gets a response with the standard headers: %s", async (_what, text, status) => {
    const response = await sendBytes(guarded, text);
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain("\r\nCache-Control: no-store\r\n");
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  });
});

test("guards a server created by another module, from its first request and only once", async () => {
  const port = await listenWith(() => undefined);
  guardOtherServers();
  guardOtherServers();
  const first = await sendBytes(
    port,
    "TRACE //v1/forms HTTP/1.1\r\nConnection: close\r\nHost: a\r\n\r\n",
  );
  expect(first).toContain("PUT /v1 of a");
  expect(first.match(/Cache-Control: no-store/g)).toHaveLength(1);
  expect(await sendBytes(port, "FOO / HTTP/1.1\r\nHost: a\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*no-store/,
  );
});
