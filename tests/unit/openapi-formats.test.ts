import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { openApiDocument } from "#lib/http/openapi/document";
import { openApiRoute, openApiYamlRoute, postmanRoute } from "#lib/http/serve-openapi";
import { checkEveryAnswer, readResult } from "#tests/support/contract/check-answer";

const BASE_URL = "http://localhost:3000";
const document: unknown = JSON.parse(JSON.stringify(openApiDocument(BASE_URL)));

const FORMATS = [
  { path: "/openapi.json", route: openApiRoute, type: "application/json; charset=utf-8" },
  { path: "/openapi.yaml", route: openApiYamlRoute, type: "application/yaml; charset=utf-8" },
  { path: "/postman.json", route: postmanRoute, type: "application/json; charset=utf-8" },
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

const Postman = z.object({
  auth: z.object({ type: z.literal("bearer") }),
  variable: z.array(z.object({ key: z.string(), value: z.string() })),
  item: z.array(
    z.object({
      item: z.array(
        z.object({
          request: z.object({
            method: z.string(),
            auth: z.object({ type: z.literal("noauth") }).optional(),
            body: z.object({ raw: z.string() }).optional(),
            url: z.object({
              raw: z.string(),
              variable: z.array(z.object({ key: z.string(), value: z.string().min(1) })),
            }),
          }),
        }),
      ),
    }),
  ),
});

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

test("the JSON and the YAML are the same document, for old YAML parsers, too", async () => {
  const [json, yaml] = FORMATS;
  if (!json || !yaml) throw new Error("a format is missing");
  expect((await ask(json, "GET")).json).toEqual(document);
  const text = (await ask(yaml, "GET")).bytes.toString("utf8");
  expect(text).toMatch(/^openapi: 3\.1\.1\n/);
  for (const version of ["1.1", "1.2"] as const) expect(parse(text, { version })).toEqual(document);
});

test("the Postman collection has every operation, ready to send", async () => {
  const [, , postman] = FORMATS;
  if (!postman) throw new Error("a format is missing");
  const { item: folders, variable } = Postman.parse((await ask(postman, "GET")).json);
  expect(variable).toEqual([
    { key: "baseUrl", value: BASE_URL },
    { key: "token", value: "" },
  ]);
  const requests = folders.flatMap(({ item }) => item.map(({ request }) => request));
  const sent = requests.map(({ method, url }) => {
    const path = url.raw.replace("{{baseUrl}}", "").replaceAll(/:(\w+)/g, "{$1}");
    const names = url.variable.map(({ key }) => `{${key}}`);
    expect(path.match(/\{\w+\}/g) ?? []).toEqual(names);
    return `${method} ${path}`;
  });
  const Paths = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
  const documented = Object.entries(Paths.parse(document).paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(sent.toSorted()).toEqual(documented.toSorted());
  const open = requests.filter(({ auth }) => auth).map(({ url }) => url.raw);
  expect(open).toEqual(["{{baseUrl}}/f/:publicKey"]);
});
