import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ERROR_STATUS } from "#lib/core/errors";
import { endpoints } from "#lib/entry/management/contracts/index";
import { TAG_DESCRIPTIONS } from "#lib/entry/openapi/document";
import type { Operation, Schema } from "#lib/entry/openapi/document-shape";
import { errorCodesOf } from "#lib/entry/openapi/error-responses";
import { makeOpenApiFiles } from "#scripts/openapi-files";
import { ROOT } from "#server/start/checkout";
import { apiDocument, documentedAnswer, expectValid } from "#tests/support/contract/api-document";

const run = promisify(execFile);
const operations = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

function operationOf(operationId: string): Operation {
  const found = operations.find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`${operationId} is not in the document`);
  return found.operation;
}

test("the committed document and types are current (npm run api:types)", async () => {
  for (const { path, text } of await makeOpenApiFiles())
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

test("the document has all 82 operations, including intake", () => {
  const found = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  const wanted = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(found.toSorted()).toEqual([...wanted, "POST /f/{publicKey}"].toSorted());
  expect(found).toHaveLength(82);
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
