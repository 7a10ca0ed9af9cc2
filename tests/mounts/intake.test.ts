import { describe, expect, inject, test } from "vitest";
import { z } from "zod";
import type { ErrorCode } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { db } from "#lib/db/database";
import { updateForm } from "#lib/forms/update-form";
import { ErrorBody } from "#tests/support/contract/check-answer";
import { createForm, createWorkspace } from "#tests/support/factories/factories";

const { baseUrl } = inject("mount");
const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const JSON_TYPE = { "content-type": "application/json" };
const JSON_ACCEPTED = { accept: "application/json" };
const Accepted = z.strictObject({
  data: z.strictObject({ id: z.uuidv7(), receivedAt: z.int() }),
});

async function openForm(input: Parameters<typeof createForm>[1] = {}) {
  const workspace = await createWorkspace();
  const form = await createForm(workspace, input);
  return { workspace, form, url: `${baseUrl}/f/${form.publicKey}` };
}

function send(url: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url, { redirect: "manual", ...init });
}

function post(url: string, body: BodyInit, headers: Record<string, string> = {}) {
  return send(url, { method: "POST", body, headers });
}

function expectEveryHeader(response: Response): void {
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
}

async function expectRejected(response: Response, status: number, code: ErrorCode) {
  expectEveryHeader(response);
  const { error } = ErrorBody.parse(await response.json());
  expect([response.status, error.code]).toEqual([status, code]);
  expect(error.requestId).toBe(response.headers.get("x-request-id"));
}

describe("submitting a form", () => {
  test("stores JSON, and responds the same to a repeat with the same idempotency key", async () => {
    const { form, url } = await openForm();
    const headers = { ...JSON_TYPE, "idempotency-key": newId() };
    const first = await post(url, '{"message":"Hello"}', headers);
    expect(first.status).toBe(201);
    expectEveryHeader(first);
    const { data } = Accepted.parse(await first.json());
    const again = await post(url, '{"message":"Hello"}', headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(Accepted.parse(await again.json()).data).toEqual(data);
    expect(await db().submission.count({ where: { formId: form.id } })).toBe(1);
  });

  test("redirects a browser to the thanks page", async () => {
    const { url } = await openForm();
    const answer = await post(url, new URLSearchParams({ message: "Hello" }), HTML);
    expect(answer.status).toBe(303);
    const location = answer.headers.get("location") ?? "";
    expect(new URL(location, baseUrl).href).toBe(`${url}/thanks`);
    expectEveryHeader(answer);
    const thanks = await send(new URL(location, baseUrl).href);
    expect(thanks.status).toBe(200);
    expectEveryHeader(thanks);
  });

  test("stores a 1 MB file completely", async () => {
    const { url, form } = await openForm({ settings: { uploads: { enabled: true } } });
    const body = new FormData();
    body.set("message", "Hello");
    body.set("file", new File(["line\n".repeat(200_000)], "notes.txt", { type: "text/plain" }));
    expect((await post(url, body, JSON_ACCEPTED)).status).toBe(201);
    const where = { submission: { formId: form.id } };
    const [file] = await db().attachment.findMany({ where });
    expect(file?.sizeBytes).toBe(1_000_000);
  });

  test.each<[string, number, ErrorCode, BodyInit, Record<string, string>]>([
    ["another media type", 415, "unsupported_media_type", "a", { "content-type": "text/html" }],
    ["invalid JSON", 422, "invalid_json", "{", JSON_TYPE],
    ["no content", 422, "empty_submission", "{}", JSON_TYPE],
    ["too much content", 413, "submission_too_large", `{"a":"${"x".repeat(300_000)}"}`, JSON_TYPE],
    [
      "a malformed idempotency key",
      422,
      "validation_failed",
      '{"a":"b"}',
      { ...JSON_TYPE, "idempotency-key": "a b" },
    ],
  ])("rejects %s with %i %s", async (_what, status, code, body, headers) => {
    const { url, form } = await openForm();
    await expectRejected(await post(url, body, { ...JSON_ACCEPTED, ...headers }), status, code);
    expect(await db().submission.count({ where: { formId: form.id } })).toBe(0);
  });

  test("is rejected from a disallowed origin or when the form is paused", async () => {
    const { url, form, workspace } = await openForm({
      settings: { allowedOrigins: ["https://www.example.com"] },
    });
    const headers = { ...JSON_TYPE, origin: "https://other.example" };
    await expectRejected(await post(url, '{"a":"b"}', headers), 403, "origin_not_allowed");
    await updateForm(workspace.ctx, form.id, { status: "paused" });
    await expectRejected(await post(url, '{"a":"b"}', JSON_TYPE), 403, "form_paused");
  });

  test("responds to an unknown form key with 404, as a page in a browser", async () => {
    const url = `${baseUrl}/f/${"0".repeat(20)}`;
    await expectRejected(await post(url, '{"a":"b"}', JSON_TYPE), 404, "not_found");
    const page = await post(url, new URLSearchParams({ message: "Hello" }), HTML);
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expectEveryHeader(page);
  });
});

test("accepts a preflight from an allowed origin", async () => {
  const origin = "https://www.example.com";
  const { url } = await openForm({ settings: { allowedOrigins: [origin] } });
  const answer = await send(url, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST" },
  });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
  expect(answer.headers.get("access-control-max-age")).toBe("86400");
  expectEveryHeader(answer);
});

test("the form's URL shows the hosted form and rejects other methods", async () => {
  const { url } = await openForm();
  for (const method of ["GET", "HEAD"]) expect((await send(url, { method })).status).toBe(200);
  for (const method of ["PUT", "PATCH", "DELETE"]) {
    const answer = await send(url, { method });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    expectEveryHeader(answer);
  }
});
