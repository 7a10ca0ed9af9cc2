import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorBody } from "#tests/support/check-answer";
import { removeDataDir } from "#tests/support/data-folder";
import { Owner, sendFiles } from "#tests/support/owner";
import { startServer, type TestService } from "#tests/support/server";

let service: TestService;

beforeAll(async () => {
  service = await startServer({
    env: { MANAGEMENT_RATE_LIMIT: "10000", INTAKE_IP_RATE_LIMIT: "1000" },
  });
});

afterAll(async () => {
  await service.stop();
  await removeDataDir(service.dataDir);
});

type Answer = { status: number; headers: Record<string, string | undefined>; body: Buffer };

function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(`${service.baseUrl}${path}`, { method, headers, agent: false });
    call.once("error", reject).once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk)).once("error", reject);
      response.once("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Answer["headers"],
          body: Buffer.concat(chunks),
        }),
      );
    });
    call.end();
  });
}

function expectRefusal(answer: Answer, status: number, code: string): void {
  const { error } = ErrorBody.parse(JSON.parse(answer.body.toString("utf8")));
  expect([answer.status, error.code]).toEqual([status, code]);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.headers["x-request-id"]).toBe(error.requestId);
}

const ODD_METHODS = ["PROPFIND", "LINK", "QUERY", "TRACE", "REPORT", "MKCOL", "M-SEARCH", "PUT"];

describe.each(ODD_METHODS)("%s", (method) => {
  test.each([
    ["/v1/forms", "GET, POST"],
    ["/v1/submissions/export", "GET"],
    ["/v1/forms/00000000-0000-7000-8000-000000000000/routing/preview", "POST"],
    ["/api/account", "GET"],
    ["/api/cron/outbox", "GET"],
    ["/api/health", "GET, HEAD"],
    ["/openapi.json", "GET, HEAD, OPTIONS"],
  ])("on %s is not allowed, in the envelope", async (path, allow) => {
    const answer = await ask(method, path);
    expectRefusal(answer, 405, "method_not_allowed");
    expect(answer.headers.allow).toBe(allow);
  });

  test.each(["/v1", "/v1/nope", "/v1//forms", "/v1/forms/", "/v1/forms/%", "/api/nope", "/api/%"])(
    "on %s finds nothing there, in the envelope",
    async (path) => expectRefusal(await ask(method, path), 404, "not_found"),
  );

  test("is refused for its headers first, like any other", async () =>
    expectRefusal(await ask(method, "/v1/forms", { cookie: "a=b" }), 403, "cookie_not_allowed"));
});

test("HEAD on the document and on health is GET without a body", async () => {
  for (const path of ["/openapi.json", "/api/health"]) {
    const answer = await ask("HEAD", path);
    expect([answer.status, answer.body.byteLength]).toEqual([200, 0]);
    expect(answer.headers["content-type"]).toContain("application/json");
  }
});

/** Sends a whole request and leaves after `delayMs`, whether or not it was answered. */
function leaveAfter(delayMs: number, path: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const call = request(`${service.baseUrl}${path}`, { method: "POST", headers, agent: false });
    call.once("error", () => undefined).once("close", () => resolve());
    call.once("socket", (socket) =>
      socket.once("connect", () => setTimeout(() => call.destroy(), delayMs)),
    );
    call.end("[]");
  });
}

test("a client that leaves before the answer ends nothing but its own request", async () => {
  const ways: Record<string, string>[] = [
    {},
    { authorization: "Bearer x" },
    { "next-action": "0".repeat(42) },
  ];
  for (const headers of ways)
    for (let delayMs = 0; delayMs < 20; delayMs += 1)
      await Promise.all(
        ["/inbox", "/docs", "/nothing-here"].map((path) => leaveAfter(delayMs, path, headers)),
      );
  expect((await ask("GET", "/api/health")).status).toBe(200);
  expect(service.output()).not.toContain("Stopping after an error");
});

test("a download tells its length, so that one that broke off is known", async () => {
  const owner = await Owner.signUp(service.baseUrl);
  const form = await owner.createForm("Files", { settings: { uploads: { enabled: true } } });
  const text = "line of a file\n".repeat(20_000);
  const files = [new File([text], "notes.txt", { type: "text/plain" })];
  const id = await sendFiles(service.baseUrl, form, { name: "Ada" }, files);
  const [file] = (await owner.readMessage(id)).attachments;
  const api = `/submissions/${id}/attachments/${file?.id}`;
  const byToken = await owner.api("GET", api, 200);
  const cookie = `${owner.cookie.name}=${owner.cookie.value}`;
  const bySession = await fetch(`${service.baseUrl}/api/account${api}`, { headers: { cookie } });
  for (const download of [byToken, bySession]) {
    expect(download.headers.get("content-length")).toBe(String(text.length));
    expect([...download.headers.keys()].filter((name) => name.startsWith("x-fis"))).toEqual([]);
    expect(await download.text()).toBe(text);
  }
});
