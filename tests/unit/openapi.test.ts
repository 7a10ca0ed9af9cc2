import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ERROR_STATUS } from "#lib/core/errors";
import { WebhookEvent } from "#lib/domain/endpoints/event-schema";
import { parseQuery } from "#lib/entry/http/parse";
import {
  intakeExamples,
  PARAMETER_EXAMPLES,
} from "#lib/entry/management/contracts/examples/example";
import { eventExamples } from "#lib/entry/management/contracts/examples/webhooks";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { Endpoint } from "#lib/entry/management/endpoint";
import { openApiDocument, TAG_DESCRIPTIONS } from "#lib/entry/openapi/document";
import type { Operation, PathItem, Schema } from "#lib/entry/openapi/document-shape";
import { errorCodesOf } from "#lib/entry/openapi/error-responses";
import { openApiRoute, openApiYamlRoute } from "#lib/entry/openapi/serve-document";
import { makeDocument } from "#scripts/openapi-files";
import { ROOT } from "#server/start/checkout";
import { apiDocument, documentedAnswer, expectValid } from "#tests/support/contract/api-document";
import { checkEveryAnswer, readResult } from "#tests/support/contract/check-answer";

const run = promisify(execFile);
const operations = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

function operationOf(operationId: string): Operation {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`${operationId} is not in the document`);
  return found.operation;
}

test("the committed document is current (npm run api:types)", async () => {
  const { path, text } = makeDocument();
  await expect(text).toMatchFileSnapshot(join(ROOT, path), "run npm run api:types");
});

test("the document passes the linter", async () => {
  const cli = join(ROOT, "node_modules/@redocly/cli/bin/cli.js");
  const { stdout } = await run(
    process.execPath,
    [cli, "lint", "docs/openapi.json", "--format", "json"],
    {
      cwd: ROOT,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      maxBuffer: 10_000_000,
    },
  );
  expect(JSON.parse(stdout)).toMatchObject({ problems: [] });
}, 30_000);

test("the document has every operation, including intake", () => {
  const found = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const wanted = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(found.toSorted()).toEqual([...wanted, "POST /f/{publicKey}"].toSorted());
  expect(apiDocument).toMatchObject({
    openapi: "3.1.1",
    info: { title: "Form Intake: Management API", version: "1.0.0-preview" },
    servers: [{ url: "https://form-intake.example" }],
    components: { securitySchemes: { bearerAuth: { type: "http", scheme: "bearer" } } },
  });
});

test.each(endpoints)("$method $path documents its scope and error codes", (endpoint) => {
  const operation = operationOf(endpoint.operationId);
  expect(operation.security).toEqual([{ bearerAuth: [] }]);
  expect(operation["x-required-scope"]).toBe(endpoint.scope ?? undefined);
  if (endpoint.scope) expect(operation.description).toContain(`\`${endpoint.scope}\``);
  for (const code of errorCodesOf(endpoint)) {
    const status = ERROR_STATUS[code];
    const documented = documentedAnswer(endpoint.path, endpoint.method, status)?.answer;
    expect(documented?.description, code).toContain(`\`${code}\``);
    const named = Object.keys(documented?.headers ?? {});
    expect(named).toEqual(expect.arrayContaining(["X-Request-Id", "Cache-Control", "RateLimit"]));
    if (status === 429) expect(named).toContain("Retry-After");
    expect(Object.keys(documented?.content?.["application/json"]?.examples ?? {})).toContain(code);
  }
  const statuses = errorCodesOf(endpoint).map((code) => String(ERROR_STATUS[code]));
  const successes = Object.keys(endpoint.responses);
  expect(Object.keys(operation.responses).toSorted()).toEqual(
    [...new Set([...successes, ...statuses])].toSorted(),
  );
});

/** Dotted names of all members of a schema without a description. */
function undescribed(schema: Schema, at: string): string[] {
  // A narrowing schema repeats members described elsewhere in the same schema.
  if (schema.unevaluatedProperties === true) return [];
  const isDescribed = (one: Schema) =>
    [one, ...(one.anyOf ?? [])].some((part) => part.description ?? part.$ref);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    typeof member === "object"
      ? [...(isDescribed(member) ? [] : [`${at}.${name}`]), ...undescribed(member, `${at}.${name}`)]
      : [],
  );
  const below = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])].flatMap(
    (part) => (typeof part === "object" && !Array.isArray(part) ? undescribed(part, at) : []),
  );
  return [...members, ...below, ...(schema.allOf ?? []).flatMap((part) => undescribed(part, at))];
}

test("every field and parameter has a description", () => {
  const schemas = Object.entries(apiDocument.components.schemas);
  expect(schemas.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
  for (const { operation } of operations) {
    for (const { name, description } of operation.parameters ?? [])
      expect(description, `${operation.operationId}: ${name}`).toMatch(/\.$/);
    for (const response of Object.values(operation.responses))
      for (const { schema } of "$ref" in response ? [] : Object.values(response.content ?? {}))
        expect(undescribed(schema ?? {}, operation.operationId)).toEqual([]);
  }
});

test("the document lists every error code with its status", () => {
  for (const [code, status] of Object.entries(ERROR_STATUS))
    expect(apiDocument.info.description).toMatch(new RegExp(`^- ${status}: .*\`${code}\``, "m"));
});

test("every operation's description explains its purpose and when to use it", () => {
  for (const { operation } of operations)
    expect(operation.description.split(/\.\s/).length, operation.operationId).toBeGreaterThan(2);
});

test("error codes are open: no response lists them as an enum", () => {
  const { ErrorEnvelope, SubmissionError } = apiDocument.components.schemas;
  for (const schema of [ErrorEnvelope?.properties?.error, SubmissionError?.properties?.error])
    expect(JSON.stringify(schema)).not.toContain("enum");
  for (const { operation } of operations)
    for (const [status, response] of Object.entries(operation.responses))
      if (status >= "4" && !("$ref" in response))
        expect(response.content?.["application/json"]?.schema?.$ref).toMatch(
          /\/(ErrorEnvelope|SubmissionError)$/,
        );
});

test.each(["SubmissionForm", "SubmissionMultipart", "SubmissionJson"])(
  "a mock server that adds absent control fields as undefined accepts %s",
  (schema) => {
    const absent = { "cf-turnstile-response": undefined, _service_autoreply: undefined };
    expectValid({ name: "Ada", ...absent }, "components", "schemas", schema);
  },
);

test("every tag has a description", () => {
  const tags = apiDocument.tags.map(({ name }) => name);
  expect(tags.toSorted()).toEqual(Object.keys(TAG_DESCRIPTIONS).toSorted());
});

test("page sizes are documented as integers", () => {
  const limits = operations.flatMap(({ operation }) =>
    (operation.parameters ?? [])
      .filter(({ name }) => name === "limit")
      .map(({ schema }) => [operation.operationId, schema] as const),
  );
  expect(Object.fromEntries(limits)).toEqual({
    listForms: { type: "integer", minimum: 1, maximum: 100, default: 25 },
    listImports: { type: "integer", minimum: 1, maximum: 50, default: 25 },
    listSubmissions: { type: "integer", minimum: 1, maximum: 50, default: 25 },
    listDestinationDeliveries: { type: "integer", minimum: 1, maximum: 50, default: 20 },
    listWebhookDeliveries: { type: "integer", minimum: 1, maximum: 50, default: 20 },
  });
});

test("webhook events are documented with their signature", () => {
  expect(Object.keys(apiDocument.webhooks)).toEqual([
    "submission.created",
    "submission.updated",
    "submission.deleted",
    "submission.noted",
    "webhook.test",
  ]);
  for (const item of Object.values(apiDocument.webhooks))
    expect(item.post?.parameters?.map(({ name }) => name)).toEqual([
      "webhook-id",
      "webhook-timestamp",
      "webhook-signature",
    ]);
});

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
  const [json, yaml] = await Promise.all(FORMATS.map((format) => ask(format, "GET")));
  expect(yaml?.bytes).toEqual(json?.bytes);
  const text = String(yaml?.bytes);
  expect(JSON.parse(text)).toEqual(document);
  expect(parse(text, { version: "1.1" })).toEqual(document);
});
