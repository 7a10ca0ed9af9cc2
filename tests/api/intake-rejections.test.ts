import { describe, expect, test } from "vitest";
import { settings } from "#lib/core/settings";
import { db } from "#lib/db/database";
import { postVisit, rejectionCode } from "#tests/support/contract/intake";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

async function openForm(given = {}) {
  return createForm(await createWorkspace(), { settings: given });
}

const asJson = { accept: "application/json" };

describe("rejected submissions", () => {
  test.each([
    ["text/plain", "hello", 415, "unsupported_media_type"],
    [undefined, "", 415, "unsupported_media_type"],
    ["application/json", "{", 422, "invalid_json"],
    ["application/json", "[]", 422, "validation_failed"],
    ["application/json", '{"a":{"b":1}}', 422, "validation_failed"],
    ["application/json", '{"botcheck":"","_service_note":"x"}', 422, "empty_submission"],
    ["application/json", `{"a":"${"x".repeat(256 * 1024)}"}`, 413, "submission_too_large"],
    ["application/x-www-form-urlencoded", "a=".repeat(1), 422, "empty_submission"],
  ])(
    "returns an error response for an invalid body of type %s",
    async (contentType, raw, status, code) => {
      const form = await openForm();
      const answer = await postVisit(form.publicKey, {
        raw,
        ...(contentType ? { contentType } : {}),
        headers: asJson,
      });
      expect(answer.status).toBe(status);
      expect(await rejectionCode(answer)).toBe(code);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    },
  );

  test("records a rejection with its code and Origin, without the submitted content", async () => {
    const form = await openForm({ allowedOrigins: ["https://shop.example.com"] });
    for (let n = 0; n < 3; n += 1)
      await postVisit(form.publicKey, {
        json: { message: "private words" },
        headers: { origin: "https://evil.example.net" },
      });
    const notes = await db().rejectedSubmission.findMany({ where: { formId: form.id } });
    expect(notes.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(notes[0]).toMatchObject({
      code: "origin_not_allowed",
      origin: "https://evil.example.net",
    });
    expect(JSON.stringify(notes)).not.toContain("private");
  });

  test("shows a browser a page with the submitted values and a new idempotency key", async () => {
    const form = await openForm();
    const answer = await postVisit(form.publicKey, {
      form: {
        name: "Ada <b>Lovelace</b>",
        message: "x".repeat(20_001),
        _service_idempotency_key: "first-try",
      },
    });
    expect(answer.status).toBe(422);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const page = await answer.text();
    expect(page).toContain("Ada &lt;b&gt;Lovelace&lt;/b&gt;");
    expect(page).toContain("x".repeat(20_001));
    expect(page).toContain(`action="/f/${form.publicKey}"`);
    expect(page).not.toContain("first-try");
  });

  test("returns 404 for an unknown form, as a page or as JSON", async () => {
    const page = await postVisit("nobodyknowsthiskey", { form: { message: "hello" } });
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toContain("text/html");
    const envelope = await postVisit("nobodyknowsthiskey", { json: { message: "hello" } });
    expect(await rejectionCode(envelope)).toBe("not_found");
  });
});

describe("Origin header", () => {
  const allowed = "https://shop.example.com";

  test("rejects an Origin that doesn't exactly match an allowed one, or is missing", async () => {
    const form = await openForm({ allowedOrigins: [allowed] });
    const post = (headers: Record<string, string>) =>
      postVisit(form.publicKey, { json: { message: "hello" }, headers });
    const accepted = await post({ origin: allowed });
    expect(accepted.status).toBe(201);
    expect(accepted.headers.get("access-control-allow-origin")).toBe(allowed);
    expect(accepted.headers.get("vary")).toBe("Origin");
    const rejectedWith: Record<string, string>[] = [
      {},
      { origin: "null" },
      { origin: "https://shop.example.com.evil.net" },
      { origin: "http://shop.example.com" },
      { origin: "https://SHOP.example.com" },
    ];
    for (const headers of rejectedWith) {
      const rejected = await post(headers);
      expect(rejected.status).toBe(403);
      expect(await rejectionCode(rejected)).toBe("origin_not_allowed");
      expect(rejected.headers.has("access-control-allow-origin")).toBe(false);
    }
  });
});

type Sent = { raw: string; contentType: string; length?: Record<string, string> };

describe("rate limits", () => {
  test("counts submissions per form and IP address and per form, including replays", async () => {
    const form = await openForm();
    const { intakeIpRateLimit, intakeFormRateLimit } = settings();
    Object.assign(settings(), { intakeIpRateLimit: 3, intakeFormRateLimit: 5 });
    try {
      const post = (address: string, key = "same") =>
        postVisit(form.publicKey, {
          json: { message: "hello" },
          address,
          headers: { "idempotency-key": key },
        });
      const from = async (address: string) => (await post(address)).status;
      expect([await from("192.0.2.1"), await from("192.0.2.1"), await from("192.0.2.1")]).toEqual([
        201, 201, 201,
      ]);
      const limited = await post("192.0.2.1");
      expect(limited.status).toBe(429);
      // The window slides: the first request stops counting after a minute.
      const retryAfter = Number(limited.headers.get("retry-after"));
      expect(retryAfter).toBeGreaterThan(30);
      expect(retryAfter).toBeLessThanOrEqual(60);
      expect([await from("192.0.2.2"), await from("192.0.2.2")]).toEqual([201, 201]);
      const replayed = await post("192.0.2.3");
      expect(replayed.status).toBe(201);
      const formLimited = await post("192.0.2.4", "another");
      expect(formLimited.status).toBe(429);
      expect(await rejectionCode(formLimited)).toBe("rate_limited");
    } finally {
      Object.assign(settings(), { intakeIpRateLimit, intakeFormRateLimit });
    }
  });

  test("counts requests with a wrong type or size, but reports that error first", async () => {
    const form = await openForm();
    const { intakeIpRateLimit } = settings();
    Object.assign(settings(), { intakeIpRateLimit: 3 });
    try {
      const headers = { accept: "application/json" };
      const address = "192.0.2.9";
      const codeOf = async ({ length = {}, ...post }: Sent) =>
        rejectionCode(
          await postVisit(form.publicKey, { ...post, headers: { ...headers, ...length }, address }),
        );
      const large = {
        raw: "x",
        contentType: "application/json",
        length: { "content-length": "300000" },
      };
      for (let count = 0; count < 2; count += 1)
        expect(await codeOf({ raw: "x", contentType: "text/html" })).toBe("unsupported_media_type");
      expect(await codeOf(large)).toBe("submission_too_large");
      expect(await codeOf({ raw: '{"a":"b"}', contentType: "application/json" })).toBe(
        "rate_limited",
      );
      expect(await codeOf(large)).toBe("submission_too_large");
    } finally {
      Object.assign(settings(), { intakeIpRateLimit });
    }
  });
});
