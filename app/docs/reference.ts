import type { Entry, Group } from "#components/docs/contents";
import { headingsOf, slugOf } from "#components/docs/prose";
import { ERROR_STATUS, type ErrorCode } from "#lib/core/errors";
import { settings } from "#lib/core/settings";
import { openApiDocument } from "#lib/http/openapi/document";
import type { OpenApiDocument, Operation } from "#lib/http/openapi/document-shape";
import { ERROR_MEANINGS } from "#lib/http/openapi/error-meanings";
import { accessNote } from "#lib/http/openapi/operation";

export type ListedOperation = {
  path: string;
  method: string;
  operation: Operation;
  /** Without the note on scopes, which the page shows separately. */
  description: string;
};

export type TagSection = {
  id: string;
  name: string;
  description: string;
  operations: readonly ListedOperation[];
};

function withoutAccess({ description, security, ...operation }: Operation): string {
  if (security.length === 0) return description.replace(/\n*Needs no token\.$/, "");
  const note = accessNote(operation["x-required-scope"] ?? null);
  return description.slice(0, -note.length).trim();
}

/** Operations by tag, in the document's order. */
function tagSections({ tags, paths }: OpenApiDocument): TagSection[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operation,
      description: withoutAccess(operation),
    })),
  );
  return tags.map(({ name, description }) => ({
    id: `tag-${slugOf(name)}`,
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
}

/** Events by type. */
function eventsOf({ webhooks }: OpenApiDocument): { type: string; operation: Operation }[] {
  return Object.entries(webhooks).flatMap(([type, { post }]) =>
    post ? [{ type, operation: post }] : [],
  );
}

/** Components used in responses and events. Request bodies are shown with their operation. */
function objectNames({ components }: OpenApiDocument): string[] {
  return Object.keys(components.schemas).filter(
    (name) => !/Input$|^Submission(Json|Form)$/.test(name),
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

/** The page's contents. */
function contentsOf(document: OpenApiDocument): Group[] {
  const basics = headingsOf(document.info.description).map(
    (heading): Entry => ({ id: slugOf(heading), label: heading }),
  );
  const tags = tagSections(document).map(({ id, name, operations }) => ({
    id,
    title: name,
    entries: operations.map(
      ({ method, operation }): Entry => ({
        id: operation.operationId,
        label: operation.summary,
        method: method.toUpperCase(),
      }),
    ),
  }));
  const events = eventsOf(document).map(
    ({ type, operation }): Entry => ({ id: operation.operationId, label: type }),
  );
  return [
    { id: "content", title: "Basics", entries: basics },
    ...tags,
    { id: "events", title: "Events", entries: events },
    {
      id: "objects",
      title: "Objects",
      entries: objectNames(document).map((name) => ({ id: name, label: name })),
    },
    { id: "error-codes", title: "Error codes", entries: [] },
  ];
}

function makeReference() {
  const document = openApiDocument(settings().baseUrl);
  return {
    info: document.info,
    baseUrl: document.servers[0]?.url ?? "",
    schemas: document.components.schemas,
    responses: document.components.responses,
    contents: contentsOf(document),
    tags: tagSections(document),
    events: eventsOf(document),
    objects: objectNames(document),
    errors: documentedErrors(document),
  };
}

export type Reference = ReturnType<typeof makeReference>;

let made: Reference | undefined;

/** Everything the page shows. Built on the first visit, since it never changes at run time. */
export function reference(): Reference {
  made ??= makeReference();
  return made;
}
