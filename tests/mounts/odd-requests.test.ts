import { expect, inject, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import { ErrorBody } from "#tests/support/contract/check-answer";
import { askAsIs, type OddResponse, sendBytes } from "#tests/support/contract/odd-request";

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
    },
  };
}

/** A page with the security headers of the app's pages. */
function appPage(status: number, title: string): Expected {
  const { what, check } = page(status, title);
  return {
    what,
    status,
    check: (response) => {
      check(response);
      expect(response.headers["x-content-type-options"]).toBe("nosniff");
      expect(response.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    },
  };
}

function text(status: number, body: string, type: string | undefined, allow?: string): Expected {
  return {
    what: JSON.stringify(body),
    status,
    check: (response) => {
      expect(response.headers["content-type"]?.toLowerCase().replace(" ", "")).toBe(type);
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

function headless(status: number, allow: string): Expected {
  return {
    what: "no body",
    status,
    check: ({ headers, body }) => {
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
      expect([headers.allow, body.byteLength]).toEqual([allow, 0]);
    },
  };
}

const PLAIN = "text/plain;charset=utf-8";
const unknown = envelope("not_found");
const notFound = appPage(404, "Not found");
const wrongPageMethod = text(405, "Method Not Allowed", PLAIN, "GET, HEAD, POST");
const badRequest = text(400, "Bad Request", PLAIN);
const noStaticFile = text(404, "Not Found", PLAIN);
const wrongFileMethod = text(405, "Method Not Allowed", PLAIN, "GET, HEAD");
const noForm = page(404, "Page not found");

const ROWS: [
  method: string,
  path: string,
  Expected,
  headers?: Record<string, string | undefined>,
][] = [
  ["GET", "/v1", unknown],
  ["GET", "/v1?x", unknown],
  ["GET", "/v1/", unknown],
  ["GET", "/v1/nope", unknown],
  ["GET", "/v1/forms/", unknown],
  ["POST", "/v1/forms/", unknown],
  ["GET", "/v1//token", unknown],
  ["GET", "//v1/token", unknown],
  ["GET", "/v1\\forms", unknown],
  ["GET", "/v1/%66orms", unknown],
  ["GET", "/v1/forms/%", envelope("token_missing")],
  ["GET", "/v1/forms/%2f", envelope("token_missing")],
  ["GET", "/v1/../v1/forms", envelope("token_missing")],
  ["GET", "/v1/forms?cursor=%", envelope("token_missing")],
  ["PUT", "/v1/forms", envelope("method_not_allowed", "GET, POST")],
  ["HEAD", "/v1/forms", headless(405, "GET, POST")],
  ["OPTIONS", "/v1/forms", envelope("method_not_allowed", "GET, POST")],
  ["TRACE", "/v1/forms", envelope("method_not_allowed", "GET, POST")],
  ["PROPFIND", "/v1/submissions/export", envelope("method_not_allowed", "GET")],
  ["TRACE", "/v1/nope", unknown],
  ["GET", "/v1/forms", envelope("proxy_key_not_allowed"), { "x-service-proxy-key": "" }],
  ["TRACE", "/v1/forms", envelope("cookie_not_allowed"), { cookie: "a=b" }],
  ["GET", "/v1/forms", envelope("wrong_api_origin"), { host: "example.com" }],
  ["GET", "/v1/forms", envelope("token_missing"), { expect: "200-ok" }],
  ["GET", "/v1/forms", envelope("token_missing"), { "x-middleware-subrequest": "proxy" }],
  ["GET", "/api", unknown],
  ["GET", "/api/", unknown],
  ["GET", "/api/nope", unknown],
  ["GET", "/api/%", unknown],
  ["GET", "/api//account", unknown],
  ["GET", "/api/account/", unknown],
  ["GET", "/api/cron/outbox", envelope("cron_secret_invalid")],
  ["GET", "/api/account", envelope("session_required")],
  ["TRACE", "/api/account", envelope("method_not_allowed", "GET")],
  ["TRACE", "/api/cron/outbox", envelope("method_not_allowed", "GET")],
  ["TRACE", "/api/health", envelope("method_not_allowed", "GET, HEAD")],
  ["TRACE", "/openapi.json", envelope("method_not_allowed", "GET, HEAD, OPTIONS")],
  ["GET", "/nope", notFound],
  ["POST", "/nope", notFound],
  ["GET", "/nope/", notFound],
  ["GET", "/nope/%", notFound],
  ["GET", "/V1/forms", notFound],
  ["GET", "/docs/nope", notFound],
  ["GET", "/_next/unknown", notFound],
  ["GET", "/index.html", notFound],
  ["DELETE", "/sign-in", wrongPageMethod],
  ["TRACE", "/nope", wrongPageMethod],
  ["GET", "/", redirect(307, "/sign-in")],
  ["GET", "/inbox", redirect(307, "/sign-in?next=%2Finbox")],
  ["GET", "/sign-in", appPage(200, "Sign in")],
  ["GET", "/sign-in/", appPage(200, "Sign in")],
  ["GET", "//example.com", redirect(308, "/example.com")],
  ["GET", "/x//../example.com", redirect(308, "/example.com")],
  ["GET", "/\\example.com", redirect(308, "/example.com")],
  ["GET", "/", badRequest, { host: undefined }],
  ["GET", "/", badRequest, { host: "bad host" }],
  ["GET", "/v1/forms", badRequest, { host: undefined }],
  ["GET", "/v1/forms", badRequest, { host: "someone@localhost" }],
  ["GET", "http://example.com/v1/forms", badRequest],
  ["OPTIONS", "*", badRequest],
  ["GET", "/", redirect(307, "/sign-in"), { connection: "upgrade", upgrade: "h2c" }],
  ["GET", "/_next/static/nope.js", noStaticFile],
  ["POST", "/_next/static/nope.js", wrongFileMethod],
  ["GET", "/_next/image", notFound],
  ["GET", "/_next/image?url=%2Fapi%2Fhealth&w=64&q=75", notFound],
  ["GET", `/f/${KEY}`, noForm],
  ["GET", `/f/${KEY}/`, noForm],
  ["GET", `/f/${KEY}/thanks`, noForm],
  ["GET", "/f/%", noForm],
  ["PATCH", `/f/${KEY}`, page(405, "This page can’t be opened this way")],
  ["TRACE", `/f/${KEY}`, page(405, "This page can’t be opened this way")],
  ["POST", `/f/${KEY}/thanks`, page(405, "This page can’t be opened this way")],
  ["GET", `/f//${KEY}`, redirect(308, `/f/${KEY}`)],
  ["GET", "/f/", notFound],
  ["GET", "/f/x/y", noForm],
  ["GET", "/verify-recipient/x", notFound],
  ["GET", "/verify-recipient", page(410, "This link no longer works")],
  ["TRACE", "/opt-out", page(405, "This page can’t be opened this way")],
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

test("responses to malformed bytes and unknown methods have the headers of every response", async () => {
  for (const bytes of ["hello\r\n\r\n", "FOO /v1/forms HTTP/1.1\r\nHost: localhost\r\n\r\n"]) {
    const response = await sendBytes(Number(new URL(baseUrl).port), bytes);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain("\r\nCache-Control: no-store\r\n");
    expect(response).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
  }
});

test("a second Host gets 400", async () => {
  const bytes = "GET /v1/forms HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n";
  const response = await sendBytes(Number(new URL(baseUrl).port), bytes);
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test("only content-hashed files are cacheable", async () => {
  const { body } = await askAsIs(baseUrl, "GET", "/sign-in");
  const path = /\/_next\/static\/[^"]+\.js/.exec(body.toString("utf8"))?.[0] ?? "";
  const { status, headers } = await askAsIs(baseUrl, "GET", path);
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  expect(headers["x-request-id"]).toBeDefined();
});
