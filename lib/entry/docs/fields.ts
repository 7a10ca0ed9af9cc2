import { OPEN_SET } from "#lib/core/text";
import type { Parameter, Schema } from "#lib/entry/openapi/document-shape";

/** A field in the reference. Members without content are absent, which keeps pages small. */
export type FieldView = {
  name: string;
  type: string;
  /** The component that `type` shows and links to. */
  component?: string;
  isRequired?: true;
  /** Limits that the description doesn't mention. */
  limits?: string;
  text?: string;
  values?: readonly string[];
  fallback?: string;
  members?: readonly FieldView[];
};

export type Schemas = Readonly<Record<string, Schema>>;

/** Returns the component that a schema references, or the schema itself. */
export function resolveSchema(schemas: Schemas, schema: Schema): Schema {
  const name = componentOf(schema);
  return name === null ? schema : (schemas[name] ?? {});
}

/** Returns the object in a field, if its members are listed below the field. */
function membersOf(schemas: Schemas, given: Schema, isSent: boolean): Schema | null {
  const { schema } = withoutNull(given);
  if (componentOf(schema)) return isSent ? resolveSchema(schemas, schema) : null;
  if (schema.properties) return schema;
  const part = partOf(schema);
  return part ? membersOf(schemas, part, isSent) : null;
}

function linkedComponent(given: Schema): string | null {
  const { schema } = withoutNull(given);
  const part = partOf(schema);
  return componentOf(schema) ?? (part ? linkedComponent(part) : null);
}

/** A default that the description doesn't mention. */
export function fallbackOf(schema: Schema): string | undefined {
  const isMentioned = /default/i.test(schema.description ?? "");
  return isMentioned || schema.default === undefined ? undefined : String(schema.default);
}

function compact<T extends object>(view: T): T {
  const isEmpty = (value: unknown) =>
    value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  for (const [name, value] of Object.entries(view))
    if (isEmpty(value)) Reflect.deleteProperty(view, name);
  return view;
}

/**
 * Describes the members of an object.
 *
 * @param isSent - whether it's part of a request; then named objects are expanded and required fields are
 *   marked
 */
export function describeFields(schemas: Schemas, schema: Schema, isSent: boolean): FieldView[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    if (typeof member !== "object") return [];
    const component = linkedComponent(member);
    const members = membersOf(schemas, member, isSent);
    const words = typeWords(member);
    return [
      compact<FieldView>({
        name,
        type: members && component ? words.replace(component, "object") : words,
        ...(component && !members ? { component } : {}),
        ...(isSent && schema.required?.includes(name) ? { isRequired: true } : {}),
        limits: limitsOf(member).join(", "),
        text: member.description ?? schemas[component ?? ""]?.description ?? "",
        values: valuesOf(member),
        ...(fallbackOf(member) === undefined ? {} : { fallback: fallbackOf(member) }),
        ...(members ? { members: describeFields(schemas, members, isSent) } : {}),
      }),
    ];
  });
}

/** Returns parameters as members of an object, so that they look like other fields. */
export function parametersAsObject(parameters: readonly Parameter[]): Schema {
  return {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: "UUID",
  email: "email address",
  "date-time": "date-time",
  binary: "bytes",
};

export function componentOf(schema: Schema): string | null {
  return schema.$ref?.replace("#/components/schemas/", "") ?? null;
}

function isSchema(part: unknown): part is Schema {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}

/** Returns the schema of a list's items, or of an object's values if its names are free. */
export function partOf(schema: Schema): Schema | null {
  if (isSchema(schema.items)) return schema.items;
  return isSchema(schema.additionalProperties) ? schema.additionalProperties : null;
}

/** Splits a schema into its type without null, and whether it may be null. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const options = schema.anyOf ?? [];
  const rest = options.filter((option) => option.type !== "null");
  const [only] = rest;
  if (rest.length === 1 && rest.length < options.length && only)
    return { schema: only, isNullable: true };
  const types: unknown = schema.type;
  if (!Array.isArray(types) || !types.includes("null")) return { schema, isNullable: false };
  const left = types.filter((type) => type !== "null");
  const type = left.length === 1 ? left[0] : left;
  const values = schema.enum ? { enum: schema.enum.filter((value) => value !== null) } : {};
  return { schema: { ...schema, ...values, type }, isNullable: true };
}

/** A schema's type in a few words: "array of UUIDs or null". */
export function typeWords(given: Schema, isPlural = false): string {
  const { schema, isNullable } = withoutNull(given);
  return plainType(schema, isPlural) + (isNullable ? " or null" : "");
}

/** "bytes" and "anything" have no plural. */
function inNumber(noun: string, isPlural: boolean): string {
  if (!isPlural || noun === "anything" || noun === "bytes") return noun;
  return noun.replace(/ss$/, "sse").concat("s");
}

function plainType(schema: Schema, isPlural: boolean): string {
  const component = componentOf(schema);
  if (component) return component;
  const options = schema.anyOf ?? schema.oneOf;
  if (options)
    return [...new Set(options.map((option) => typeWords(option, isPlural)))].join(" or ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => inNumber(type, isPlural)).join(" or ");
  const part = partOf(schema);
  const parts = part ? ` of ${typeWords(part, true)}` : "";
  if (schema.type === "array") return inNumber("array", isPlural) + (parts || " of anything");
  if (schema.type === "object") return inNumber("object", isPlural) + parts;
  return inNumber(FORMATS[schema.format ?? ""] ?? schema.type ?? "anything", isPlural);
}

export function valuesOf(given: Schema): readonly string[] {
  const { schema } = withoutNull(given);
  if (schema.const !== undefined) return [String(schema.const)];
  const part = schema.type === "array" ? partOf(schema) : null;
  const open = schema[OPEN_SET];
  if (Array.isArray(open)) return open.map(String);
  return (schema.enum ?? part?.enum ?? []).map(String);
}

function range(min: number | undefined, max: number | undefined, unit: string): string[] {
  if (max === undefined) return min === undefined || min <= 1 ? [] : [`at least ${min}${unit}`];
  const most = max.toLocaleString("en");
  return [min === undefined ? `at most ${most}${unit}` : `${min}–${most}${unit}`];
}

/** Limits that the description doesn't mention, like "1–100". */
export function limitsOf(given: Schema): readonly string[] {
  const { schema } = withoutNull(given);
  const { description = "" } = given;
  const limits = [
    ...range(schema.minLength, schema.maxLength, " characters"),
    ...range(schema.minimum, schema.maximum, ""),
    ...range(schema.minItems, schema.maxItems, " items"),
  ];
  return limits.filter((limit) => !description.includes(/[\d,]+(?=\D*$)/.exec(limit)?.[0] ?? ""));
}
