import type { Tool, ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Scope } from "#lib/domain/tokens/schema";
import { endpoints } from "#lib/entry/management/contracts/index";
import type { Endpoint } from "#lib/entry/management/endpoint";
import { sendTestSubmission } from "#lib/entry/mcp/send-test-submission";
import { descriptionOf, parametersOf } from "#lib/entry/openapi/operation";
import { tidyBody } from "#lib/entry/openapi/schemas";

const verbOf = ({ operationId }: Endpoint) => /^[a-z]+/.exec(operationId)?.[0] ?? "";

/** Verbs of POST endpoints that only add something. */
const ADDITIVE = ["create", "add", "test", "send", "retry", "replay", "restore", "start"];
/** Verbs of POST endpoints that change nothing further when repeated. */
const REPEATABLE = ["save", "connect"];

/**
 * Returns annotations: assumptions that a client may make about a tool before it asks its user. As the protocol defines
 * it, everything that isn't purely additive is destructive, including replacing settings and moving a submission to
 * spam.
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

/** A schema as in the OpenAPI document, but without references, which not every client resolves. */
function toSchema(schema: z.ZodType): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input", override: tidyBody });
  return described;
}

const Properties = z.record(z.string(), z.json());
const BodySchema = z.object({
  properties: Properties.default({}),
  required: z.array(z.string()).default([]),
  minProperties: z.int().optional(),
});

/** Returns one object schema for the parameters of path and query, and the members of the body. */
function inputSchemaOf(endpoint: Endpoint): Tool["inputSchema"] {
  const parameters = parametersOf(endpoint);
  const body = BodySchema.parse(endpoint.body ? toSchema(endpoint.body) : {});
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
/** The schema for a file or a CSV. The data itself is in the content. */
const FILE = {
  type: "object",
  properties: {
    mediaType: { type: "string" },
    size: { type: "integer", description: "In bytes." },
  },
  required: ["mediaType", "size"],
  additionalProperties: false,
} as const;

const ObjectSchema = z.looseObject({ type: z.literal("object") });

/** Returns the schema of a success response, whichever of its statuses it has. */
function outputSchemaOf({ responses }: Endpoint): Tool["outputSchema"] {
  const specs = Object.values(responses);
  const schemas = specs.flatMap(({ schema }) => schema ?? []);
  const [first, ...others] = schemas.map((schema) => ObjectSchema.parse(toSchema(schema)));
  if (!first) return specs.some(({ mediaType }) => mediaType) ? FILE : NOTHING;
  return others.length === 0 ? first : { type: "object", anyOf: [first, ...others] };
}

function toTool(endpoint: Endpoint): Tool {
  const { operationId: name, summary } = endpoint;
  return {
    name,
    title: summary,
    description: descriptionOf(endpoint).replaceAll("\n\n", " "),
    inputSchema: inputSchemaOf(endpoint),
    outputSchema: outputSchemaOf(endpoint),
    annotations: annotationsOf(endpoint),
  };
}

const ENDPOINTS: readonly Endpoint[] = [...endpoints, sendTestSubmission];

let made: { scope: Endpoint["scope"]; tool: Tool }[] | undefined;

export function listTools(scopes: readonly Scope[]): Tool[] {
  made ??= ENDPOINTS.map((endpoint) => ({ scope: endpoint.scope, tool: toTool(endpoint) }));
  return made.flatMap(({ scope, tool }) => (scope === null || scopes.includes(scope) ? tool : []));
}

export function findTool(name: string): Endpoint | undefined {
  return ENDPOINTS.find(({ operationId }) => operationId === name);
}
