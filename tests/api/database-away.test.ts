import { beforeAll, expect, test, vi } from "vitest";
import { log } from "#lib/core/telemetry/log";
import { makeTokenSecret } from "#lib/domain/tokens/authenticate-token";
import { forWeb } from "#lib/entry/http/http-types";
import { respondToPreflight } from "#lib/entry/intake/cors";
import { showHostedForm, showThanks } from "#lib/entry/intake/hosted-form";
import {
  serveHealth,
  serveLive,
  serveMetrics,
  serveReady,
} from "#lib/entry/operations/serve-operations";
import { callAccount, callApi, errorOf } from "#tests/support/contract/api";
import { checkEveryAnswer, readResult } from "#tests/support/contract/check-answer";
import { openPage } from "#tests/support/contract/intake";
import { parseMetrics } from "#tests/support/operations/prometheus-text";

// Nothing listens on this port. Settings are read at the first request.
beforeAll(() => {
  process.env.DATABASE_URL = "postgresql://no one:nothing@127.0.0.1:1/nowhere";
});

const operator = { authorization: "Bearer cron-secret-of-the-tests" };

/** Asks one of the endpoints for operators. */
function ask(serve: typeof serveReady, headers: Record<string, string> = {}): Promise<Response> {
  return forWeb(serve)(new Request("http://localhost:3000/api", { headers }));
}

test("the API responds with 503 and Retry-After when the database is unavailable", async () => {
  const answer = await callApi("GET", "/v1/token", { token: makeTokenSecret() });
  errorOf(answer, "service_unavailable");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("handles requests that don't need the database while it is unavailable", async () => {
  errorOf(await callApi("GET", "/v1/token"), "token_missing");
  errorOf(await callApi("GET", "/v1/token", { token: "x" }), "token_invalid");
  errorOf(await callApi("GET", "/v1/nothing"), "not_found");
  errorOf(await callAccount("GET", "/api/account"), "session_required");
});

test("sign-in responds with 503 instead of invalid credentials when the database is unavailable", async () => {
  const body = { email: "ada@example.com", password: "correct horse battery staple" };
  errorOf(await callAccount("POST", "/api/account/sign-in", { body }), "service_unavailable");
});

test("the health check responds with 503 when the database is unavailable", async () => {
  for (const headers of [{}, operator]) {
    const answer = await readResult(await ask(serveHealth, headers));
    checkEveryAnswer(answer, "GET");
    expect(answer.status).toBe(503);
  }
});

test("a process without its database is live but not ready", async () => {
  const ready = await readResult(await ask(serveReady));
  errorOf(ready, "service_unavailable");
  expect(ready.json).toMatchObject({ error: { message: "The database is unavailable." } });
  expect((await ask(serveLive)).status).toBe(200);
});

test("the metrics show that the database is unavailable, and have everything else", async () => {
  const response = await ask(serveMetrics, operator);
  expect(response.status).toBe(200);
  const names = parseMetrics(await response.text()).map(({ name, value }) => `${name} ${value}`);
  expect(names).toContain("form_intake_database_up 0");
  expect(names).toContain("form_intake_limiter_fallback 0");
  expect(names.filter((name) => /outbox|storage/.test(name))).toEqual([]);
});

test("a preflight allows any origin when the database is unavailable", async () => {
  const headers = { origin: "https://www.acme.com" };
  const request = new Request("http://localhost:3000/f/x", { method: "OPTIONS", headers });
  const answer = await forWeb(respondToPreflight)(request, "A".repeat(24));
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("https://www.acme.com");
});

test("form pages respond with 503 and Retry-After when the database is unavailable", async () => {
  for (const show of [showHostedForm, showThanks]) {
    const answer = await openPage(show, "A".repeat(24));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.text()).toContain("This form can’t be shown right now");
  }
});

test("a page about a failure has the request ID of its log line", async () => {
  const error = vi.spyOn(log(), "error");
  const { headers } = await openPage(showThanks, "A".repeat(24));
  const requestId = headers.get("x-request-id");
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ requestId }),
    "request failed",
  );
  error.mockRestore();
});
