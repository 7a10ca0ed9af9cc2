import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { REFERRER_OF_FORMS, SECURITY_HEADERS } from "#lib/entry/http/security-headers";
import { ROOT } from "#server/start/checkout";
import { findFreePort } from "#server/start/free-port";
import { listAddresses } from "#tests/support/contract/app-sources";
import { askAsIs, type OddResponse } from "#tests/support/contract/odd-request";
import { Owner } from "#tests/support/factories/owner";
import { removeDataDir } from "#tests/support/setup/data-folder";
import { startServer, type TestService } from "#tests/support/setup/server";
import { TEST_SETTINGS } from "#tests/support/setup/test-settings";
import { type FaultProxy, startFaultProxy } from "#tests/support/twins/fault-proxy";

const { baseUrl, databaseUrl } = inject("mount");

/** A second service with the same database, as it is behind a proxy that terminates TLS. */
type SecureService = { service: TestService; database: FaultProxy };
let secure: SecureService;
let owner: Owner;
let publicKey: string;
let addresses: string[];

beforeAll(async () => {
  owner = await Owner.signUp(baseUrl);
  const form = await owner.createForm("Contact");
  publicKey = form.publicKey;
  addresses = [
    ...listAddresses({ "[formId]": form.id, "[publicKey]": form.publicKey }),
    ...globSync("**/*.*", { cwd: join(ROOT, "public") }).map((file) => `/${file}`),
    await findChunk(),
    "/_next/static/nope.js",
    "/_next/image?url=%2Fapi%2Fhealth&w=64&q=75",
    "/nope",
    "/f",
    "/f/",
    `/f/${publicKey}/x/y`,
  ];
  secure = await startSecureService();
}, 60_000);

afterAll(async () => {
  await secure.service.stop();
  await secure.database.stop();
  await removeDataDir(secure.service.dataDir);
});

async function findChunk(): Promise<string> {
  const { body } = await askAsIs(baseUrl, "GET", "/sign-in");
  return /\/_next\/static\/[^"]+\.js/.exec(body.toString("utf8"))?.[0] ?? "/no-chunk";
}

async function startSecureService(): Promise<SecureService> {
  const database = await startFaultProxy(Number(new URL(databaseUrl).port));
  const proxied = Object.assign(new URL(databaseUrl), { port: String(database.port) });
  const port = await findFreePort();
  const BASE_URL = `https://localhost:${port}`;
  const env = { ...TEST_SETTINGS, BASE_URL, DATABASE_URL: proxied.href };
  return { service: await startServer({ port, env }), database };
}

/** The fault in the headers of a response; undefined if there's none. */
function findFault({ headers }: OddResponse, path: string, isSecure: boolean): string | undefined {
  const policy = headers["content-security-policy"];
  const isSandboxed = policy?.includes("sandbox") ?? false;
  const expected = {
    ...SECURITY_HEADERS,
    ...(/^\/f(\/|$)/.test(path) ? REFERRER_OF_FORMS : {}),
    "Cross-Origin-Opener-Policy": isSandboxed ? "unsafe-none" : "same-origin",
    "Strict-Transport-Security": isSecure ? "max-age=63072000; includeSubDomains" : undefined,
  };
  for (const [header, value] of Object.entries(expected)) {
    const actual = headers[header.toLowerCase()];
    if (actual !== value) return `${header}: ${actual}`;
  }
  const isHtml = headers["content-type"]?.startsWith("text/html");
  if (isHtml && !policy?.includes("default-src ")) return `Content-Security-Policy: ${policy}`;
  if (headers["x-powered-by"]) return "X-Powered-By";
  return undefined;
}

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string };

/** Sends requests one after another, and expects the headers everywhere. */
async function expectHeaders(url: string, isSecure: boolean, requests: readonly Sent[]) {
  const faults: string[] = [];
  const responses: { status: number; what: string }[] = [];
  for (const { method, path, headers, body } of requests) {
    const response = await askAsIs(url, method, path, headers, body);
    const what = `${method} ${path} (${response.status})`;
    responses.push({ status: response.status, what });
    // The framework itself rejects a method that a file of its own headers doesn't have.
    const isRejectedByNext = path.endsWith("/preview") && response.status === 405;
    const fault = isRejectedByNext ? undefined : findFault(response, path, isSecure);
    if (fault) faults.push(`${what}: ${fault}`);
  }
  expect(faults).toEqual([]);
  return responses;
}

/** Every address as a stranger and as an owner sees it, and requests that are rejected. */
function listRequests(isSecure: boolean): Sent[] {
  const cookie = `${isSecure ? "__Host-session" : "session"}=${owner.cookie.value}`;
  const json = { "content-type": "application/json" };
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const html = { accept: "text/html" };
  const intake = `/f/${publicKey}`;
  const text = "x".repeat(300 * 1024);
  return [
    ...addresses.flatMap((path) => [
      { method: "GET", path },
      { method: "GET", path, headers: { cookie } },
      { method: "DELETE", path, headers: html },
    ]),
    { method: "OPTIONS", path: intake },
    { method: "POST", path: intake, headers: json, body: '{"message":"Hello"}' },
    { method: "POST", path: intake, headers: { ...form, ...html }, body: "message=Hi" },
    { method: "POST", path: intake, headers: { ...form, "hx-request": "true" }, body: "message=H" },
    { method: "POST", path: intake, headers: { ...form, "hx-request": "true" }, body: "" },
    { method: "POST", path: intake, headers: { ...form, ...html }, body: "" },
    { method: "POST", path: intake, headers: { ...json, ...html }, body: text },
    { method: "POST", path: intake, headers: { "content-type": "image/png", ...html }, body: "x" },
    { method: "POST", path: "/sign-in", headers: form, body: text },
    { method: "POST", path: "/sign-in", headers: { ...form, origin: "nowhere" }, body: "a=b" },
    { method: "POST", path: "/verify-recipient", headers: json, body: "{}" },
    { method: "POST", path: "/api/account/sign-in", headers: json, body: text },
    { method: "GET", path: "/inbox", headers: { authorization: "Bearer x", ...html } },
    { method: "GET", path: "/sign-in", headers: { host: "bad host" } },
  ];
}

test.each([
  { scheme: "http", isSecure: false },
  { scheme: "https", isSecure: true },
])(
  "every response of a service on $scheme has each security header once, and every page a policy",
  async ({ isSecure }) => {
    const url = isSecure ? secure.service.baseUrl : baseUrl;
    const responses = await expectHeaders(url, isSecure, listRequests(isSecure));
    const expected = [200, 204, 303, 307, 400, 401, 403, 404, 405, 410, 413, 415, 422];
    expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining(expected));
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
  },
);

test("a page or API that fails because the database is away has the headers too", async () => {
  secure.database.fail({ kind: "reset" });
  const responses = await expectHeaders(secure.service.baseUrl, true, listRequests(true));
  const failed = responses.map(({ status }) => status).filter((status) => status >= 500);
  expect(new Set(failed)).toEqual(new Set([503]));
});
