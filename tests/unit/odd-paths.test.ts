import { createServer } from "node:http";
import { connect } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createOddPathGuard } from "#lib/http/node-odd-paths";
import { toOriginForm } from "#lib/http/node-request";
import { guaranteeHeaders, refuseUnservable } from "#lib/http/node-response";

const takeOddPath = createOddPathGuard();
const server = createServer({ requireHostHeader: false }, (request, response) => {
  guaranteeHeaders(request, response);
  toOriginForm(request);
  if (refuseUnservable(request, response) || takeOddPath(request, response)) return;
  response.end(`handed on ${request.url} of ${request.headers.host}`);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());

/** One request by hand: no client would send these. */
function ask(path: string, host = "localhost:3000"): Promise<string> {
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () =>
      socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    let answer = "";
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("error", reject);
    socket.on("end", () => resolve(answer));
  });
}

test.each(["/v1/forms/%", "/v1//forms", "//v1/forms", "/v1/forms/%zz?limit=1", "/v1\\forms"])(
  "%s is an unknown path in the envelope",
  async (path) => {
    const answer = await ask(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"code":"not_found"');
    expect(answer.toLowerCase()).toContain("cache-control: no-store");
  },
);

test.each([
  "/v1/forms",
  "/v1/forms/%20",
  "/v10//forms",
  "/v10/",
  "/api/account/",
  "/forms//v1",
  "/",
])("%s is handed on", async (path) => {
  expect(await ask(path)).toContain("handed on");
});

test.each([
  ["/f/%", "/f/%25"],
  ["/forms/%E0%A4%A?a=%", "/forms/%25E0%25A4%25A?a=%"],
  ["/inbox/%C3%A4", "/inbox/%C3%A4"],
])("%s, which no page could decode, is handed on as %s", async (path, expected) => {
  expect(await ask(path)).toContain(`handed on ${expected} of`);
});

test("a Host that is none is refused before anybody builds an address of it", async () => {
  for (const host of ["bad host/", "localhost:3000.example.com", "[::1", "a%"]) {
    expect(await ask("/", host)).toMatch(/^HTTP\/1\.1 400 /);
    const answer = await ask("/v1/forms", host);
    expect(answer).toMatch(/^HTTP\/1\.1 403 [\s\S]*"code":"wrong_api_origin"/);
    expect(answer.toLowerCase()).toContain("cache-control: no-store");
  }
});

test("a target in absolute form is its path, at the host that it names", async () => {
  const host = "example.com";
  expect(await ask("http://localhost:3000/v1/forms?limit=1", host)).toContain(
    "handed on /v1/forms?limit=1 of localhost:3000",
  );
  expect(await ask("HTTPS://localhost", host)).toContain("handed on / of localhost");
  expect(await ask("http://localhost//v1/forms", "localhost")).toContain('"code":"not_found"');
});
