import { settings } from "#lib/core/settings/settings";
import { forEveryMethod, type HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { requireMethod, serveApi } from "#lib/entry/http/request-log";
import { openApiDocument } from "#lib/entry/openapi/document";

/** Pages of any site may read the document. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Request-Id",
};

const ALLOWED = ["GET", "HEAD", "OPTIONS"];

/** Serves the document, which needs no token. It's written once: nothing in it changes while the process runs. */
function documentRoute(mediaType: string) {
  let text: string | undefined;
  async function respond(request: HttpRequest): Promise<HttpResponse> {
    requireMethod(request, ...ALLOWED);
    if (request.method === "OPTIONS")
      return new HttpResponse(204, {
        Allow: ALLOWED.join(", "),
        "Access-Control-Allow-Methods": ALLOWED.join(", "),
        "Access-Control-Max-Age": "86400",
      });
    text ??= JSON.stringify(openApiDocument(settings().baseUrl, settings()), null, 2);
    return new HttpResponse(200, { "Content-Type": `${mediaType}; charset=utf-8` }, text);
  }
  return forEveryMethod(async (request: HttpRequest) => {
    const response = await serveApi(() => respond(request));
    Object.assign(response.headers, CORS);
    return response;
  });
}

export const openApiRoute = documentRoute("application/json");

/** The handlers of `/openapi.yaml` (media type: RFC 9512). YAML parsers read JSON, which is part of YAML 1.2. */
export const openApiYamlRoute = documentRoute("application/yaml");
