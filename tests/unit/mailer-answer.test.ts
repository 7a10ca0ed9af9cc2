import { describe, expect, it } from "vitest";
import { explainFailure, parseProviderError, readAnswer } from "#lib/clients/mailer-answer";

const NONE = new Headers();

function answer(status: number, body: unknown = { name: "x", message: "y" }, headers = NONE) {
  return readAnswer(status, headers, parseProviderError(JSON.stringify(body)));
}

function networkError(code: string, syscall?: string): TypeError {
  const cause = Object.assign(new Error(code), { code, ...(syscall ? { syscall } : {}) });
  return new TypeError("fetch failed", { cause });
}

describe("readAnswer", () => {
  it("accepts a 2xx with a JSON object, and no other", () => {
    expect(answer(200, { id: "1" }).kind).toBe("accepted");
    expect(readAnswer(200, NONE, null).kind).toBe("ambiguous");
  });

  it.each([400, 401, 403, 404, 405, 413, 422, 451])("takes %s for a refusal", (status) => {
    expect(answer(status).kind).toBe("refused");
  });

  it.each([302, 408, 500, 502, 503, 504])("takes %s for an end that tells nothing", (status) => {
    expect(answer(status).kind).toBe("ambiguous");
  });

  it("tells a call under way from a key that was used for other bytes", () => {
    expect(answer(409, { name: "concurrent_idempotent_requests" }).kind).toBe("ambiguous");
    expect(answer(409, { name: "invalid_idempotent_request" }).kind).toBe("key_spent");
  });

  it("reads Retry-After in seconds, as a date, and not at all", () => {
    expect(answer(429, {}, new Headers({ "retry-after": "7" }))).toMatchObject({ waitSeconds: 7 });
    expect(answer(429)).toMatchObject({ kind: "throttled", waitSeconds: null });
    const soon = new Date(Date.now() + 90_000).toUTCString();
    const dated = answer(429, {}, new Headers({ "retry-after": soon }));
    expect(dated.kind === "throttled" && dated.waitSeconds).toBeGreaterThan(80);
  });

  it("keeps the provider's words to one short line, and to refusals of the mail itself", () => {
    const words = `Invalid \`to\`\r\nfield ${"x".repeat(900)}`;
    const refused = answer(422, { name: "validation_error", message: words });
    expect(refused.kind === "refused" && refused.error).toMatch(
      /^The mail provider answered 422 \(validation_error\): Invalid `to` field x+$/,
    );
    expect(refused.kind === "refused" && refused.error.length).toBe(300);
    expect(answer(403, { name: "invalid_api_key", message: "key re_123" })).toMatchObject({
      error: "The mail provider answered 403 (invalid_api_key).",
      isAboutKey: false,
    });
  });
});

describe("explainFailure", () => {
  it.each([
    networkError("ECONNREFUSED", "connect"),
    networkError("ENOTFOUND", "getaddrinfo"),
    networkError("EAI_AGAIN", "getaddrinfo"),
    networkError("ETIMEDOUT", "connect"),
    networkError("UND_ERR_CONNECT_TIMEOUT"),
    networkError("DEPTH_ZERO_SELF_SIGNED_CERT"),
    networkError("ERR_TLS_CERT_ALTNAME_INVALID"),
  ])("knows that nothing was sent: $cause.code", (failure) => {
    expect(explainFailure(failure).kind).toBe("unreachable");
  });

  it("knows it of a name with several addresses only when none could be reached", () => {
    const refused = networkError("ECONNREFUSED", "connect").cause;
    const reset = networkError("ECONNRESET", "read").cause;
    const all = new TypeError("fetch failed", { cause: new AggregateError([refused, refused]) });
    const some = new TypeError("fetch failed", { cause: new AggregateError([refused, reset]) });
    expect(explainFailure(all).kind).toBe("unreachable");
    expect(explainFailure(some).kind).toBe("ambiguous");
  });

  it.each([
    networkError("ECONNRESET", "read"),
    networkError("EPIPE", "write"),
    networkError("UND_ERR_SOCKET"),
    new DOMException("The operation timed out.", "TimeoutError"),
    new Error("anything else"),
  ])("calls it ambiguous when bytes may have left: $message", (failure) => {
    expect(explainFailure(failure).kind).toBe("ambiguous");
  });
});
