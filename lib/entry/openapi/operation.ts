import type { z } from "zod";
import { PARAMETER_EXAMPLES } from "#lib/entry/management/contracts/examples/example";
import type { Endpoint, ResponseSpec } from "#lib/entry/management/endpoint";
import type {
  Operation,
  Parameter,
  RequestBody,
  ResponseObject,
  Schema,
} from "#lib/entry/openapi/document-shape";
import { errorResponsesOf } from "#lib/entry/openapi/error-responses";
import { EVERY_RESPONSE, headerRefs } from "#lib/entry/openapi/headers";
import { describeQuery } from "#lib/entry/openapi/schemas";

type ToSchema = (schema: z.ZodType) => Schema;

/** `emailDeliveryId` → "email delivery" */
function nounOf(parameter: string): string {
  return parameter
    .replace(/Id$/, "")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

function pathParameters({ path }: Endpoint): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: `UUID of the ${nounOf(name)}. Returns 404 if it's malformed, unknown, or belongs to another workspace.`,
    schema: { type: "string", format: "uuid" },
    example: PARAMETER_EXAMPLES[name],
  }));
}

function queryParameters({ query, example }: Endpoint): Parameter[] {
  if (!query) return [];
  return describeQuery(query).map(({ name, schema: { description = "", ...schema } }) => ({
    name,
    in: "query",
    required: query.shape[name]?.safeParse(undefined).success === false,
    description,
    schema,
    example: example?.query?.[name],
  }));
}

export function parametersOf(endpoint: Endpoint): Parameter[] {
  return [...pathParameters(endpoint), ...queryParameters(endpoint)];
}

function describeResponse(spec: ResponseSpec, toSchema: ToSchema): ResponseObject {
  const headers = headerRefs(...EVERY_RESPONSE, "RateLimit", "RateLimit-Policy");
  const { description, schema, mediaType, example } = spec;
  if (mediaType) {
    const isText = mediaType.startsWith("text/");
    return {
      description,
      headers: {
        ...headers,
        ...headerRefs("Content-Disposition"),
        ...(isText ? {} : headerRefs("Content-Length", "Content-Security-Policy")),
      },
      content: {
        [mediaType]: {
          schema: isText ? { type: "string" } : { type: "string", format: "binary" },
          example,
        },
      },
    };
  }
  if (!schema) return { description, headers };
  const json = { schema: toSchema(schema), example };
  return { description, headers, content: { "application/json": json } };
}

/** A POST without input still accepts `{}`, which many clients send. */
const NO_INPUT: RequestBody = {
  description: "Nothing, or an empty object.",
  required: false,
  content: { "application/json": { schema: { type: "object", additionalProperties: false } } },
};

function requestBodyOf(endpoint: Endpoint, toSchema: ToSchema): { requestBody?: RequestBody } {
  const { body, isBodyOptional, example, method } = endpoint;
  if (!body) return method === "POST" ? { requestBody: NO_INPUT } : {};
  const json = { schema: toSchema(body), example: example?.body };
  const content = { "application/json": json };
  return { requestBody: { required: isBodyOptional !== true, content } };
}

/** Returns the last paragraph of a description: the required scope. */
export function accessNote(scope: string | null): string {
  return scope === null ? "Works with any valid token." : `Requires the \`${scope}\` scope.`;
}

export function descriptionOf({ description, scope }: Endpoint): string {
  return description ? `${description}\n\n${accessNote(scope)}` : accessNote(scope);
}

export function describeOperation(endpoint: Endpoint, toSchema: ToSchema): Operation {
  const { operationId, scope } = endpoint;
  const parameters = parametersOf(endpoint);
  const responses = Object.entries(endpoint.responses).map(
    ([status, spec]) => [status, describeResponse(spec, toSchema)] as const,
  );
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: [{ bearerAuth: [] }],
    ...(scope === null ? {} : { "x-required-scope": scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(endpoint, toSchema),
    responses: { ...Object.fromEntries(responses), ...errorResponsesOf(endpoint) },
  };
}
