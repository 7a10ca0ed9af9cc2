import type { OpenApiDocument } from "#lib/entry/openapi/document";

type Json = unknown;
type Members = Record<string, Json>;

/** Keywords of our document's schemas that OpenAPI 3.0 doesn't have and that only narrow a schema. */
const DROPPED = new Set([
  "propertyNames",
  "patternProperties",
  "unevaluatedProperties",
  "contentMediaType",
  "contentSchema",
  "if",
  "then",
]);

function isObject(value: Json): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isNullType = (schema: Json) => isObject(schema) && schema.type === "null";

const isScalar = (schema: Json) =>
  isObject(schema) && ["string", "number", "integer", "boolean"].includes(String(schema.type));

/** `nullable` needs a `type` beside it. Only a schema without one accepts null and scalars of several types. */
function nullableOf(schemas: Json[]): Members {
  if (!schemas.some(isScalar))
    return { type: "object", nullable: true, anyOf: schemas.map(toSchema30) };
  const [only, ...others] = schemas.map(toSchema30);
  return isObject(only) && others.length === 0 ? { ...only, nullable: true } : {};
}

/** A schema of OpenAPI 3.0 that accepts at least as much as the one of 3.1. */
function toSchema30(schema: Json): Json {
  if (!isObject(schema)) return schema;
  if ("$ref" in schema) return { $ref: schema.$ref };
  const result: Members = {};
  for (const [key, value] of Object.entries(schema)) {
    if (DROPPED.has(key)) continue;
    if (key === "properties" && isObject(value))
      result.properties = Object.fromEntries(
        Object.entries(value).map(([name, property]) => [name, toSchema30(property)]),
      );
    else if (["items", "not", "additionalProperties"].includes(key))
      result[key] = toSchema30(value);
    else if (["anyOf", "oneOf"].includes(key) && Array.isArray(value)) {
      const others = value.filter((one) => !isNullType(one));
      if (others.length < value.length) Object.assign(result, nullableOf(others));
      else result[key] = others.map(toSchema30);
    } else if (key === "type" && Array.isArray(value)) {
      const types = value.filter((type) => type !== "null");
      if (types.length < value.length) result.nullable = true;
      if (types.length === 1) result.type = types[0];
      else
        result.anyOf = types.map((type) => ({ type, ...(type === "array" ? { items: {} } : {}) }));
    } else if (key === "const") result.enum = [value];
    else if (key === "examples" && Array.isArray(value)) result.example = value[0];
    else result[key] = value;
  }
  if (result.type === "array") result.items ??= {};
  if (result.nullable && Array.isArray(result.enum) && !result.enum.includes(null))
    result.enum = [...result.enum, null];
  return result;
}

/** The parts of a document that hold schemas: under `schema`, and the components. */
function convert(value: Json): Json {
  if (Array.isArray(value)) return value.map(convert);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (key === "schema") return [key, toSchema30(one)];
      if (key === "example" || key === "examples") return [key, one];
      return [key, convert(one)];
    }),
  );
}

/** The same API in OpenAPI 3.0.3, for tools that don't read 3.1. Events are left out: 3.0 has no webhooks. */
export function toOpenApi30(document: OpenApiDocument): object {
  const { webhooks: _, openapi: __, info, components, ...rest } = document;
  const { summary: ___, license, ...described } = info;
  const { schemas, ...others } = components;
  return {
    openapi: "3.0.3",
    info: { ...described, license: { name: license.name } },
    ...(convert(rest) as object),
    components: {
      ...(convert(others) as object),
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, toSchema30(schema)]),
      ),
    },
  };
}
