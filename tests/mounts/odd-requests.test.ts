import { connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import { ErrorBody, ScriptErrorBody } from "#tests/support/contract/check-answer";
import { askAsIs, type OddResponse } from "#tests/support/contract/odd-request";
import { Owner } from "#tests/support/factories/owner";

const { baseUrl } = inject("mount");
const KEY = "0".repeat(20);

type Expected = { what: string; status: number; check: (response: OddResponse) => void };

function envelope(
  code: ErrorCode,
  allow?: string,
  shape: typeof ErrorBody | typeof ScriptErrorBody = ErrorBody,
): Expected {
  return {
    what: code,
    status: ERROR_STATUS[code],
    check: ({ headers, body }) => {
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      const { error } = shape.parse(JSON.parse(body.toString("utf8")));
      expect(error.code).toBe(code);
      expect(error.requestId).toBe(headers["x-request-id"]);
      expect(headers.allow).toBe(allow);
    },
  };
}

function page(status: number, title: string): Expected {
  return {
    what: `the page "${title}"`,
    status,
    check: ({ headers, body }) => {
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(/<title>(.*?)(?: · Form Intake)?</.exec(body.toString("utf8"))?.[1]).toBe(title);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("default-src");
    },
  };
}

function text(status: number, body: string, allow?: string): Expected {
  return {
    what: JSON.stringify(body),
    status,
    check: (response) => {
      expect(response.headers["content-type"]).toMatch(/^text\/plain; ?charset=utf-8$/i);
      expect(response.body.toString("utf8")).toBe(body);
      expect(response.headers.allow).toBe(allow);
    },
  };
}

function redirect(status: number, to: string): Expected {
  return {
    what: `a redirect to ${to}`,
    status,
    check: ({ headers }) => expect(headers.location).toBe(to),
  };
}

const unknown = envelope("not_found");
const unknownForm = envelope("not_found", undefined, ScriptErrorBody);
const noForm = page(404, "Page not found");
const notFound = page(404, "Not found");
const BROWSER = { accept: "text/html" };
const wrongScriptMethod = (allow: string) => envelope("method_not_allowed", allow, ScriptErrorBody);
const wrongFormMethod = page(405, "This page can’t be opened directly");

const ROWS: [method: string, path: string, Expected, headers?: Record<string, string>][] = [
  ["GET", "/v1", unknown],
  ["GET", "/v1?x", unknown],
  ["POST", "/v1/forms/", unknown],
  ["GET", "/v1//token", unknown],
  ["GET", "/v1/%66orms", unknown],
  ["GET", "/v1/forms/%", envelope("token_missing")],
  ["GET", "/v1/../v1/forms", envelope("token_missing")],
  ["PUT", "/v1/forms", envelope("method_not_allowed", "GET, POST")],
  ["TRACE", "/v1/forms", envelope("method_not_allowed", "GET, POST")],
  ["GET", "/v1/forms", envelope("wrong_api_origin"), { host: "example.com" }],
  ["GET", "/v1/forms", envelope("wrong_api_origin"), { host: "someone@localhost" }],
  ["GET", "/v1/forms", envelope("token_missing"), { connection: "upgrade", upgrade: "h2c" }],
  ["GET", "/api", unknown],
  ["GET", "/api//account", unknown],
  ["GET", "/api/account/", unknown],
  ["GET", "/api/%", unknown],
  ["GET", "/api/cron/outbox", envelope("cron_secret_invalid")],
  ["GET", "/api/account", envelope("session_required")],
  ["PROPFIND", "/api/account", envelope("method_not_allowed", "GET")],
  ["TRACE", "/api/health", envelope("method_not_allowed", "GET, HEAD")],
  ["GET", "/mcp", envelope("method_not_allowed", "POST")],
  ["GET", "/mcp/x", unknown],
  ["GET", "/f", noForm],
  ["GET", `/f/${KEY}`, noForm],
  ["GET", `/f/${KEY}/`, noForm],
  ["GET", `/f//${KEY}`, noForm],
  ["GET", `/f/${KEY}/thanks`, noForm],
  ["GET", `/f/${KEY}/logo`, noForm],
  ["GET", "/f/%", noForm],
  ["POST", `/f/${KEY}/x`, unknownForm],
  ["POST", `/f/${KEY}/x`, noForm, BROWSER],
  ["TRACE", `/f/${KEY}`, wrongScriptMethod("GET, HEAD, POST, OPTIONS")],
  ["POST", `/f/${KEY}/thanks`, wrongFormMethod, BROWSER],
  ["POST", `/f/${KEY}/logo`, wrongScriptMethod("GET, HEAD, OPTIONS")],
  ["GET", "/", redirect(307, "/sign-in")],
  ["GET", "/inbox", redirect(307, "/sign-in?next=%2Finbox")],
  ["GET", "/sign-in/", page(200, "Sign in")],
  ["GET", "/nope", notFound],
  ["POST", "/nope", notFound],
  ["GET", "/V1/forms", notFound],
  ["GET", "/verify-recipient", page(410, "This link no longer works")],
  ["DELETE", "/sign-in", text(405, "Method Not Allowed", "GET, HEAD, POST")],
  ["POST", "/_next/static/nope.js", text(405, "Method Not Allowed", "GET, HEAD")],
  ["GET", "/nope/%", text(400, "Bad Request")],
  ["GET", "/", text(400, "Bad Request"), { host: "bad host" }],
  ["GET", "http://example.com/inbox", page(403, "This isn’t the address of this service")],
  ["GET", "http://example.com/v1/forms", envelope("wrong_api_origin")],
  ["GET", `${baseUrl}/v1/forms`, envelope("token_missing"), { host: "example.com" }],
  ["GET", `http://example.com/f/${KEY}`, noForm],
  ["GET", "HTTP://x@example.com", page(403, "This isn’t the address of this service")],
  ["GET", "http://", text(400, "Bad Request")],
  ["GET", "//example.com/x", redirect(308, "/example.com/x")],
  ["GET", "/\\example.com?next=//x", redirect(308, "/example.com?next=//x")],
];

test.each(ROWS.map(([method, path, expected, headers]) => ({ method, path, expected, headers })))(
  "$method $path gets $expected.status and $expected.what",
  async ({ method, path, expected, headers }) => {
    const response = await askAsIs(baseUrl, method, path, headers);
    expect(response.status).toBe(expected.status);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expected.check(response);
  },
);

/** Sends bytes as they are, and returns everything that comes back. */
function sendRaw(request: string): Promise<string> {
  const { port, hostname } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(request);
  return readText(socket);
}

test("a request that names several hosts is rejected wherever it goes", async () => {
  const { host } = new URL(baseUrl);
  for (const path of ["/v1/forms", `/f/${KEY}`, "/sign-in", "/api/health"]) {
    const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nhost: example.com\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(request), path).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test("forms, links, and actions take a body without a length, in any chunks", async () => {
  const { host } = new URL(baseUrl);
  const chunks = [..."token=x"].map((byte) => `1\r\n${byte}\r\n`).join("");
  for (const [path, status] of [
    ["/verify-recipient", 410],
    ["/opt-out", 404],
    ["/sign-in", 200],
    ["/nope", 404],
  ] as const) {
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${baseUrl}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = await sendRaw(`${head}${chunks}0\r\n\r\n`);
    expect(answer, path).toMatch(/^HTTP\/1\.1 100 Continue\r\n/);
    expect(answer, path).toContain(`\r\nHTTP/1.1 ${status} `);
  }
});

test("HEAD gets the headers of GET without a body", async () => {
  for (const path of ["/openapi.json", "/api/health", "/v1/forms"]) {
    const answer = await askAsIs(baseUrl, "HEAD", path);
    expect([answer.status, answer.body.byteLength]).toEqual([path === "/v1/forms" ? 405 : 200, 0]);
    expect(answer.headers["content-type"]).toContain("application/json");
  }
});

test("what Node or the framework responds to itself is no failure of the service", async () => {
  for (const [method, path, headers] of [
    ["GET", "//example.com", {}],
    ["GET", "/\\example.com", {}],
    ["TRACE", "/nope", {}],
    ["OPTIONS", "*", {}],
    ["GET", "/v1/forms", { expect: "200-ok" }],
    ["GET", "/_next/static/nope.js", {}],
    ["GET", "/_next/image?url=%2Fapi%2Fhealth&w=64&q=75", {}],
  ] as const) {
    const { status } = await askAsIs(baseUrl, method, path, headers);
    expect([308, 400, 404, 405, 417], `${method} ${path}`).toContain(status);
  }
});

test("only content-hashed files are cacheable", async () => {
  const { body } = await askAsIs(baseUrl, "GET", "/sign-in");
  const path = /\/_next\/static\/[^"]+\.js/.exec(body.toString("utf8"))?.[0] ?? "";
  const { status, headers } = await askAsIs(baseUrl, "GET", path);
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
});

async function signIn(): Promise<string> {
  const { cookie } = await Owner.signUp(baseUrl);
  return `${cookie.name}=${cookie.value}`;
}

const ELSEWHERE = [
  "//evil.example",
  "///evil.example/",
  "/\\evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e//evil.example",
  "/.\\\\evil.example",
  "/x/..//evil.example",
  "/%2f/evil.example",
  "/%09/evil.example",
  "https://evil.example/inbox",
];

function expectOwn({ headers: { location } }: OddResponse, path: string): void {
  if (location === undefined) return;
  expect(new URL(location, baseUrl).origin, `${path} to ${location}`).toBe(baseUrl);
}

test("never redirects a signed-in user from a sign-in link to another site", async () => {
  const cookie = await signIn();
  for (const next of ELSEWHERE) {
    const path = `/sign-in?next=${encodeURIComponent(next)}`;
    const answer = await askAsIs(baseUrl, "GET", path, { cookie });
    expect(answer.status, next).toBe(307);
    expectOwn(answer, path);
  }
});

test("never redirects to another site, regardless of path and headers", async () => {
  const cookie = await signIn();
  const forged = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-page-path": "//evil.example",
  };
  const ways = [{ cookie: undefined }, { cookie }, forged, { ...forged, cookie }];
  for (const path of [...ELSEWHERE, "/inbox//x", "/f//x", "/", "/inbox", "/forms/", "/sign-up"])
    for (const headers of ways) expectOwn(await askAsIs(baseUrl, "GET", path, headers), path);
});
