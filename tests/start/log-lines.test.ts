import { afterAll, beforeAll, expect, test } from "vitest";
import { askAsIs } from "#tests/support/contract/odd-request";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";

let service: TestService;

beforeAll(async () => {
  service = await startServer();
}, 120_000);

afterAll(async () => {
  await service.stop();
  await removeDataDir(service.dataDir);
});

/** The log's lines about requests, as objects. */
function requestLines(): { requestId?: unknown; route?: unknown }[] {
  return service
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line))
    .filter((line) => "route" in line);
}

test("every line about a request has the ID of its response, whoever gave it", async () => {
  const { baseUrl } = service;
  const form = { "content-type": "application/x-www-form-urlencoded", origin: baseUrl };
  const chunked = { ...form, "transfer-encoding": "chunked" };
  const ids: unknown[] = [];
  const asked: [method: string, path: string, headers?: Record<string, string>][] = [
    ["GET", "/sign-in"],
    ["GET", "/nope"],
    ["GET", "/v1/forms"],
    ["GET", "//example.com"],
    ["TRACE", "/nope"],
    ["POST", "/sign-in", { ...form, "content-length": "0" }],
    ["POST", "/opt-out", chunked],
  ];
  for (const [method, path, headers = {}] of asked) {
    const { headers: answered } = await askAsIs(baseUrl, method, path, headers);
    ids.push(answered["x-request-id"]);
  }
  await service.stop();
  const logged = requestLines().map(({ requestId }) => requestId);
  expect(logged.sort()).toEqual(ids.sort());
  for (const id of logged) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});
