import { settings } from "#lib/core/settings";
import { type HttpRequest, HttpResponse } from "#lib/http/message";
import { openApiDocument } from "#lib/http/openapi/document";
import { requireMethod, serveApi } from "#lib/http/serve-api";
import { forEveryMethod } from "#lib/http/web";

/** Pages of any site may read the document. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Request-Id",
};

const ALLOWED = ["GET", "HEAD", "OPTIONS"];

let text: string | undefined;

/** Made at the first request: nothing in it changes while the process lives. */
function documentText(): string {
  text ??= JSON.stringify(openApiDocument(settings().baseUrl));
  return text;
}

function respond(request: HttpRequest): HttpResponse {
  requireMethod(request, ...ALLOWED);
  if (request.method !== "OPTIONS")
    return new HttpResponse(
      200,
      { "Content-Type": "application/json; charset=utf-8" },
      documentText(),
    );
  return new HttpResponse(204, {
    Allow: ALLOWED.join(", "),
    "Access-Control-Allow-Methods": ALLOWED.join(", "),
    "Access-Control-Max-Age": "86400",
  });
}

/** The handlers of `/openapi.json`, which needs no token. */
export const openApiRoute = forEveryMethod(async (request: HttpRequest) => {
  const response = await serveApi(() => respond(request));
  Object.assign(response.headers, CORS);
  return response;
});
