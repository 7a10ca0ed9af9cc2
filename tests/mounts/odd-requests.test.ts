import { expect, inject, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import { ErrorBody } from "#tests/support/contract/check-answer";
import { askAsIs, type OddResponse } from "#tests/support/contract/odd-request";
import { Owner } from "#tests/support/factories/owner";

const { baseUrl } = inject("mount");
const KEY = "0".repeat(20);

type Expected = { what: string; status: number; check: (response: OddResponse) => void };

function envelope(code: ErrorCode, allow?: string): Expected {
  return {
    what: code,
    status: ERROR_STATUS[code],
    check: ({ headers, body }) => {
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      const { error } = ErrorBody.parse(JSON.parse(body.toString("utf8")));
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
const noForm = page(404, "Page not found");
const notFound = page(404, "Not found");
const BROWSER = { accept: "text/html" };
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
  ["POST", `/f/${KEY}/`, unknown],
  ["POST", `/f/${KEY}/`, noForm, BROWSER],
  ["TRACE", `/f/${KEY}`, envelope("method_not_allowed", "GET, HEAD, POST, OPTIONS")],
  ["POST", `/f/${KEY}/thanks`, wrongFormMethod, BROWSER],
  ["POST", `/f/${KEY}/logo`, envelope("method_not_allowed", "GET, HEAD, OPTIONS")],
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
  ["GET", "http://example.com/inbox", text(400, "Bad Request")],
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
