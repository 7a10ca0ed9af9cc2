import { z } from "zod";
import { OPEN_SET } from "#lib/core/text";
import * as people from "#lib/domain/access/people";
import * as autoresponder from "#lib/domain/emails/auto-reply/schema";
import * as notifications from "#lib/domain/emails/schema";
import * as destinations from "#lib/domain/endpoints/destination-schema";
import * as events from "#lib/domain/endpoints/event-schema";
import * as webhooks from "#lib/domain/endpoints/schema";
import * as fields from "#lib/domain/forms/fields/schema";
import * as formPages from "#lib/domain/forms/page/page-schema";
import * as routing from "#lib/domain/forms/routing/schema";
import * as forms from "#lib/domain/forms/schema";
import * as turnstile from "#lib/domain/forms/turnstile/schema";
import * as imports from "#lib/domain/imports/schema";
import * as recipients from "#lib/domain/recipients/schema";
import * as savedReplies from "#lib/domain/replies/saved-reply-schema";
import * as notes from "#lib/domain/submissions/notes/note-schema";
import * as replies from "#lib/domain/submissions/replies/reply-schema";
import * as submissions from "#lib/domain/submissions/schema";
import { CreateFormBody, TemplateInput } from "#lib/domain/templates/template-input";
import * as templates from "#lib/domain/templates/template-schema";
import * as tokens from "#lib/domain/tokens/schema";
import * as usage from "#lib/domain/usage/schema";
import * as envelope from "#lib/entry/http/respond";
import type { Schema } from "#lib/entry/openapi/document-shape";
import * as intake from "#lib/entry/openapi/intake-shapes";

/** Schemas exported by these modules become components with the same names. */
const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  envelope,
  tokens,
  // Clients have known the body by this name since before templates existed.
  { ...forms, CreateFormInput: CreateFormBody },
  fields,
  formPages,
  turnstile,
  recipients,
  submissions,
  people,
  notes,
  replies,
  savedReplies,
  imports,
  notifications,
  usage,
  routing,
  autoresponder,
  webhooks,
  destinations,
  events,
  templates,
  { TemplateInput },
  intake,
];

const COMPONENTS = "#/components/schemas/";

function namedSchemas(): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const [name, value] of MODULES.flatMap((module) => Object.entries(module))) {
    if (!(value instanceof z.ZodType)) continue;
    names.set(value, name);
  }
  if (new Set(names.values()).size < names.size) throw new Error("two schemas have the same name");
  return names;
}

function refsOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" && member.startsWith(COMPONENTS)
      ? [member.slice(COMPONENTS.length)]
      : refsOf(member),
  );
}

function reachable(all: Readonly<Record<string, Schema>>, from: unknown): Record<string, Schema> {
  const names = new Set(refsOf(from));
  // Iterating a set includes items added during iteration.
  for (const name of names) for (const next of refsOf(all[name])) names.add(next);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => names.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/**
 * Creates the JSON Schemas of bodies, converted together so that named resources are described once.
 * Requests use the schema's input side; responses are described as sent.
 *
 * @param used - every schema the document refers to
 */
export function describeSchemas(used: readonly z.ZodType[]) {
  const names = namedSchemas();
  const registry = z.registry<{ id: string }>();
  const ids = new Map(names);
  for (const schema of used) if (!ids.has(schema)) ids.set(schema, `${ids.size}`);
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    uri: (id) => COMPONENTS + id,
    override: tidyBody,
  });
  const all = Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]),
  );
  const toSchema = (schema: z.ZodType): Schema => {
    const name = names.get(schema);
    if (name) return { $ref: COMPONENTS + name };
    const described = all[ids.get(schema) ?? ""];
    if (!described) throw new Error("a schema wasn't registered");
    return described;
  };
  return { toSchema, components: reachable(all, used.map(toSchema)) };
}

/**
 * Describes query parameters by the schema's output side: `limit` is text in a URL, but a number to
 * developers.
 */
export function describeQuery(query: z.ZodObject): { name: string; schema: Schema }[] {
  const { properties = {} } = z.toJSONSchema(query, { io: "output", override: tidyQuery });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema: typeof schema === "object" ? schema : {},
  }));
}

type Conversion = { zodSchema: z.core.$ZodTypes; jsonSchema: Schema };

/**
 * Drops keywords that are noise to readers, and rewrites the others so that all tools support them.
 */
function tidyKeywords(jsonSchema: Schema): void {
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
    // Some generators don't support `const`.
    jsonSchema.enum = [jsonSchema.const];
    delete jsonSchema.const;
  }
}

/**
 * Merges a plain type and null into one schema with two types, which generators support best.
 * References aren't changed.
 */
function foldNull(jsonSchema: Schema): void {
  const given = jsonSchema.anyOf?.find(({ type }) => type !== "null");
  if (given === undefined || typeof given.type !== "string") return;
  // Members may be converted later.
  tidyKeywords(given);
  delete jsonSchema.anyOf;
  const { description = given.description } = jsonSchema;
  Object.assign(jsonSchema, given, { type: [given.type, "null"], description });
  if (given.enum) jsonSchema.enum = [...given.enum, null];
}

/**
 * Adds the component for each value of a discriminator. Without a mapping, values would be read as
 * component names.
 */
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

function tidy({ zodSchema, jsonSchema }: Conversion): void {
  tidyKeywords(jsonSchema);
  if (zodSchema instanceof z.ZodNullable) foldNull(jsonSchema);
  if (zodSchema instanceof z.ZodDiscriminatedUnion) describeDiscriminator(zodSchema, jsonSchema);
}

/**
 * Also drops defaults, which would make properties required in generated types; descriptions mention
 * them. Enums that may grow are described without being enforced.
 */
export function tidyBody(conversion: Conversion): void {
  tidy(conversion);
  const { jsonSchema } = conversion;
  delete jsonSchema.default;
  if (jsonSchema[OPEN_SET]) delete jsonSchema.enum;
}

/** Closes the query of a request to other parameters. */
function tidyQuery(conversion: Conversion): void {
  tidy(conversion);
  delete conversion.jsonSchema[OPEN_SET];
}
