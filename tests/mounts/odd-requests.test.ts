import { expect, inject, test } from "vitest";
import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import { ErrorBody } from "#tests/support/contract/check-answer";
import { askAsIs, type OddAnswer, sendBytes } from "#tests/support/contract/odd-request";

// Both ways of serving the app run this table, so what holds in it is the same on both.
const { name, baseUrl } = inject("mount");
const KEY = "0".repeat(20);

type Expected = { what: string; status: number; check: (answer: OddAnswer) => void };

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

/** Of a page with the policy that the app gives its own pages. */
function appPage(status: number, title: string): Expected {
  const { what, check } = page(status, title);
  return {
    what,
    status,
    check: (answer) => {
      check(answer);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    },
  };
}

function text(status: number, body: string, type: string | undefined, allow?: string): Expected {
  return {
    what: JSON.stringify(body),
    status,
    check: (answer) => {
      expect(answer.headers["content-type"]?.toLowerCase().replace(" ", "")).toBe(type);
      expect(answer.body.toString("utf8")).toBe(body);
      expect(answer.headers.allow).toBe(allow);
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

const PLAIN = "text/plain;charset=utf-8";
const unknown = envelope("not_found");
const notFound = appPage(404, "Not found");
const wrongPageMethod = text(405, "Method Not Allowed", PLAIN, "GET, HEAD, POST");
const noStaticFile = text(404, "Not Found", PLAIN);
const noForm = page(404, "Page not found");
/** Addresses that never pass the proxy have no policy of the app's pages. */
const bareNotFound = page(404, "Not found");

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
  ["GET", "/v1/forms/%", unknown],
  ["GET", "/v1/forms/%zz?limit=1", unknown],
  ["GET", "/v1//token", unknown],
  ["POST", "/v1//token", unknown],
  ["GET", "//v1/token", unknown],
  ["GET", "/v1\\forms", unknown],
  ["GET", "/v1/%66orms", unknown],
  ["GET", "/v1/forms/%2f", envelope("token_missing")],
  ["GET", "/v1/../v1/forms", envelope("token_missing")],
  ["GET", "/v1/forms?cursor=%", envelope("token_missing")],
  ["PUT", "/v1/forms", envelope("method_not_allowed", "GET, POST")],
  ["GET", "/v1/forms", envelope("proxy_key_not_allowed"), { "x-service-proxy-key": "" }],
  ["GET", "/v1/forms", envelope("wrong_api_origin"), { host: "bad host/" }],
  ["GET", "/v1/forms", envelope("wrong_api_origin"), { host: undefined }],
  ["GET", "/v1/forms", envelope("token_missing"), { expect: "200-ok" }],
  ["GET", "/v1/forms", envelope("token_missing"), { "x-middleware-subrequest": "proxy" }],
  ["GET", "http://localhost/v1/forms", envelope("token_missing")],
  ["GET", "http://example.com/v1/forms", envelope("wrong_api_origin")],
  ["FOO", "/v1/forms", envelope("method_not_allowed", "GET, POST, PATCH, DELETE, HEAD, OPTIONS")],
  ["GET", "/api", unknown],
  ["GET", "/api/", unknown],
  ["GET", "/api/nope", unknown],
  ["GET", "/api/%", unknown],
  ["GET", "/api//account", unknown],
  ["GET", "/api/account/", unknown],
  ["GET", "/api/cron/outbox/", unknown],
  ["GET", "/api/cron/outbox", envelope("cron_secret_invalid")],
  ["GET", "/api/account", envelope("session_required")],
  ["TRACE", "/api/account", envelope("method_not_allowed", "GET")],
  ["GET", "/nope", notFound],
  ["POST", "/nope", notFound],
  ["GET", "/nope/", notFound],
  ["GET", "/nope/%", notFound],
  ["GET", "/%00", notFound],
  ["GET", "/V1/forms", notFound],
  ["GET", "/docs/nope", notFound],
  ["GET", "/_not-found", notFound],
  ["GET", "/_next/unknown", notFound],
  ["GET", "/_next/data/x/y.json", notFound],
  ["GET", "/index.html", notFound],
  ["GET", "/nope.js", notFound],
  ["GET", "*", notFound],
  ["GET", "/nope", text(404, "Not Found", PLAIN), { "sec-fetch-dest": "image" }],
  ["OPTIONS", "*", wrongPageMethod],
  ["DELETE", "/sign-in", wrongPageMethod],
  ["TRACE", "/nope", wrongPageMethod],
  ["GET", "/", redirect(307, "/sign-in")],
  ["GET", "/inbox", redirect(307, "/sign-in?next=%2Finbox")],
  ["GET", "/inbox/nope", redirect(307, "/sign-in?next=%2Finbox%2Fnope")],
  ["GET", "/sign-in", appPage(200, "Sign in")],
  ["GET", "/sign-in/", appPage(200, "Sign in")],
  ["GET", "//example.com", redirect(308, "/example.com")],
  ["GET", "/x//../example.com", redirect(308, "/example.com")],
  ["GET", "/\\example.com", redirect(308, "/example.com")],
  ["GET", "http://example.com//x", redirect(308, "/x")],
  ["GET", "/sign-in//", redirect(308, "/sign-in/")],
  ["GET", "/", text(400, "Bad Request", PLAIN), { host: undefined }],
  ["GET", "/", text(400, "Bad Request", PLAIN), { host: "bad host" }],
  ["GET", "/", redirect(307, "/sign-in"), { connection: "upgrade", upgrade: "h2c" }],
  ["GET", "/_next/static/nope.js", noStaticFile],
  ["POST", "/_next/static/nope.js", noStaticFile],
  ["GET", "/_next/static/", noStaticFile],
  ["GET", "/_next/image", bareNotFound],
  ["GET", `/f/${KEY}`, noForm],
  ["GET", `/f/${KEY}/`, noForm],
  ["GET", `/f/${KEY}/thanks`, noForm],
  ["GET", "/f/%", noForm],
  ["PATCH", `/f/${KEY}`, page(405, "This page can’t be opened this way")],
  ["POST", `/f/${KEY}/thanks`, page(405, "This page can’t be opened this way")],
  ["GET", `/f//${KEY}`, redirect(308, `/f/${KEY}`)],
  ["GET", "/f/", bareNotFound],
  ["GET", "/f/x/y", noForm],
  ["POST", "/f/x/y", noForm],
  ["GET", "/verify-recipient/x", notFound],
  ["GET", "/verify-recipient", page(410, "This link no longer works")],
  ["TRACE", "/opt-out", page(405, "This page can’t be opened this way")],
];

test.each(ROWS.map(([method, path, expected, headers]) => ({ method, path, expected, headers })))(
  "$method $path is answered with $expected.status and $expected.what",
  async ({ method, path, expected, headers }) => {
    const answer = await askAsIs(baseUrl, method, path, headers);
    expect(answer.status).toBe(expected.status);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expected.check(answer);
  },
);

test("what is no HTTP gets the headers of every answer too", async () => {
  const answer = await sendBytes(Number(new URL(baseUrl).port), "hello\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toContain("\r\nCache-Control: no-store\r\n");
  expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
});

test("a content-hashed file may be kept by caches, and nothing else of the app", async () => {
  const { body } = await askAsIs(baseUrl, "GET", "/sign-in");
  const path = /\/_next\/static\/[^"]+\.js/.exec(body.toString("utf8"))?.[0] ?? "";
  const { status, headers } = await askAsIs(baseUrl, "GET", path);
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  expect(headers["x-request-id"]).toBeDefined();
});

// The one difference between the two that is left: what the framework adds to each of its routes.
test("the framework names its own headers in Vary, where it serves intake", async () => {
  const { headers } = await askAsIs(baseUrl, "OPTIONS", `/f/${KEY}`);
  const isFrameworks = name === "next-start";
  expect(headers.vary?.includes("rsc") ?? false).toBe(isFrameworks);
});
