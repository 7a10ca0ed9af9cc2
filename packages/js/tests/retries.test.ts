import { getEventListeners } from "node:events";
import { afterAll, expect, test } from "vitest";
import {
  breakOff,
  failure,
  hang,
  json,
  startScriptedService,
} from "../../../tests/support/twins/scripted-service";
import { createClient } from "../src/form-intake";

const service = await startScriptedService();
afterAll(() => service.stop());

const clientOf = (options = {}) =>
  createClient({ baseUrl: `${service.baseUrl}/`, token: "secret-token", ...options });
const page = json(200, { data: [], nextCursor: null });
const form = { name: "Contact", recipientIds: [] };
const at = (seconds: number) => ({ "retry-after": String(seconds) });

test.each([
  ["503", failure(503, "service_unavailable", at(0))],
  ["500", failure(500, "internal_error")],
  ["broken connection", breakOff],
])("a POST isn't repeated after a %s, because it may have worked", async (_, reply) => {
  service.script(reply, json(201, { data: form }));
  await expect(clientOf().forms.create(form)).rejects.toThrow();
  expect(service.received).toHaveLength(1);
});

test("a cooldown isn't waited for", async () => {
  service.script(failure(429, "verification_cooldown", at(1)), json(202, { data: {} }));
  const call = clientOf().recipients.add({ email: "ada@example.com" });
  await expect(call).rejects.toMatchObject({ code: "verification_cooldown", retryAfterSeconds: 1 });
  expect(service.received).toHaveLength(1);
});

test("a wait of more than a minute in total is left to the caller", async () => {
  service.script(failure(429, "rate_limited", at(61)), page);
  const call = clientOf().forms.list();
  await expect(call).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 61 });
  expect(service.received).toHaveLength(1);
});

test("the number of repeats is limited, and can be zero", async () => {
  const replies = Array.from({ length: 9 }, () => failure(503, "service_unavailable", at(0)));
  for (const [maxRetries, requests] of [
    [0, 1],
    [undefined, 4],
    [5, 6],
  ]) {
    service.script(...replies);
    const call = clientOf({ maxRetries }).forms.list();
    await expect(call).rejects.toMatchObject({ status: 503, code: "service_unavailable" });
    expect(service.received).toHaveLength(requests ?? 0);
  }
});

test("a rate-limited POST is repeated after Retry-After with the same body", async () => {
  service.script(failure(429, "rate_limited", at(1)), json(201, { data: form }));
  const startedAt = performance.now();
  expect(await clientOf().forms.create(form)).toEqual(form);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(995);
  expect(service.received.map(({ body }) => JSON.parse(body))).toEqual([form, form]);
});

test("a GET is repeated after a 502, 503, 504, and a proxy's 429", async () => {
  for (const status of [502, 503, 504, 429]) {
    service.script(json(status, "upstream", at(0)), page);
    expect(await clientOf().forms.list()).toEqual({ data: [], nextCursor: null });
    expect(service.received).toHaveLength(2);
  }
});

test("a GET is repeated after a broken connection and a timeout", async () => {
  service.script(breakOff, hang, page);
  expect((await clientOf({ timeoutMs: 100 }).forms.list()).data).toEqual([]);
  expect(service.received).toHaveLength(3);
});

test("a DELETE succeeds if only its response was lost, but not if nothing was there", async () => {
  service.script(breakOff, failure(404, "not_found"));
  await clientOf().forms.delete("f");
  expect(service.received).toHaveLength(2);
  service.script(failure(404, "not_found"));
  await expect(clientOf().forms.delete("f")).rejects.toMatchObject({ code: "not_found" });
});

test("a submission is repeated with the same idempotency key, and without the token", async () => {
  const stored = { id: "s", receivedAt: 1 };
  service.script(breakOff, json(201, { data: stored }));
  expect(await clientOf().submit("key", { message: "Hello" })).toEqual(stored);
  const [first, second] = service.received;
  expect(first?.headers["idempotency-key"]).toMatch(/^[\w-]{36}$/);
  expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  expect(second?.body).toBe('{"message":"Hello"}');
  expect(service.received.flatMap(({ headers }) => headers.authorization ?? [])).toEqual([]);
});

test("an aborted signal ends a call before, during, and between its tries with the signal's reason", async () => {
  const reason = new Error("the user left");
  service.script(page);
  const before = clientOf().forms.list({}, { signal: AbortSignal.abort(reason) });
  await expect(before).rejects.toBe(reason);
  expect(service.received).toEqual([]);
  for (const reply of [hang, failure(429, "rate_limited", at(30))]) {
    service.script(reply);
    const controller = new AbortController();
    const call = clientOf().forms.list({}, { signal: controller.signal });
    const rejected = expect(call).rejects.toBe(reason);
    await expect.poll(() => service.received.length).toBe(1);
    controller.abort(reason);
    await rejected;
  }
});

test("an aborted signal ends a download", async () => {
  service.script((response) => void response.writeHead(200).write("id,"));
  const controller = new AbortController();
  const { signal } = controller;
  const download = await clientOf().submissions.export({}, { signal });
  controller.abort(new Error("the user left"));
  await expect(download.text()).rejects.toThrow("the user left");
});

test("calls leave no listeners on a signal", async () => {
  const { signal } = new AbortController();
  service.script(failure(503, "service_unavailable", at(0)), page, failure(404, "not_found"));
  await clientOf().forms.list({}, { signal });
  await expect(clientOf().forms.get("f", { signal })).rejects.toThrow();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an iterator follows the cursors with the same query, and stops with its consumer", async () => {
  const replies = [1, 2, 3].map((id) => json(200, { data: [{ id }], nextCursor: `c${id}` }));
  service.script(...replies);
  const ids: unknown[] = [];
  for await (const { id } of clientOf().submissions.all({ folder: "all", unread: true })) {
    ids.push(id);
    if (ids.length === 2) break;
  }
  expect(ids).toEqual([1, 2]);
  expect(service.received.map(({ path }) => path)).toEqual([
    "/v1/submissions?limit=50&folder=all&unread=true",
    "/v1/submissions?limit=50&folder=all&unread=true&cursor=c1",
  ]);
});
