import { settings } from "#lib/core/settings/settings";
import { componentOf, describeFields, fallbackOf, valuesOf } from "#lib/entry/docs/fields";
import { describeEvent, type OperationView, toOperationView } from "#lib/entry/docs/operations";
import { slugOf } from "#lib/entry/docs/outline";
import { type OpenApiDocument, openApiDocument } from "#lib/entry/openapi/document";
import type { Operation, Schema } from "#lib/entry/openapi/document-shape";
import { byStatus, EVERYWHERE } from "#lib/entry/openapi/error-responses";

/** A page of the reference: a tag of the document, or the events. */
export type ReferencePage = {
  /** `/docs/api/<slug>` */
  slug: string;
  title: string;
  text: string;
  operations: readonly OperationView[];
  objects: readonly ObjectView[];
};

function namesIn(value: unknown): string[] {
  const refs = (JSON.stringify(value) ?? "").matchAll(/"#\/components\/schemas\/(\w+)"/g);
  return [...refs].map(([, name = ""]) => name);
}

function successesOf({ responses }: Operation) {
  return Object.entries(responses).filter(([status]) => status < "4");
}

/** Leaves out the bodies of requests, which are shown with their operation. */
const isShown = (name: string) => !/Input$|^Submission(Json|Form|Multipart)$/.test(name);

/** A page without its objects, and the names of the objects in its responses or events. */
type Source = Omit<ReferencePage, "objects"> & { names: readonly string[] };

/**
 * Places each object on the page that uses it most directly: the first one with it in a response or event,
 * or with an object that contains it. Objects that no page uses, like the error envelope, are left over.
 */
function placeObjects(schemas: Record<string, Schema>, sources: readonly Source[]) {
  const places = new Map<string, string>();
  let next = sources.map(({ slug, names }) => ({ slug, names }));
  while (next.length > 0)
    next = next.flatMap(({ slug, names }) => {
      const fresh = [...new Set(names)].filter((name) => !places.has(name));
      for (const name of fresh) places.set(name, slug);
      const deeper = fresh.flatMap((name) => namesIn(schemas[name]));
      return deeper.length > 0 ? [{ slug, names: deeper }] : [];
    });
  return places;
}

function describeObject(schemas: Record<string, Schema>, name: string) {
  const schema = schemas[name] ?? {};
  return {
    name,
    text: schema.description ?? "",
    fields: describeFields(schemas, schema, false),
    values: valuesOf(schema),
    fallback: fallbackOf(schema),
    /** The alternatives that the object can be one of. */
    kinds: (schema.oneOf ?? []).flatMap((kind) => componentOf(kind) ?? []),
  };
}

export type ObjectView = ReturnType<typeof describeObject>;

const SHARED_CODES: ReadonlySet<string> = new Set(EVERYWHERE);

/** Removes the errors that any request with a token can get, which are shown once. */
function withoutShared(operation: OperationView): OperationView {
  if (operation.access === "no token") return operation;
  const errors = operation.errors.map(
    ([status, codes]) => [status, codes.filter((code) => !SHARED_CODES.has(code))] as const,
  );
  return { ...operation, errors: errors.filter(([, codes]) => codes.length > 0) };
}

function sourcesOf(document: OpenApiDocument): Source[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const events = Object.entries(document.webhooks).flatMap(([type, { post }]) =>
    post ? [{ type, operation: post }] : [],
  );
  const tags = document.tags.map(({ name, description }) => {
    const tagged = all.filter(({ operation }) => operation.tags.includes(name));
    return {
      slug: slugOf(name),
      title: name,
      text: description,
      operations: tagged.map(({ path, method, operation }) =>
        toOperationView(document, path, method, operation),
      ),
      names: tagged.flatMap(({ operation }) => namesIn(successesOf(operation))).filter(isShown),
    };
  });
  return [
    ...tags,
    {
      slug: "events",
      title: "Events",
      text: "Events sent to a form's webhook, signed according to Standard Webhooks.",
      operations: events.map(({ type, operation }) => describeEvent(document, type, operation)),
      names: events.flatMap(({ operation }) => namesIn(operation.requestBody)),
    },
  ];
}

function makeReference() {
  const document = openApiDocument(settings().baseUrl, settings());
  const { schemas } = document.components;
  const sources = sourcesOf(document);
  const places = placeObjects(schemas, sources);
  const pages = sources.map(({ names: _, operations, ...page }) => ({
    ...page,
    operations: operations.map(withoutShared),
    objects: [...places].flatMap(([name, place]) =>
      place === page.slug && isShown(name) ? [describeObject(schemas, name)] : [],
    ),
  }));
  const leftOver = Object.keys(schemas).filter((name) => isShown(name) && !places.has(name));
  return {
    version: document.info.version,
    baseUrl: document.servers[0]?.url ?? "",
    overview: document.info.description,
    pages,
    sharedErrors: byStatus(EVERYWHERE).map(([status, codes]) => [String(status), codes] as const),
    /** Objects shared by all operations. */
    objects: leftOver.map((name) => describeObject(schemas, name)),
    objectHrefs: Object.fromEntries([
      ...leftOver.map((name) => [name, `/docs/api#${name}`]),
      ...[...places].map(([name, slug]) => [name, `/docs/api/${slug}#${name}`]),
    ]),
  };
}

let made: ReturnType<typeof makeReference> | undefined;

/**
 * Returns the reference of the management API, by page. It's built once, since it never changes at
 * run time.
 */
export function reference() {
  made ??= makeReference();
  return made;
}

export function findReferencePage(slug: string): ReferencePage | null {
  return reference().pages.find((page) => page.slug === slug) ?? null;
}
