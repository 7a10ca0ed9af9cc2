import { readdirSync } from "node:fs";
import { unstable_doesMiddlewareMatch as doesProxyMatch } from "next/experimental/testing/server";
import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { newId } from "#lib/core/ids";
import { accountEndpoints } from "#lib/entry/account/contract";
import { METHODS } from "#lib/entry/http/http-types";
import { errorOf } from "#tests/support/contract/api";
import { readResult } from "#tests/support/contract/check-answer";
import { signedIn } from "#tests/support/factories/account-factories";
import { createWorkspace } from "#tests/support/factories/factories";
import { config, proxy } from "../../proxy";

const APP = new URL("../../app", import.meta.url).pathname;
const FILES = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file));

/** Files that never read a session. All others require one. */
const PUBLIC = [
  /^v1\//,
  /^f\//,
  /^\(visitor\)\//,
  /^docs\//,
  /^openapi(-3\.0)?\.(json|yaml)\//,
  /^\.well-known\//,
  /^mcp\//,
  /^llms\.txt\//,
  /^api\/\[\[\.\.\.path\]\]\//,
];
const isPublic = (file: string) => PUBLIC.some((pattern) => pattern.test(file));

/** A URL path that the file serves. */
function addressOf(file: string): string {
  const parts = file.split("/").slice(0, -1);
  const shown = parts.filter((part) => !/^\(.*\)$|^\[\[/.test(part));
  return `/${shown.map((part) => (part.startsWith("[") ? newId() : part)).join("/")}`;
}

const passesProxy = (path: string) => doesProxyMatch({ config, url: path });

type Jar = { cookie?: string };
const jars = async (): Promise<Jar[]> => [{}, await signedIn(await createWorkspace())];

function requestOf(path: string, method: string, headers: Record<string, string>): NextRequest {
  const own = { host: "localhost:3000", origin: "http://localhost:3000" };
  return new NextRequest(new URL(path, own.origin), { method, headers: { ...own, ...headers } });
}

const SCHEMES = ["Bearer fis_stg_x", "Basic b3duZXI6cGFzc3dvcmQ=", ""];

/** Requests of browsers, Next's scripts, and API clients for a page and its actions. */
const PAGE_REQUESTS: readonly [string, Record<string, string>][] = [
  ["GET", { accept: "text/html,*/*;q=0.8" }],
  ["GET", { accept: "*/*", rsc: "1", "next-router-state-tree": "[]" }],
  ["HEAD", {}],
  ["POST", { accept: "text/x-component", "next-action": "0".repeat(42) }],
  ["POST", { "content-type": "multipart/form-data; boundary=x" }],
];

const pages = FILES.filter((file) => file.endsWith("page.tsx") && !isPublic(file));

test("covers every page and route in the source tree", () => {
  expect(pages.length).toBeGreaterThan(25);
  for (const pattern of PUBLIC) expect(FILES.filter((file) => pattern.test(file))).not.toEqual([]);
});

test.each(pages)("%s: the proxy rejects a request with an Authorization header", async (file) => {
  const path = addressOf(file);
  expect(passesProxy(path), "proxy.ts sees it").toBe(true);
  for (const jar of await jars())
    for (const [method, headers] of PAGE_REQUESTS) {
      for (const authorization of SCHEMES) {
        const request = requestOf(path, method, { ...headers, ...jar, authorization });
        const answer = await proxy(request);
        expect(answer.status, `${method} ${JSON.stringify(headers)}`).toBe(403);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(answer.headers.get("x-request-id")).toBeTruthy();
        const text = await answer.clone().text();
        if (headers.accept?.includes("html")) expect(text).toContain("Authorization header");
        else errorOf(await readResult(answer), "bearer_not_allowed");
      }
      const answer = await proxy(requestOf(path, method, { ...headers, ...jar }));
      expect(answer.headers.get("x-middleware-next"), "without one the page renders").toBe("1");
    }
});

const Handler = z.custom<(request: Request, context: object) => Promise<Response>>(
  (value) => typeof value === "function",
);

/** The handlers of a route file, by method. */
async function handlersOf(file: string) {
  const module: Record<string, unknown> = await import(`${APP}/${file}`);
  return METHODS.flatMap((method) =>
    module[method] ? [{ method, handle: Handler.parse(module[method]) }] : [],
  );
}

const ids = new Proxy({}, { get: (_, name) => (name === "then" ? undefined : newId()) });

const routes = FILES.filter((file) => file.endsWith("route.ts"));

/** Every address that requires a session, and the route file behind it. */
const sessionRoutes = [
  ...routes.filter((file) => !isPublic(file)).map((file) => [addressOf(file), file] as const),
  ...[...new Set(accountEndpoints.map(({ path }) => path))].map(
    (path) => [path.replaceAll(/\{\w+\}/g, newId), "api/[[...path]]/route.ts"] as const,
  ),
];

test.each(sessionRoutes)(
  "%s: the route itself rejects a request with an Authorization header",
  async (path, file) => {
    let rejections = 0;
    for (const jar of await jars())
      for (const { method, handle } of await handlersOf(file))
        for (const authorization of SCHEMES) {
          const request = requestOf(path, method, { ...jar, authorization });
          const answer = await readResult(await handle(request, { params: Promise.resolve(ids) }));
          if (answer.status === 405) continue;
          rejections += 1;
          expect(answer.status, method).toBe(403);
          const text = answer.bytes.toString("utf8");
          expect(text).toContain("requires a signed-in session");
          if (answer.json) errorOf(answer, "bearer_not_allowed");
        }
    expect(rejections).toBeGreaterThan(0);
  },
);

test.each(routes.filter((file) => isPublic(file)))(
  "%s: accepts a request with an Authorization header",
  async (file) => {
    const request = requestOf(addressOf(file), "GET", { authorization: "Bearer x" });
    if (passesProxy(request.url)) expect((await proxy(request)).ok).toBe(true);
    const get = (await handlersOf(file)).find(({ method }) => method === "GET");
    const answer = await get?.handle(request, { params: Promise.resolve(ids) });
    expect(await answer?.text()).not.toMatch(/"code":"bearer_not_allowed"|signed-in session/);
  },
);

test("the proxy checks paths similar to the ones it skips", () => {
  const documents = ["/openapi.json", "/openapi.yaml"];
  const paths = ["/verify-recipient", "/opt-out", "/api", "/v1", "/mcp"];
  const leftOut = [...documents, ...paths];
  for (const path of leftOut) {
    expect(passesProxy(path), path).toBe(false);
    expect(passesProxy(`${path}x`), `${path}x`).toBe(true);
  }
  for (const path of ["/opt-out/", "/verify-recipient/?token=x", "/opt-out?token=x"])
    expect(passesProxy(path), path).toBe(false);
});

test("serves documentation and root files regardless of the request's headers", async () => {
  const files = ["/docs", "/docs/guides", "/favicon.ico", "/.well-known/security.txt"];
  for (const path of files)
    for (const method of ["GET", "HEAD"]) {
      const answer = await proxy(requestOf(path, method, { authorization: "Bearer x" }));
      expect(answer.headers.get("x-middleware-next"), path).toBe("1");
    }
  // Only server actions use POST on these paths.
  for (const path of files)
    expect((await proxy(requestOf(path, "POST", { authorization: "Bearer x" }))).status).toBe(403);
});
