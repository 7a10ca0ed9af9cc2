import { settings } from "#lib/core/settings";
import { type HttpRequest, HttpResponse } from "#lib/http/message";
import { openApiDocument } from "#lib/http/openapi/document";
import type { OpenApiDocument } from "#lib/http/openapi/document-shape";
import { postmanCollection } from "#lib/http/openapi/postman-collection";
import { requireMethod, serveApi } from "#lib/http/serve-api";
import { forEveryMethod } from "#lib/http/web";

/** Pages of any site may read the document. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Request-Id",
};

const ALLOWED = ["GET", "HEAD", "OPTIONS"];

type Format = {
  contentType: string;
  write: (document: OpenApiDocument) => string | Promise<string>;
};

/** Routes that need no token. Written at the first request: nothing changes while the process lives. */
function documentRoute({ contentType, write }: Format) {
  let text: string | Promise<string> | undefined;
  async function respond(request: HttpRequest): Promise<HttpResponse> {
    requireMethod(request, ...ALLOWED);
    if (request.method === "OPTIONS")
      return new HttpResponse(204, {
        Allow: ALLOWED.join(", "),
        "Access-Control-Allow-Methods": ALLOWED.join(", "),
        "Access-Control-Max-Age": "86400",
      });
    text ??= write(openApiDocument(settings().baseUrl));
    return new HttpResponse(200, { "Content-Type": contentType }, await text);
  }
  return forEveryMethod(async (request: HttpRequest) => {
    const response = await serveApi(() => respond(request));
    Object.assign(response.headers, CORS);
    return response;
  });
}

const JSON_TYPE = "application/json; charset=utf-8";

/** Loaded on demand, to keep an idle process small. Quotes what older YAML parsers would misread. */
async function writeYaml(document: OpenApiDocument): Promise<string> {
  const { stringify } = await import("yaml");
  return stringify(document, { aliasDuplicateObjects: false, compat: "yaml-1.1", lineWidth: 0 });
}

/** The handlers of `/openapi.json`. */
export const openApiRoute = documentRoute({ contentType: JSON_TYPE, write: JSON.stringify });

/** The handlers of `/openapi.yaml` (media type: RFC 9512). */
export const openApiYamlRoute = documentRoute({
  contentType: "application/yaml; charset=utf-8",
  write: writeYaml,
});

/** The handlers of `/postman.json`, a Postman collection of the same operations. */
export const postmanRoute = documentRoute({
  contentType: JSON_TYPE,
  write: (document) => JSON.stringify(postmanCollection(document)),
});
