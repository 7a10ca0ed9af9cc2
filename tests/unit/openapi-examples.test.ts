import { expect, test } from "vitest";
import { parse } from "yaml";
import { WebhookEvent } from "#lib/domain/endpoints/event-schema";
import { parseQuery } from "#lib/entry/http/parse";
import {
  intakeExamples,
  PARAMETER_EXAMPLES,
} from "#lib/entry/management/contracts/examples/example";
import { eventExamples } from "#lib/entry/management/contracts/examples/webhooks";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { Endpoint } from "#lib/entry/management/endpoint";
import { openApiDocument } from "#lib/entry/openapi/document";
import type { PathItem } from "#lib/entry/openapi/document-shape";
import { openApiRoute, openApiYamlRoute } from "#lib/entry/openapi/serve-document";
import { apiDocument, expectValid } from "#tests/support/contract/api-document";
import { checkEveryAnswer, readResult } from "#tests/support/contract/check-answer";

const JSON_TYPE = "application/json";
const keyOf = ({ method }: Endpoint) => method.toLowerCase() as keyof PathItem;

test.each(endpoints)("$method $path has a valid example", (endpoint) => {
  const { example } = endpoint;
  const at = ["paths", endpoint.path, keyOf(endpoint)];
  if (endpoint.body) {
    endpoint.body.parse(example?.body);
    expectValid(example?.body, ...at, "requestBody", "content", JSON_TYPE, "schema");
  }
  if (endpoint.query) {
    const query = Object.entries(example?.query ?? {}).map(([name, value]) => [name, `${value}`]);
    expect(parseQuery(endpoint.query, new URLSearchParams(query))).toMatchObject(
      example?.query ?? {},
    );
  }
  for (const [status, { schema, example }] of Object.entries(endpoint.responses)) {
    if (!schema) continue;
    expect(schema.parse(example)).toEqual(example);
    expectValid(example, ...at, "responses", status, "content", JSON_TYPE, "schema");
  }
  for (const [, name = ""] of endpoint.path.matchAll(/\{(\w+)\}/g))
    expect(PARAMETER_EXAMPLES[name], name).toMatch(/^[0-9a-f-]{36}$/);
});

test("the intake example matches the document", () => {
  const at = ["paths", "/f/{publicKey}", "post"];
  for (const type of [JSON_TYPE, "application/x-www-form-urlencoded"])
    expectValid(intakeExamples.body, ...at, "requestBody", "content", type, "schema");
  expectValid(intakeExamples.accepted, ...at, "responses", "200", "content", JSON_TYPE, "schema");
});

test.each(Object.entries(eventExamples))(
  "the %s event example matches the document",
  (type, event) => {
    expect(WebhookEvent.parse(event)).toEqual(event);
    expectValid(event, "webhooks", type, "post", "requestBody", "content", JSON_TYPE, "schema");
  },
);

test("every error example matches the error schema", () => {
  for (const [name, { content }] of Object.entries(apiDocument.components.responses))
    for (const { value } of Object.values(content?.[JSON_TYPE]?.examples ?? {}))
      expectValid(value, "components", "responses", name, "content", JSON_TYPE, "schema");
});

const BASE_URL = "http://localhost:3000";
const document: unknown = JSON.parse(JSON.stringify(openApiDocument(BASE_URL)));

const JSON_UTF8 = "application/json; charset=utf-8";
const FORMATS = [
  { path: "/openapi.json", route: openApiRoute, type: JSON_UTF8 },
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
  const headers = {
    origin: "https://elsewhere.example",
    cookie: "a=b",
    authorization: "Bearer x",
  };
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
