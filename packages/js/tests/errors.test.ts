import { afterAll, expect, test } from "vitest";
import { findFreePort } from "../../../server/start/free-port";
import {
  breakOff,
  failure,
  hang,
  json,
  startScriptedService,
} from "../../../tests/support/twins/scripted-service";
import { createClient, FormIntakeError } from "../src/form-intake";

const service = await startScriptedService();
afterAll(() => service.stop());

const clientOf = (options = {}) =>
  createClient({ baseUrl: service.baseUrl, token: "t", maxRetries: 0, ...options });

/** The error that a call throws. */
async function thrown(call: Promise<unknown>): Promise<FormIntakeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof FormIntakeError) return error;
  throw new Error("the call didn't throw a FormIntakeError", { cause: error });
}

test("an error has the service's status, code, message, details, request ID, and waiting time", async () => {
  const details = [{ path: "rules.0.value", message: "is required" }];
  service.script(failure(422, "a_new_code", { "retry-after": "7" }, details));
  const error = await thrown(clientOf().forms.list());
  expect(error).toMatchObject({
    name: "FormIntakeError",
    status: 422,
    code: "a_new_code",
    message: "It failed with a_new_code.",
    details,
    requestId: "request-1",
    retryAfterSeconds: 7,
  });
});

test("an error without details, request ID, or Retry-After has an empty list and nulls", async () => {
  service.script(json(404, { error: { code: "not_found", message: "Not found." } }));
  const error = await thrown(clientOf().forms.get("f"));
  expect(error).toMatchObject({ details: [], requestId: null, retryAfterSeconds: null });
});

test("Retry-After may be a date, as proxies send it", async () => {
  const date = new Date(Date.now() + 120_000).toUTCString();
  service.script(failure(429, "rate_limited", { "retry-after": date }));
  const { retryAfterSeconds } = await thrown(clientOf().forms.list());
  expect(retryAfterSeconds).toBeGreaterThan(110);
  expect(retryAfterSeconds).toBeLessThanOrEqual(120);
});

test.each([
  ["a proxy's error page", 502, "text/html; charset=utf-8", "<h1>Bad Gateway</h1>"],
  ["JSON of something else", 500, "application/json", '{"error":"boom"}'],
  ["a success that isn't JSON", 200, "text/html", "<h1>Welcome</h1>"],
  ["a cut-off body", 200, "application/json", '{"data":'],
])("%s becomes unexpected_response with its status and type", async (_, status, type, body) => {
  service.script((response) => {
    response.writeHead(status, { "content-type": type, "x-request-id": "proxy-1" }).end(body);
  });
  const error = await thrown(clientOf().forms.create({ name: "Contact", recipientIds: [] }));
  expect(error).toMatchObject({ status, code: "unexpected_response", requestId: "proxy-1" });
  expect(error.message).toContain(type);
});

test("a redirect isn't followed, and the error shows where it leads", async () => {
  service.script(json(308, undefined, { location: "https://forms.example.com/v1/forms" }));
  const error = await thrown(clientOf().forms.list());
  expect(error).toMatchObject({ status: 308, code: "unexpected_response" });
  expect(error.message).toContain("a redirect to https://forms.example.com/v1/forms");
  expect(service.received).toHaveLength(1);
});

test("a refused or broken connection becomes connection_failed with its reason", async () => {
  const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
  const refused = await thrown(clientOf({ baseUrl }).forms.list());
  expect(refused).toMatchObject({ status: 0, code: "connection_failed" });
  expect(refused.message).toContain("ECONNREFUSED");
  service.script(breakOff);
  expect(await thrown(clientOf().forms.list())).toMatchObject({ code: "connection_failed" });
});

test("a service that doesn't respond, or stops in the middle of a body, becomes timeout", async () => {
  const stall = (response: Parameters<typeof hang>[0]) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"data":');
  };
  for (const reply of [hang, stall]) {
    service.script(reply);
    const error = await thrown(clientOf({ timeoutMs: 50 }).forms.list());
    expect(error).toMatchObject({ status: 0, code: "timeout" });
    expect(error.message).toContain("within 50 ms");
  }
});

test("the time limit doesn't end a download that has started", async () => {
  service.script((response) => {
    response.writeHead(200, { "content-type": "text/csv" }).write("id,");
    setTimeout(() => response.end("name"), 300);
  });
  const download = await clientOf({ timeoutMs: 200 }).submissions.export();
  expect(await download.text()).toBe("id,name");
});

test("settings and IDs that can't work are rejected before anything is sent", async () => {
  service.script();
  for (const baseUrl of ["", "forms.example.com", "ftp://forms.example.com", "https://a.example?b"])
    expect(() => createClient({ baseUrl })).toThrow(TypeError);
  for (const options of [{ timeoutMs: 0 }, { timeoutMs: Infinity }, { maxRetries: -1 }])
    expect(() => clientOf(options)).toThrow(RangeError);
  for (const id of ["", "..", "a/b", "a?b", "%2e"])
    await expect(clientOf().forms.delete(id)).rejects.toThrow(/^formId must be an ID/);
  expect(service.received).toEqual([]);
});
