import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accountEndpoints } from "#lib/http/contracts/account";
import { endpoints } from "#lib/http/contracts/index";
import { pathFinder } from "#lib/http/route";

const ROOT = new URL("../..", import.meta.url).pathname;
const METHODS = "{ GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS }";

test.each([
  ["app/v1/[[...path]]/route.ts", "serveManagement"],
  ["app/api/[[...path]]/route.ts", "serveAccount"],
  ["app/f/[publicKey]/route.ts", "serveForm"],
  ["app/f/[publicKey]/thanks/route.ts", "serveThanks"],
  ["app/f/[publicKey]/logo/route.ts", "serveLogo"],
  ["app/mcp/route.ts", "serveMcp"],
  ["app/api/provider/resend/route.ts", "serveResendReport"],
])("%s only forwards every method to %s", (file, handler) => {
  const text = readFileSync(ROOT + file, "utf8");
  expect(text).toContain(`export const ${METHODS} = toRoute(${handler}, after);`);
});

test("no other route file takes an address of an endpoint", () => {
  const files = globSync("app/{v1,api}/**/route.ts", { cwd: ROOT });
  const others = files.filter((file) => !file.includes("[[...path]]"));
  const addresses = others.map((file) => file.replace(/^app/, "").replace("/route.ts", ""));
  expect(
    addresses.filter(
      (path) => !/^\/api\/(cron\/|provider\/|(health|live|ready|metrics)$)/.test(path),
    ),
  ).toEqual([]);
});

test("an address finds its endpoints, and fixed segments win over parameters", () => {
  const find = pathFinder(endpoints);
  const pathOf = (address: string) => find(address).here[0]?.path;
  expect(pathOf("/v1/submissions/export")).toBe("/v1/submissions/export");
  expect(find("/v1/submissions/x")).toMatchObject({ params: { submissionId: "x" } });
  expect(find("/v1/forms").here.map(({ method }) => method)).toEqual(["GET", "POST"]);
  for (const unknown of ["/v1", "/v1/forms/", "/v1//forms", "/v1/forms/x/y", "/V1/forms"])
    expect(find(unknown), unknown).toEqual({ here: [], params: {} });
});

test("every endpoint has a unique method and path, and a unique operation ID", () => {
  const all = [...endpoints, ...accountEndpoints].map(({ method, path }) => `${method} ${path}`);
  expect(new Set(all).size).toBe(all.length);
  const ids = endpoints.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});
