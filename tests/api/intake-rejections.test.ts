import { expect, test, vi } from "vitest";
import { db } from "#lib/adapters/db/database";
import { postVisit, rejectionCode } from "#tests/support/contract/intake";
import { openForm } from "#tests/support/factories/factories";
import { changeSettings } from "#tests/support/setup/change-settings";

const asJson = { accept: "application/json" };

test.each([
  ["text/plain", "hello", 422, "empty_submission"],
  [undefined, new Uint8Array([1]), 415, "unsupported_media_type"],
  ["application/json", "{", 422, "invalid_json"],
  ["application/json", "[]", 422, "validation_failed"],
  ["application/json", '{"a":{"b":{"c":{"d":{"e":{"f":{"g":1}}}}}}}', 422, "validation_failed"],
  ["application/json", '{"botcheck":"","_service_note":"x"}', 422, "empty_submission"],
  ["application/json", `{"a":"${"x".repeat(256 * 1024)}"}`, 413, "submission_too_large"],
  ["application/x-www-form-urlencoded", "a=".repeat(1), 422, "empty_submission"],
])(
  "returns an error response for an invalid body of type %s",
  async (contentType, raw, status, code) => {
    const form = await openForm();
    const type = contentType ? { contentType } : {};
    const answer = await postVisit(form.publicKey, { raw, ...type, headers: asJson });
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
  const note = { code: "origin_not_allowed", origin: "https://evil.example.net" };
  expect(notes[0]).toMatchObject(note);
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

test("rejects an Origin that doesn't exactly match an allowed one, or is missing", async () => {
  const allowed = "https://shop.example.com";
  const form = await openForm({ allowedOrigins: [allowed] });
  const post = (origin?: string) =>
    postVisit(form.publicKey, { json: { message: "hello" }, headers: origin ? { origin } : {} });
  expect((await post(allowed)).status).toBe(200);
  for (const origin of [
    undefined,
    "null",
    "https://shop.example.com.evil.net",
    "http://shop.example.com",
    "https://SHOP.example.com",
  ]) {
    const rejected = await post(origin);
    expect(rejected.status).toBe(403);
    expect(await rejectionCode(rejected)).toBe("origin_not_allowed");
    expect(rejected.headers.has("access-control-allow-origin")).toBe(false);
  }
});

test("limits the rate of submissions per form and IP address and per form, including replays", async () => {
  const form = await openForm();
  changeSettings({ intakeIpRateLimit: 3, intakeFormRateLimit: 5 });
  const post = (address: string, key = "same") =>
    postVisit(form.publicKey, {
      json: { message: "hello" },
      address,
      headers: { "idempotency-key": key },
    });
  for (let n = 0; n < 3; n += 1) expect((await post("192.0.2.1")).status).toBe(200);
  const limited = await post("192.0.2.1");
  expect(limited.status).toBe(429);
  // The window slides: the first request stops counting after a minute.
  const retryAfter = Number(limited.headers.get("retry-after"));
  expect(retryAfter).toBeGreaterThan(30);
  expect(retryAfter).toBeLessThanOrEqual(60);
  for (const address of ["192.0.2.2", "192.0.2.2", "192.0.2.3"])
    expect((await post(address)).status).toBe(200);
  const formLimited = await post("192.0.2.4", "another");
  expect(formLimited.status).toBe(429);
  expect(await rejectionCode(formLimited)).toBe("rate_limited");
});

test("counts requests with a wrong type or size, but reports that error first", async () => {
  const form = await openForm();
  changeSettings({ intakeIpRateLimit: 3 });
  const codeOf = async (contentType: string, raw = "x", headers = {}) => {
    const post = { raw, contentType, headers: { ...asJson, ...headers }, address: "192.0.2.9" };
    return rejectionCode(await postVisit(form.publicKey, post));
  };
  const sendLarge = () => codeOf("application/json", "x", { "content-length": "300000" });
  for (let count = 0; count < 2; count += 1)
    expect(await codeOf("text/html")).toBe("unsupported_media_type");
  expect(await sendLarge()).toBe("submission_too_large");
  expect(await codeOf("application/json", '{"a":"b"}')).toBe("rate_limited");
  expect(await sendLarge()).toBe("submission_too_large");
});

test("reads a rejected body once, although a cached form is read again", async () => {
  const form = await openForm();
  const json = { message: "x".repeat(20_001) };
  const raw = JSON.stringify(json);
  // The first one leaves the form in the cache.
  await postVisit(form.publicKey, { json: { message: "hi" } });
  const parsed = vi.spyOn(JSON, "parse");
  const response = await postVisit(form.publicKey, { json });
  const reads = parsed.mock.calls.filter(([text]) => text === raw).length;
  parsed.mockRestore();
  expect(response.status).toBe(422);
  expect(reads).toBe(1);
});
