import type { Tool, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import { settings } from "#lib/core/settings";
import { endpoints } from "#lib/http/contracts/index";
import type { Endpoint } from "#lib/http/endpoint";
import { sendTestSubmission } from "#lib/mcp/send-test-submission";
import { openApiDocument } from "#lib/openapi/document";
import type { OpenApiDocument, Operation, PathItem } from "#lib/openapi/document-shape";
import { describeOperation } from "#lib/openapi/operation";
import { describeSchemas } from "#lib/openapi/schemas";
import type { Scope } from "#lib/tokens/schema";

const verbOf = ({ operationId }: Endpoint) => /^[a-z]+/.exec(operationId)?.[0] ?? "";

/** Verbs of POST endpoints that only add something. */
const ADDITIVE = ["create", "add", "test", "send", "retry", "replay", "restore"];
/** Verbs of POST endpoints that change nothing further when repeated. */
const REPEATABLE = ["save", "connect"];

/**
 * Annotations: assumptions that a client may make about a tool before it asks its user. Destructive is, as the protocol defines it,
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

type Schemas = OpenApiDocument["components"]["schemas"];

/** A schema without references, which not every client resolves. */
function inline(schema: unknown, schemas: Schemas): unknown {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    if ("$ref" in value && typeof value.$ref === "string")
      return resolve(schemas[value.$ref.split("/").at(-1) ?? ""]);
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
function inputSchemaOf(operation: Operation, schemas: Schemas): Tool["inputSchema"] {
  const { parameters = [], requestBody } = operation;
  const schema = requestBody?.content["application/json"]?.schema ?? {};
  const body = BodySchema.parse(inline(schema, schemas));
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

const NOTHING = { type: "object", properties: {}, additionalProperties: false } as const;
/** The schema of a file or a CSV, which is in the content. */
const FILE = {
  type: "object",
  properties: {
    mediaType: { type: "string" },
    size: { type: "integer", description: "In bytes." },
  },
  required: ["mediaType", "size"],
  additionalProperties: false,
} as const;

/** The JSON of a success, whichever of its statuses it has. */
function outputSchemaOf({ responses }: Operation, schemas: Schemas): Tool["outputSchema"] {
  const contents = Object.entries(responses).flatMap(([status, response]) =>
    status.startsWith("2") && "content" in response && response.content ? [response.content] : [],
  );
  if (contents.length === 0) return NOTHING;
  const json = contents.flatMap((content) => content["application/json"]?.schema ?? []);
  if (json.length === 0) return FILE;
  const texts = new Set(json.map((schema) => JSON.stringify(inline(schema, schemas))));
  const [first, ...others] = [...texts].map((text) => ObjectSchema.parse(JSON.parse(text)));
  return others.length === 0 ? first : { type: "object", anyOf: [first, ...others] };
}

const ObjectSchema = z.looseObject({ type: z.literal("object") });

function toTool(endpoint: Endpoint, operation: Operation, schemas: Schemas): Tool {
  const { operationId: name, summary } = endpoint;
  return {
    name,
    title: summary,
    description: operation.description.replaceAll("\n\n", " "),
    inputSchema: inputSchemaOf(operation, schemas),
    outputSchema: outputSchemaOf(operation, schemas),
    annotations: annotationsOf(endpoint),
  };
}

/** Every operation as the OpenAPI document describes it, and the tools without one. */
function makeTools(): { scope: Endpoint["scope"]; tool: Tool }[] {
  const { paths, components } = openApiDocument(settings().baseUrl, settings());
  const tools = endpoints.map((endpoint) => {
    const { operationId, scope, path, method } = endpoint;
    const operation = paths[path]?.[method.toLowerCase() as keyof PathItem];
    if (!operation) throw new Error(`${operationId} isn't in the document`);
    return { scope, tool: toTool(endpoint, operation, components.schemas) };
  });
  const { body, responses, scope } = sendTestSubmission;
  const shapes = [body, ...Object.values(responses).map(({ schema }) => schema)];
  const own = describeSchemas(shapes.filter((shape) => shape !== undefined));
  const operation = describeOperation(sendTestSubmission, own.toSchema);
  return [...tools, { scope, tool: toTool(sendTestSubmission, operation, own.components) }];
}

let made: ReturnType<typeof makeTools> | undefined;

/** The tools that a token with these scopes can use. */
export function listTools(scopes: readonly Scope[]): Tool[] {
  made ??= makeTools();
  return made.flatMap(({ scope, tool }) => (scope === null || scopes.includes(scope) ? tool : []));
}

const byName = new Map(
  [...endpoints, sendTestSubmission].map((endpoint) => [endpoint.operationId, endpoint]),
);

/** The endpoint of a tool. */
export function findTool(name: string): Endpoint | undefined {
  return byName.get(name);
}
