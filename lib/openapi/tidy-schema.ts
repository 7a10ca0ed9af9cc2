import { z } from "zod";
import type { Schema } from "#lib/openapi/document-shape";

/** The known values of a set that may grow, from `openSet`. */
export const OPEN_SET = "x-extensible-enum";

type Conversion = { zodSchema: z.core.$ZodTypes; jsonSchema: Schema };

/** A plain type or null as one schema with two types, which generators know best. References stay. */
function foldNull(jsonSchema: Schema): void {
  const given = jsonSchema.anyOf?.find(({ type }) => type !== "null");
  if (given === undefined || typeof given.type !== "string") return;
  delete jsonSchema.anyOf;
  const { description = given.description } = jsonSchema;
  Object.assign(jsonSchema, given, { type: [given.type, "null"], description });
  if (given.enum) jsonSchema.enum = [...given.enum, null];
}

/** The component for each value of a discriminator: without a mapping, values would be component names. */
function describeDiscriminator(union: z.ZodDiscriminatedUnion, jsonSchema: Schema): void {
  const propertyName = union.def.discriminator;
  const mapping = union.options.flatMap((option, index) => {
    const literal = option instanceof z.ZodObject ? option.shape[propertyName] : null;
    const reference = jsonSchema.oneOf?.[index]?.$ref;
    return literal instanceof z.ZodLiteral && reference ? [[String(literal.value), reference]] : [];
  });
  if (mapping.length > 0)
    jsonSchema.discriminator = { propertyName, mapping: Object.fromEntries(mapping) };
}

/** Drops keywords that are noise to readers, and writes the others as all tools know them. */
export function tidy({ zodSchema, jsonSchema }: Conversion): void {
  if (jsonSchema.format === "uuid") delete jsonSchema.pattern;
  if (jsonSchema.minLength === 0) delete jsonSchema.minLength;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
    delete jsonSchema.maximum;
    jsonSchema.format = "int64";
  }
  if (jsonSchema.type === "integer" && typeof jsonSchema.exclusiveMinimum === "number") {
    jsonSchema.minimum = jsonSchema.exclusiveMinimum + 1;
    delete jsonSchema.exclusiveMinimum;
  }
  if (jsonSchema.const !== undefined) {
    // Some generators don't know `const`.
    jsonSchema.enum = [jsonSchema.const];
    delete jsonSchema.const;
  }
  if (zodSchema instanceof z.ZodNullable) foldNull(jsonSchema);
  if (zodSchema instanceof z.ZodDiscriminatedUnion) describeDiscriminator(zodSchema, jsonSchema);
}

/**
 * Also drops defaults, which make properties required in generated types: descriptions name them. Sets
 * that may grow are named without being enforced.
 */
export function tidyBody(conversion: Conversion): void {
  tidy(conversion);
  const { jsonSchema } = conversion;
  delete jsonSchema.default;
  if (jsonSchema[OPEN_SET]) delete jsonSchema.enum;
}

/** Closes the query of a request to other parameters. */
export function tidyQuery(conversion: Conversion): void {
  tidy(conversion);
  delete conversion.jsonSchema[OPEN_SET];
}
