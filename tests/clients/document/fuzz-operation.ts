import fc, { type Arbitrary } from "fast-check";
import type { OpenApiDocument } from "#lib/entry/openapi/document";
import type { Operation, Parameter } from "#lib/entry/openapi/document-shape";
import {
  type KnownValues,
  SchemaArbitrary,
  UploadedFile,
} from "#tests/clients/document/schema-arbitrary";
import { BROWSER_ACCEPT } from "#tests/support/contract/intake";

export type FuzzedRequest = {
  /** True if the document allows it. Otherwise one member was replaced or added. */
  isValid: boolean;
  token: "all" | "none" | "unscoped";
  /** A script, a browser that submits a form, or a client that wants JSON. */
  accept: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  body: { type: string; value: unknown } | null;
};

/** Values that exist: path parameters that belong together, and members of the body by name. */
export type Known = { params: Record<string, string>; members: KnownValues };

function parametersOf({ parameters = [] }: Operation, place: Parameter["in"], known: KnownValues) {
  const schemas = parameters.filter((one) => one.in === place);
  return new SchemaArbitrary(known)
    .of({
      type: "object",
      properties: Object.fromEntries(schemas.map(({ name, schema }) => [name, schema])),
      required: schemas.filter(({ required }) => required).map(({ name }) => name),
    })
    .filter(isObject);
}

function bodyOf({ requestBody }: Operation, known: KnownValues): Arbitrary<FuzzedRequest["body"]> {
  if (!requestBody) return fc.constant(null);
  const values = Object.entries(requestBody.content).map(([type, { schema = {} }]) => {
    const { contentSchema = schema } = schema;
    return new SchemaArbitrary(known).of(contentSchema).map((value) => ({ type, value }));
  });
  return requestBody.required ? fc.oneof(...values) : fc.option(fc.oneof(...values));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A request with one member of its JSON body replaced or added. It may still be valid. */
function withOddMember(request: FuzzedRequest): Arbitrary<FuzzedRequest> {
  const { body } = request;
  if (body?.type !== "application/json" || !isObject(body.value)) return fc.constant(request);
  const { value } = body;
  const names = fc.constantFrom("unknown", ...Object.keys(value));
  return fc.tuple(names, fc.jsonValue()).map(([name, odd]) => ({
    ...request,
    isValid: false,
    body: { ...body, value: { ...value, [name]: odd } },
  }));
}

const token = fc.oneof(
  { weight: 18, arbitrary: fc.constant("all" as const) },
  fc.constantFrom("none" as const, "unscoped" as const),
);

function validRequest(operation: Operation, { params, members }: Known): Arbitrary<FuzzedRequest> {
  const anyParams = parametersOf(operation, "path", {});
  return fc.record({
    isValid: fc.constant(true),
    token,
    accept: fc.constantFrom("*/*", BROWSER_ACCEPT, "application/json"),
    params: fc.oneof({ weight: 6, arbitrary: fc.constant(params) }, anyParams),
    query: parametersOf(operation, "query", members),
    headers: parametersOf(operation, "header", {}),
    body: bodyOf(operation, members),
  });
}

/** Requests for an operation: most are valid by the document and name things that exist. */
export function fuzzOperation(operation: Operation, known: readonly Known[]) {
  const valid = fc.oneof(...known.map((one) => validRequest(operation, one)));
  return fc.oneof({ weight: 5, arbitrary: valid }, valid.chain(withOddMember));
}

function flatten(value: unknown): [string, unknown][] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([name, member]) =>
    [member].flat().map((item): [string, unknown] => [name, item]),
  );
}

function toFormData(value: unknown): FormData {
  const form = new FormData();
  for (const [name, item] of flatten(value))
    if (item instanceof UploadedFile) form.append(name, new File([item.content], item.name));
    else form.append(name, String(item));
  return form;
}

/** A body as its content type says. */
export function encodeBody({ type, value }: { type: string; value: unknown }): BodyInit {
  switch (type) {
    case "application/x-www-form-urlencoded":
      return new URLSearchParams(
        flatten(value).map(([name, item]) => [name, String(item)]),
      ).toString();
    case "multipart/form-data":
      return toFormData(value);
    default:
      return JSON.stringify(value);
  }
}

const SCHEMAS = "#/components/schemas/";

/** The document's paths with schemas in place of references to them. Schemas of requests have no cycles. */
export function pathsWithoutReferences({ paths, components }: OpenApiDocument) {
  const copy = (part: unknown) => JSON.parse(JSON.stringify(part), inline);
  function inline(_key: string, value: unknown): unknown {
    const reference = isObject(value) ? value.$ref : null;
    if (typeof reference !== "string" || !reference.startsWith(SCHEMAS)) return value;
    return copy(components.schemas[reference.slice(SCHEMAS.length)]);
  }
  const inlined: OpenApiDocument["paths"] = copy(paths);
  return inlined;
}
