import { settings } from "#lib/core/settings";
import { openApiDocument } from "#lib/http/openapi/document";
import { forEveryMethod, requireMethod, serveApi } from "#lib/http/serve-api";

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

function respond(request: Request): Response {
  requireMethod(request, ...ALLOWED);
  if (request.method !== "OPTIONS")
    return new Response(documentText(), {
      headers: { "Content-Type": "application/json; charset=utf-8" },
    });
  return new Response(null, {
    status: 204,
    headers: {
      Allow: ALLOWED.join(", "),
      "Access-Control-Allow-Methods": ALLOWED.join(", "),
      "Access-Control-Max-Age": "86400",
    },
  });
}

/** The handlers of `/openapi.json`, which needs no token. */
export const openApiRoute = forEveryMethod(async (request: Request) => {
  const response = await serveApi(() => respond(request));
  for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
  return response;
});
