import { expect, test } from "vitest";
import { intakeExamples, PARAMETER_EXAMPLES } from "#lib/http/contracts/examples/example";
import { eventExamples } from "#lib/http/contracts/examples/webhooks";
import { endpoints } from "#lib/http/contracts/index";
import type { Endpoint } from "#lib/http/endpoint";
import { parseQuery } from "#lib/http/parse";
import type { PathItem } from "#lib/openapi/document-shape";
import { WebhookEvent } from "#lib/webhooks/event-schema";
import { apiDocument, expectValid } from "#tests/support/contract/api-document";

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
  expectValid(intakeExamples.accepted, ...at, "responses", "201", "content", JSON_TYPE, "schema");
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
