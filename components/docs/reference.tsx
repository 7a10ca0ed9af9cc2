import type { Entry, Group } from "#components/docs/contents";
import { headingsOf, slugOf } from "#components/docs/prose";
import { ERROR_MEANINGS, ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import { settings } from "#lib/core/settings";
import { openApiDocument } from "#lib/http/openapi/document";
import type { OpenApiDocument, Operation, Schema } from "#lib/http/openapi/document-shape";
import { accessNote } from "#lib/http/openapi/operation";
import { componentOf } from "#lib/http/openapi/schema-words";

function withoutAccess({ description, security, ...operation }: Operation): string {
  if (security.length === 0) return description.replace(/\n*Needs no token\.$/, "");
  const note = accessNote(operation["x-required-scope"] ?? null);
  return description.slice(0, -note.length).trim();
}

function responsesOf({ components }: OpenApiDocument, { responses }: Operation) {
  return Object.entries(responses).flatMap(([status, given]) => {
    const name = "$ref" in given ? given.$ref.replace("#/components/responses/", "") : "";
    const response = "$ref" in given ? components.responses[name] : given;
    return response ? [{ status, isSuccess: status < "4", response }] : [];
  });
}

/** Operations by tag, in the document's order. */
function tagSections(document: OpenApiDocument) {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      /** Without the note on scopes, which the page shows separately. */
      description: withoutAccess(operation),
      responses: responsesOf(document, operation),
    })),
  );
  return document.tags.map(({ name, description }) => ({
    id: `tag-${slugOf(name)}`,
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

export type ListedOperation = ReturnType<typeof tagSections>[number]["operations"][number];
export type ListedResponse = ListedOperation["responses"][number];

/** Components used in responses and events. Request bodies are shown with their operation. */
function objectNames({ components }: OpenApiDocument): string[] {
  return Object.keys(components.schemas).filter(
    (name) => !/Input$|^Submission(Json|Form|Multipart)$/.test(name),
  );
}

function isErrorCode(code: string): code is ErrorCode {
  return code in ERROR_STATUS;
}

/** Every error code with its status and meaning, ordered by status. */
function documentedErrors(document: OpenApiDocument) {
  const text = JSON.stringify([document.paths, document.components.responses]);
  const named = [...text.matchAll(/"code":"(\w+)"/g)].map(([, code = ""]) => code);
  return [...new Set([...named, "method_not_allowed"])]
    .filter(isErrorCode)
    .map((code) => ({ code, status: ERROR_STATUS[code], meaning: ERROR_MEANINGS[code] }))
    .sort((a, b) => a.status - b.status);
}

function makeReference() {
  const document = openApiDocument(settings().baseUrl);
  const { info, servers, components, webhooks } = document;
  const tags = tagSections(document);
  const objects = objectNames(document);
  const events = Object.entries(webhooks).flatMap(([type, { post }]) =>
    post ? [{ type, operation: post }] : [],
  );
  const contents: Group[] = [
    {
      id: "content",
      title: "Basics",
      entries: headingsOf(info.description).map((label): Entry => ({ id: slugOf(label), label })),
    },
    ...tags.map(({ id, name, operations }) => ({
      id,
      title: name,
      entries: operations.map(
        ({ method, operation }): Entry => ({
          id: operation.operationId,
          label: operation.summary,
          method,
        }),
      ),
    })),
    {
      id: "events",
      title: "Events",
      entries: events.map(({ type, operation }) => ({ id: operation.operationId, label: type })),
    },
    { id: "objects", title: "Objects", entries: objects.map((id) => ({ id, label: id })) },
    { id: "error-codes", title: "Error codes", entries: [] },
  ];
  const baseUrl = servers[0]?.url ?? "";
  const errors = documentedErrors(document);
  return { info, baseUrl, schemas: components.schemas, contents, tags, events, objects, errors };
}

let made: ReturnType<typeof makeReference> | undefined;

/** Everything the page shows. Built on the first visit, since it never changes at run time. */
export function reference() {
  made ??= makeReference();
  return made;
}

/** The component that a schema refers to, or the schema itself. */
export function resolveSchema(schema: Schema): Schema {
  const name = componentOf(schema);
  return name === null ? schema : (reference().schemas[name] ?? {});
}
