import type { OpenApiDocument, Operation, Parameter } from "#lib/http/openapi/document-shape";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

type Variable = { key: string; value: string; description?: string };

function toVariable({ name, description, example }: Parameter): Variable {
  return { key: name, value: String(example ?? ""), description };
}

/** The URL in Postman's parts, with `:name` for path parameters. Query parameters are off by default. */
function toUrl(path: string, { parameters = [] }: Operation) {
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ":$1");
  const placed = (place: Parameter["in"]) => parameters.filter((one) => one.in === place);
  return {
    raw: `{{baseUrl}}/${segments}`,
    host: ["{{baseUrl}}"],
    path: segments.split("/"),
    query: placed("query").map((one) => ({ ...toVariable(one), disabled: !one.required })),
    variable: placed("path").map(toVariable),
  };
}

function toRequest(path: string, method: string, operation: Operation) {
  const example = operation.requestBody?.content["application/json"]?.example;
  const body =
    example === undefined
      ? {}
      : {
          header: [{ key: "Content-Type", value: "application/json" }],
          body: {
            mode: "raw",
            raw: JSON.stringify(example, null, 2),
            options: { raw: { language: "json" } },
          },
        };
  return {
    method: method.toUpperCase(),
    description: operation.description,
    url: toUrl(path, operation),
    ...(operation.security.length === 0 ? { auth: { type: "noauth" } } : {}),
    ...body,
  };
}

/**
 * The document's operations as a Postman collection (format 2.1): a folder per tag, each request with its
 * example body. The variables `baseUrl` and `token` apply to all requests.
 */
export function postmanCollection({ info, servers, tags, paths }: OpenApiDocument) {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    variable: [
      { key: "baseUrl", value: servers[0]?.url ?? "" },
      { key: "token", value: "" },
    ] satisfies Variable[],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: all
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ path, method, operation }) => ({
          name: operation.summary,
          request: toRequest(path, method, operation),
          response: [],
        })),
    })),
  };
}
