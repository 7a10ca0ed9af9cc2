import type { Tool, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { settings } from "#lib/core/settings";
import { endpoints } from "#lib/http/contracts/index";
import type { Endpoint } from "#lib/http/endpoint";
import { openApiDocument } from "#lib/openapi/document";
import type { OpenApiDocument, Operation, PathItem } from "#lib/openapi/document-shape";

const verbOf = ({ operationId }: Endpoint) => /^[a-z]+/.exec(operationId)?.[0] ?? "";

/** Verbs of POST endpoints that only add something. */
const ADDITIVE = ["create", "add", "test", "retry", "replay", "restore"];
/** Verbs of POST endpoints whose repetition changes nothing further. */
const REPEATABLE = ["save", "connect"];

/**
 * Annotations: what a client may assume of a tool before it asks its user. Destructive is, as the protocol defines it,
 * what isn't purely additive: also replacing settings, and moving a submission to spam.
 */
export function annotationsOf(endpoint: Endpoint): ToolAnnotations {
  const { method, path, summary, queues = false } = endpoint;
  const verb = verbOf(endpoint);
  const isReadOnly = method === "GET" || path.endsWith("/preview");
  return {
    title: summary,
    readOnlyHint: isReadOnly,
    destructiveHint: !isReadOnly && !ADDITIVE.includes(verb),
    idempotentHint: isReadOnly || method !== "POST" || REPEATABLE.includes(verb),
    openWorldHint: queues || verb === "connect",
  };
}

/** A schema without references, which not every client resolves. */
function inline(schema: unknown, { components }: OpenApiDocument): unknown {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    if ("$ref" in value && typeof value.$ref === "string")
      return resolve(components.schemas[value.$ref.split("/").at(-1) ?? ""]);
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]));
  };
  return resolve(schema);
}

const Properties = z.record(z.string(), z.json());
const BodySchema = z.object({
  properties: Properties.default({}),
  required: z.array(z.string()).default([]),
  minProperties: z.int().optional(),
});

/** Parameters of path and query, and the members of the body, in one object. */
function inputSchemaOf(operation: Operation, document: OpenApiDocument): Tool["inputSchema"] {
  const { parameters = [], requestBody } = operation;
  const schema = requestBody?.content["application/json"]?.schema ?? {};
  const body = BodySchema.parse(inline(schema, document));
  const described = parameters.map(({ name, description, schema }) => [
    name,
    { ...schema, description },
  ]);
  const pathCount = parameters.filter((parameter) => parameter.in === "path").length;
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: "object",
    properties: { ...Properties.parse(Object.fromEntries(described)), ...body.properties },
    required: [...required, ...body.required],
    ...(body.minProperties ? { minProperties: body.minProperties + pathCount } : {}),
    additionalProperties: false,
  };
}

function toTool(endpoint: Endpoint, document: OpenApiDocument): Tool {
  const { operationId: name, method, path, summary } = endpoint;
  const operation = document.paths[path]?.[method.toLowerCase() as keyof PathItem];
  if (!operation) throw new Error(`${name} isn't in the document`);
  const description = operation.description.replaceAll("\n\n", " ");
  const inputSchema = inputSchemaOf(operation, document);
  return { name, title: summary, description, inputSchema, annotations: annotationsOf(endpoint) };
}

let tools: Tool[] | undefined;

/** One tool for each management endpoint, as the OpenAPI document describes it. */
export function listTools(): Tool[] {
  if (!tools) {
    const document = openApiDocument(settings().baseUrl);
    tools = endpoints.map((endpoint) => toTool(endpoint, document));
  }
  return tools;
}

const byName = new Map(endpoints.map((endpoint) => [endpoint.operationId, endpoint]));

/** The endpoint of a tool. */
export function findTool(name: string): Endpoint | undefined {
  return byName.get(name);
}
