import type { OpenApiDocument, Parameter, Schema } from "#lib/openapi/document-shape";
import {
  componentOf,
  limitsOf,
  partOf,
  typeWords,
  valuesOf,
  withoutNull,
} from "#lib/openapi/schema-words";

/** A field in the reference. Members without content are absent, which keeps pages small. */
export type FieldView = {
  name: string;
  type: string;
  /** The component in its type, which is linked to. */
  component?: string;
  isRequired?: true;
  /** Limits that the description doesn't mention. */
  limits?: string;
  text?: string;
  values?: readonly string[];
  fallback?: string;
  members?: readonly FieldView[];
};

type Schemas = OpenApiDocument["components"]["schemas"];

/** The component that a schema refers to, or the schema itself. */
export function resolveSchema(schemas: Schemas, schema: Schema): Schema {
  const name = componentOf(schema);
  return name === null ? schema : (schemas[name] ?? {});
}

/** The object in a field, if its members are listed below the field. */
function membersOf(schemas: Schemas, given: Schema, isSent: boolean): Schema | null {
  const { schema } = withoutNull(given);
  if (componentOf(schema)) return isSent ? resolveSchema(schemas, schema) : null;
  if (schema.properties) return schema;
  const part = partOf(schema);
  return part ? membersOf(schemas, part, isSent) : null;
}

/** The first component named in a type. */
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

/** Keeps only members that have content. */
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

/** Parameters as members of an object, so they look like other fields. */
export function parametersAsObject(parameters: readonly Parameter[]): Schema {
  return {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}
