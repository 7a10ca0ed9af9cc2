import { expect, test } from "vitest";
import { parse } from "yaml";
import { openApiDocument } from "#lib/openapi/document";
import { openApiRoute, openApiYamlRoute } from "#lib/openapi/serve-document";
import { checkEveryAnswer, readResult } from "#tests/support/contract/check-answer";

const BASE_URL = "http://localhost:3000";
const document: unknown = JSON.parse(JSON.stringify(openApiDocument(BASE_URL)));

const FORMATS = [
  { path: "/openapi.json", route: openApiRoute, type: "application/json; charset=utf-8" },
  { path: "/openapi.yaml", route: openApiYamlRoute, type: "application/yaml; charset=utf-8" },
];

async function ask(
  { path, route }: (typeof FORMATS)[number],
  method: string,
  headers: Record<string, string> = {},
) {
  const answer = await readResult(
    await route.GET(new Request(BASE_URL + path, { method, headers })),
  );
  checkEveryAnswer(answer, method);
  return answer;
}

test.each(FORMATS)("$path rejects methods that would change something", async (format) => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    const answer = await ask(format, method);
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(answer.json).toMatchObject({ error: { code: "method_not_allowed" } });
  }
});

test.each(FORMATS)("$path is available to any origin with any headers", async (format) => {
  const headers = { origin: "https://elsewhere.example", cookie: "a=b", authorization: "Bearer x" };
  const answer = await ask(format, "GET", headers);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, format.type]);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const preflight = await ask(format, "OPTIONS");
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("access-control-allow-methods")).toBe("GET, HEAD, OPTIONS");
});

test("JSON and YAML parsers read the same document, including old YAML parsers", async () => {
  for (const format of FORMATS) {
    const text = (await ask(format, "GET")).bytes.toString("utf8");
    expect(JSON.parse(text)).toEqual(document);
    for (const version of ["1.1", "1.2"] as const)
      expect(parse(text, { version })).toEqual(document);
  }
});
