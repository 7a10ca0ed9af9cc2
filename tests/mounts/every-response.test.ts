import { request } from "node:http";
import { describe, expect, inject, test } from "vitest";
import { CLIENT_ADDRESS_HEADER } from "#lib/http/client-address";
import { ErrorBody } from "#tests/support/contract/check-answer";
import { askAsIs, type OddAnswer } from "#tests/support/contract/odd-request";
import { Owner, sendFiles } from "#tests/support/factories/owner";

const { baseUrl } = inject("mount");

const ask = (method: string, path: string, headers?: Record<string, string>) =>
  askAsIs(baseUrl, method, path, headers);

function expectRefusal(answer: OddAnswer, status: number, code: string): void {
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

  test.each([
    "/v1",
    "/v1/nope",
    "/v1//forms",
    "/v1/forms/",
    "/v1/forms/%",
    "/api/nope",
    "/api/%",
    "/api/health/",
  ])("on %s finds nothing there, in the envelope", async (path) =>
    expectRefusal(await ask(method, path), 404, "not_found"),
  );

  test.each(["/", "/sign-in", "/nope"])("on the page %s is not allowed", async (path) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe("GET, HEAD, POST");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.headers["x-request-id"]).toBeDefined();
  });

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
    const call = request(`${baseUrl}${path}`, { method: "POST", headers, agent: false });
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
});

test("a client cannot choose the address that its requests are counted under", async () => {
  const remaining = async (address: string) => {
    const { headers } = await ask("GET", "/v1/token", { [CLIENT_ADDRESS_HEADER]: address });
    return Number(/^"ip";r=(\d+);/.exec(headers.ratelimit ?? "")?.[1]);
  };
  const first = await remaining("192.0.2.1");
  expect(await remaining("192.0.2.2")).toBeLessThan(first);
});

test("a download tells its length, so that one that broke off is known", async () => {
  const owner = await Owner.signUp(baseUrl);
  const form = await owner.createForm("Files", { settings: { uploads: { enabled: true } } });
  const text = "line of a file\n".repeat(20_000);
  const files = [new File([text], "notes.txt", { type: "text/plain" })];
  const id = await sendFiles(baseUrl, form, { name: "Ada" }, files);
  const [file] = (await owner.readMessage(id)).attachments;
  const api = `/submissions/${id}/attachments/${file?.id}`;
  const byToken = await owner.api("GET", api, 200);
  const cookie = `${owner.cookie.name}=${owner.cookie.value}`;
  const bySession = await fetch(`${baseUrl}/api/account${api}`, { headers: { cookie } });
  for (const download of [byToken, bySession]) {
    expect(download.headers.get("content-length")).toBe(String(text.length));
    expect([...download.headers.keys()].filter((name) => name.startsWith("x-fis"))).toEqual([]);
    expect(await download.text()).toBe(text);
  }
});
