import {
  componentOf,
  describeFields,
  type FieldView,
  parametersAsObject,
  resolveSchema,
  type Schemas,
} from "#lib/entry/docs/fields";
import type { OpenApiDocument } from "#lib/entry/openapi/document";
import type { Operation, RequestBody, Schema } from "#lib/entry/openapi/document-shape";
import { accessNote } from "#lib/entry/openapi/operation";
import { type ExampleRequest, exampleRequest } from "#lib/entry/openapi/request-snippets";

export type FieldGroup = {
  title: string;
  fields: readonly FieldView[];
  /** A note about the body beyond its fields, and its media types if there are several. */
  text?: string;
  types?: readonly string[];
};
export type Success = {
  status: string;
  text: string;
  /** The component, if it's the whole body. */
  component?: string;
  mediaType?: string;
  fields?: readonly FieldView[];
};
export type Example = { title: string; text: string };

/** An operation or event in the reference: plain data, since the browser gets it too. */
export type OperationView = {
  id: string;
  title: string;
  /** An HTTP method, or EVENT. */
  method: string;
  /** A path, or the type of an event. */
  name: string;
  /** A scope, "any token", or "no token". Events have none. */
  access?: string;
  text: string;
  groups: readonly FieldGroup[];
  successes: readonly Success[];
  errors: readonly (readonly [status: string, codes: readonly string[]])[];
  request?: ExampleRequest;
  /** The responses, the one to the example request first. */
  responses: readonly Example[];
};

const PLACES = [
  { place: "path", title: "Path parameters" },
  { place: "query", title: "Query parameters" },
  { place: "header", title: "Headers" },
] as const;

/** Returns the description without the note on scopes, which is shown separately. */
function textOf({ description, security, ...operation }: Operation): string {
  if (security.length === 0)
    return description.replace(/\n*(?:Needs no|Doesn't require a) token\.$/, "");
  const note = accessNote(operation["x-required-scope"] ?? null);
  return description.replace(note, "").trim();
}

function accessOf(operation: Operation): string {
  return (
    operation["x-required-scope"] ?? (operation.security.length > 0 ? "any token" : "no token")
  );
}

function responsesOf({ components }: OpenApiDocument, { responses }: Operation) {
  return Object.entries(responses).flatMap(([status, given]) => {
    const name = "$ref" in given ? given.$ref.replace("#/components/responses/", "") : "";
    const response = "$ref" in given ? components.responses[name] : given;
    return response ? [{ status, isSuccess: status < "4", response }] : [];
  });
}

/**
 * Returns the fields of a body, its types if there are several, and the rules that the fields don't
 * show.
 */
function bodyOf(schemas: Schemas, { required, content }: RequestBody): FieldGroup {
  const types = Object.keys(content);
  const [media] = Object.values(content);
  const schema = resolveSchema(schemas, media?.schema ?? {});
  return {
    title: required ? "Body" : "Body (optional)",
    fields: describeFields(schemas, schema, true),
    ...(schema.additionalProperties || types.length > 1 ? { text: schema.description ?? "" } : {}),
    ...(types.length > 1 ? { types } : {}),
  };
}

function groupsOf(
  { components: { schemas } }: OpenApiDocument,
  { parameters = [], requestBody }: Operation,
): FieldGroup[] {
  const groups = PLACES.map(({ place, title }) => {
    const object = parametersAsObject(parameters.filter((one) => one.in === place));
    return { title, fields: describeFields(schemas, object, true) };
  });
  return [
    ...groups.filter(({ fields }) => fields.length > 0),
    ...(requestBody ? [bodyOf(schemas, requestBody)] : []),
  ];
}

function successesOf(document: OpenApiDocument, operation: Operation): Success[] {
  const ofSuccess = responsesOf(document, operation).filter(({ isSuccess }) => isSuccess);
  return ofSuccess.map(({ status, response }) => {
    const [[mediaType, media] = []] = Object.entries(response.content ?? {});
    const base = { status, text: response.description };
    if (mediaType !== "application/json") return mediaType ? { ...base, mediaType } : base;
    const component = componentOf(media?.schema ?? {});
    if (component) return { ...base, component };
    const fields = describeFields(document.components.schemas, media?.schema ?? {}, false);
    return fields.length > 0 ? { ...base, fields } : base;
  });
}

/**
 * Returns examples of successful responses: that of a new object first, because the example request
 * creates one.
 */
function responseExamples(document: OpenApiDocument, operation: Operation): Example[] {
  return responsesOf(document, operation)
    .toReversed()
    .flatMap(({ status, isSuccess, response }) => {
      const value = Object.values(response.content ?? {})[0]?.example;
      if (!isSuccess || value === undefined) return [];
      return [{ title: `Response ${status}`, text: exampleText(value) }];
    });
}

function exampleText(value: unknown): string {
  return typeof value === "string" ? value.replace("\uFEFF", "") : JSON.stringify(value, null, 2);
}

function errorsOf(document: OpenApiDocument, operation: Operation) {
  return responsesOf(document, operation)
    .filter(({ isSuccess }) => !isSuccess)
    .map(({ status, response }): [string, string[]] => {
      return [status, Object.keys(response.content?.["application/json"]?.examples ?? {})];
    });
}

export function toOperationView(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: Operation,
): OperationView {
  return {
    id: operation.operationId,
    title: operation.summary,
    method: method.toUpperCase(),
    name: path,
    access: accessOf(operation),
    text: textOf(operation),
    groups: groupsOf(document, operation),
    successes: successesOf(document, operation),
    errors: errorsOf(document, operation),
    request: exampleRequest(document.servers[0]?.url ?? "", path, method, operation),
    responses: responseExamples(document, operation),
  };
}

/** An event that a webhook sends: its headers, body, and an example. */
export function describeEvent(
  document: OpenApiDocument,
  type: string,
  operation: Operation,
): OperationView {
  const { schemas } = document.components;
  const media = operation.requestBody?.content["application/json"];
  const fieldsOf = (schema: Schema) => describeFields(schemas, schema, false);
  return {
    id: operation.operationId,
    title: operation.summary,
    method: "EVENT",
    name: type,
    text: operation.description,
    groups: [
      { title: "Headers", fields: fieldsOf(parametersAsObject(operation.parameters ?? [])) },
      { title: "Body", fields: fieldsOf(resolveSchema(schemas, media?.schema ?? {})) },
    ],
    successes: [],
    errors: [],
    responses: [{ title: "Body", text: exampleText(media?.example) }],
  };
}
