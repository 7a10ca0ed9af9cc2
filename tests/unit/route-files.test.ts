import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { accountEndpoints } from "#lib/http/contracts/account";
import { endpoints } from "#lib/http/contracts/index";

const ROOT = new URL("../..", import.meta.url).pathname;
const METHODS = "{ GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS }";

/** Maps `app/v1/forms/[formId]/route.ts` to `/v1/forms/{formId}`, and a catch-all to null. */
function servedPath(file: string): string | null {
  const path = file.replace(/^app/, "").replace(/\/route\.ts$/, "");
  return path.includes("[[...") ? null : path.replace(/\[(\w+)\]/g, "{$1}");
}

/** The expected source of a route file, on one line. */
function expectedSource(factory: string, path: string | null): string {
  const argument = path === null ? "null" : `"${path}"`;
  return `import { ${factory} } from "#app/api-route"; export const ${METHODS} = ${factory}(${argument});`;
}

function sourceOf(file: string): string {
  const text = readFileSync(ROOT + file, "utf8")
    .replace(/\s+/g, " ")
    .trim();
  return text.replaceAll("( ", "(").replaceAll(", )", ")");
}

const TABLES = [
  { under: "app/v1", factory: "route", paths: endpoints.map(({ path }) => path) },
  {
    under: "app/api/account",
    factory: "accountRoute",
    paths: accountEndpoints.map(({ path }) => path),
  },
];

describe.each(TABLES)("route files in $under", ({ under, factory, paths }) => {
  const files = globSync(`${under}/**/route.ts`, { cwd: ROOT }).sort();
  const served = files.map(servedPath);

  test("every endpoint has a route file", () => {
    expect(served).toEqual(expect.arrayContaining([...new Set(paths)]));
  });

  test("every route file serves an endpoint or unknown paths", () => {
    expect([...paths, null]).toEqual(expect.arrayContaining(served));
  });

  test.each(files)("%s only forwards every method to the pipeline", (file) => {
    expect(sourceOf(file)).toBe(expectedSource(factory, servedPath(file)));
  });
});

test("the pipelines respond to unknown paths under /v1 and /api", () => {
  expect(sourceOf("app/v1/[[...path]]/route.ts")).toBe(expectedSource("route", null));
  expect(sourceOf("app/api/[[...path]]/route.ts")).toBe(expectedSource("accountRoute", null));
});

test("every endpoint has a unique method and path, and a unique operation ID", () => {
  const all = [...endpoints, ...accountEndpoints].map(({ method, path }) => `${method} ${path}`);
  expect(new Set(all).size).toBe(all.length);
  const ids = endpoints.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});
