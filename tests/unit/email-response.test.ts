import { describe, expect, it } from "vitest";
import { type CallTrace, explainFailure, readResult } from "#lib/clients/email-response";

function respond(status: number, body: unknown = { name: "x", message: "y" }, retryAfter = "") {
  return readResult(status, retryAfter || null, body);
}

describe("a response from the email provider", () => {
  it("is accepted only with a 2xx and a JSON object", () => {
    expect(respond(200, { id: "1" }).kind).toBe("accepted");
    expect(respond(200, null).kind).toBe("ambiguous");
  });

  it.each([400, 401, 403, 404, 405, 413, 422, 451])(
    "is a rejection when the status is %s",
    (status) => {
      expect(respond(status).kind).toBe("rejected");
    },
  );

  it.each([302, 408, 500, 502, 503, 504])("is ambiguous when the status is %s", (status) => {
    expect(respond(status).kind).toBe("ambiguous");
  });

  it("distinguishes a call in progress from a key used with a different body", () => {
    expect(respond(409, { name: "concurrent_idempotent_requests" }).kind).toBe("ambiguous");
    expect(respond(409, { name: "invalid_idempotent_request" }).kind).toBe("key_spent");
  });

  it("can have Retry-After in seconds, as a date, or not at all", () => {
    expect(respond(429, {}, "7")).toMatchObject({ waitMs: 7000 });
    expect(respond(429)).toMatchObject({ kind: "throttled", waitMs: null });
    const soon = new Date(Date.now() + 90_000).toUTCString();
    const dated = respond(429, {}, soon);
    expect(dated.kind === "throttled" && dated.waitMs).toBeGreaterThan(80_000);
  });

  it("is quoted in one short line only if the provider rejects the email itself", () => {
    const words = `Invalid \`to\`\r\nfield ${"x".repeat(900)}`;
    const rejected = respond(422, { name: "validation_error", message: words });
    expect(rejected.kind === "rejected" && rejected.error).toMatch(
      /^The email provider responded with 422 \(validation_error\): Invalid `to` field x+$/,
    );
    expect(rejected.kind === "rejected" && rejected.error.length).toBe(300);
    expect(respond(403, { name: "invalid_api_key", message: "key re_123" })).toMatchObject({
      error: "The email provider responded with 403 (invalid_api_key).",
      isAboutKey: false,
    });
  });

  it("isn't quoted if the SDK couldn't parse it", () => {
    const name = "application_error";
    const body = { name, statusCode: 400, message: "Internal server error. Try again." };
    expect(respond(400, body)).toMatchObject({ error: "The email provider responded with 400." });
    expect(respond(200, { ...body, statusCode: null }).kind).toBe("ambiguous");
  });
});

describe("a call without a response", () => {
  const FAILED: CallTrace = { progress: "sending", status: null, failure: null };

  it("is unreachable if it was connecting, even at the deadline", () => {
    const call: CallTrace = { ...FAILED, progress: "connecting" };
    expect(explainFailure(call, false).kind).toBe("unreachable");
    expect(explainFailure(call, true).kind).toBe("unreachable");
  });

  it.each(["sending", "unknown"] as const)("is ambiguous when its progress is %s", (progress) => {
    expect(explainFailure({ ...FAILED, progress }, false).kind).toBe("ambiguous");
    expect(explainFailure({ ...FAILED, progress }, true)).toMatchObject({
      kind: "ambiguous",
      error: "The email provider didn't respond in time.",
    });
  });
});
