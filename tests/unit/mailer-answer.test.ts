import { describe, expect, it } from "vitest";
import type { CallTrace } from "#lib/clients/email-client";
import { explainFailure, readAnswer } from "#lib/clients/email-response";

function answer(status: number, body: unknown = { name: "x", message: "y" }, retryAfter = "") {
  return readAnswer(status, retryAfter || null, body);
}

describe("readAnswer", () => {
  it("accepts a 2xx with a JSON object, and no other", () => {
    expect(answer(200, { id: "1" }).kind).toBe("accepted");
    expect(answer(200, null).kind).toBe("ambiguous");
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
    expect(answer(429, {}, "7")).toMatchObject({ waitSeconds: 7 });
    expect(answer(429)).toMatchObject({ kind: "throttled", waitSeconds: null });
    const soon = new Date(Date.now() + 90_000).toUTCString();
    const dated = answer(429, {}, soon);
    expect(dated.kind === "throttled" && dated.waitSeconds).toBeGreaterThan(80);
  });

  it("keeps the provider's words to one short line, and to refusals of the mail itself", () => {
    const words = `Invalid \`to\`\r\nfield ${"x".repeat(900)}`;
    const refused = answer(422, { name: "validation_error", message: words });
    expect(refused.kind === "refused" && refused.error).toMatch(
      /^The email provider responded with 422 \(validation_error\): Invalid `to` field x+$/,
    );
    expect(refused.kind === "refused" && refused.error.length).toBe(300);
    expect(answer(403, { name: "invalid_api_key", message: "key re_123" })).toMatchObject({
      error: "The email provider responded with 403 (invalid_api_key).",
      isAboutKey: false,
    });
  });

  it("says nothing that the SDK made up for an answer it could not read", () => {
    const name = "application_error";
    const body = { name, statusCode: 400, message: "Internal server error. Try again." };
    expect(answer(400, body)).toMatchObject({ error: "The email provider responded with 400." });
    expect(answer(200, { ...body, statusCode: null }).kind).toBe("ambiguous");
  });
});

describe("explainFailure", () => {
  const FAILED: CallTrace = { progress: "sending", status: null, failure: null };

  it("knows that nothing was sent while there was no connection, also at the deadline", () => {
    const call: CallTrace = { ...FAILED, progress: "connecting" };
    expect(explainFailure(call, false).kind).toBe("unreachable");
    expect(explainFailure(call, true).kind).toBe("unreachable");
  });

  it.each(["sending", "unknown"] as const)("calls it ambiguous when progress is %s", (progress) => {
    expect(explainFailure({ ...FAILED, progress }, false).kind).toBe("ambiguous");
    expect(explainFailure({ ...FAILED, progress }, true)).toMatchObject({
      kind: "ambiguous",
      error: "The email provider didn't respond in time.",
    });
  });
});
