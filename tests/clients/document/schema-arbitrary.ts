import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "#lib/entry/openapi/document-shape";
import { anyText } from "#tests/support/factories/any-text";

/** Members that only work with real values, such as IDs and revisions, by name. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/** A file in a multipart body. To JSON Schema, it's its content. */
export class UploadedFile {
  readonly name: string;
  readonly content: string;

  constructor(name: string, content: string) {
    this.name = name;
    this.content = content;
  }

  toJSON(): string {
    return this.content;
  }
}

const MAX_RANDOM_ITEMS = 4;
/** Blank and unusual text, where free text is allowed. */
const ODD_TEXTS = [
  "",
  " ",
  "\t",
  "a\r\nb",
  "\u0000",
  "a\u0000b",
  "\u2028",
  "\u00a0",
  "\ufeff",
  "__proto__",
];
/** Text that any pattern for free text allows. */
const SAMPLE_TEXT = "Grüße, 世界 (1)";

/** Stands for values that a schema doesn't describe. */
const ANYTHING: Schema = { type: ["string", "number", "boolean", "null"] };

const file = fc
  .tuple(fc.constantFrom("notes.txt", "data.csv", "notes.txt", "photo.png"), fc.lorem())
  .map(([name, text]) => new UploadedFile(name, text));

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asSchema(value: unknown): Schema | null {
  return isSchema(value) ? value : null;
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const validators = new WeakMap<Schema, ValidateFunction>();

function isValid(value: unknown, schema: Schema): boolean {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate(JSON.parse(JSON.stringify(value)));
}

/** The rule that JSON Schema can't express: a host under a public suffix. */
function underPublicSuffix(text: string): string {
  return text.replace(/^(https:\/\/)?([^/?:]*\.)[^/?:.]+/, "$1$2com");
}

const day = fc
  .date({ noInvalidDate: true, min: new Date("1900-01-01"), max: new Date("2100-01-01") })
  .map((date) => date.toISOString().slice(0, 10));

function textOf({ pattern, format, minLength = 0, maxLength = 500, ...rest }: Schema) {
  if (format === "uuid") return fc.uuid();
  if (format === "date") return day;
  if (format === "uri" && pattern === undefined) return fc.webUrl({ validSchemes: ["https"] });
  const matcher = pattern === undefined ? /^/u : new RegExp(pattern, "u");
  if (!matcher.test(SAMPLE_TEXT)) {
    const text = fc.stringMatching(matcher, { size: "-1" });
    return rest["x-public-host"] === true ? text.map(underPublicSuffix) : text;
  }
  const unit = fc.oneof(anyText({ maxLength: 1 }), fc.constant("é"));
  const limits = { minLength, maxLength };
  return fc.oneof(
    { weight: 8, arbitrary: fc.string({ unit: "grapheme", ...limits }) },
    { weight: 3, arbitrary: anyText(limits) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXTS) },
    { weight: 1, arbitrary: unit.map((one) => (one || "x").repeat(maxLength)) },
  );
}

/** A schema with a condition that holds. */
function withThen(schema: Schema, then: Schema): Schema {
  const properties = Object.entries(then.properties ?? {}).map(([name, member]) => [
    name,
    { ...asSchema(schema.properties?.[name]), ...asSchema(member) },
  ]);
  return {
    ...schema,
    properties: { ...schema.properties, ...Object.fromEntries(properties) },
    required: [...(schema.required ?? []), ...(then.required ?? [])],
    ...(then.patternProperties ? { patternProperties: then.patternProperties } : {}),
  };
}

/** Makes values that are valid by a schema of the document, with the keywords that the document uses. */
export class SchemaArbitrary {
  private readonly known: KnownValues;

  constructor(known: KnownValues = {}) {
    this.known = known;
  }

  /** @param schema - without references: see {@link withoutReferences} */
  of(schema: Schema): Arbitrary<unknown> {
    return this.candidates(schema).filter((value) => isValid(value, schema));
  }

  private candidates(schema: Schema): Arbitrary<unknown> {
    const { if: condition, then, ...plain } = schema;
    if (isSchema(then)) {
      const both = this.candidates(withThen(plain, then));
      const isAlways = asSchema(condition)?.properties === undefined;
      return isAlways ? both : fc.oneof(both, this.candidates(plain));
    }
    const { anyOf, oneOf, enum: values, type } = schema;
    if ("const" in schema) return fc.constant(schema.const);
    if (values) return fc.constantFrom(...values);
    const options = anyOf ?? oneOf;
    if (options) return fc.oneof(...options.map((option) => this.of(option)));
    if (Array.isArray(type))
      return fc.oneof(...type.map((one) => this.candidates({ ...schema, type: one })));
    return this.ofType(schema);
  }

  private ofType(schema: Schema): Arbitrary<unknown> {
    const { type, format, minimum: min = 0, maximum: max = Number.MAX_SAFE_INTEGER } = schema;
    switch (type) {
      case "string":
        return format === "binary" ? file : textOf(schema);
      case "integer":
        return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max));
      case "number":
        return fc.double({ noNaN: true, noDefaultInfinity: true });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return this.list(schema);
      case "object":
        return this.object(schema);
      case undefined:
        return this.candidates(ANYTHING);
      default:
        throw new Error(`no values for ${JSON.stringify(schema)}`);
    }
  }

  private list({
    items,
    minItems: minLength = 0,
    maxItems = MAX_RANDOM_ITEMS,
    uniqueItems,
  }: Schema) {
    const maxLength = Math.max(minLength, Math.min(maxItems, MAX_RANDOM_ITEMS));
    const item = this.of(asSchema(items) ?? ANYTHING);
    const limits = { minLength, maxLength };
    return uniqueItems ? fc.uniqueArray(item, limits) : fc.array(item, limits);
  }

  private member(name: string, schema: Schema): Arbitrary<unknown> {
    const any = this.of(schema);
    const known = this.known[name];
    if (!known) return any;
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, any);
  }

  private object({ properties = {}, required = [], minProperties = 0, ...rest }: Schema) {
    const members = Object.entries(properties).map(([name, schema]) => {
      return [name, this.member(name, asSchema(schema) ?? {})] as const;
    });
    const declared = fc.record(Object.fromEntries(members), { requiredKeys: required });
    const value =
      asSchema(Object.values(rest.patternProperties ?? {})[0]) ??
      asSchema(rest.additionalProperties);
    const named = declared.filter(
      (made) => value !== null || Object.keys(made).length >= minProperties,
    );
    if (!value) return named;
    const names = textOf({ maxLength: 100, ...asSchema(rest.propertyNames) });
    const others = fc.dictionary(names, this.of(value), { maxKeys: MAX_RANDOM_ITEMS });
    return fc.tuple(named, others).map(([one, other]) => ({ ...other, ...one }));
  }
}
