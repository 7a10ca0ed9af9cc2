import { AppError } from "#lib/core/errors";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings";
import { openApiDocument } from "#lib/http/openapi/document";
import { errorResponse, finish } from "#lib/http/respond";

/** Any page of any site may read the document: it holds nothing of anybody. */
const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "X-Request-Id",
};

const ALLOWED = "GET, HEAD, OPTIONS";

let text: string | undefined;

/** Made at the first request; nothing in it changes while the process lives. */
function documentText(): string {
  text ??= JSON.stringify(openApiDocument(settings().baseUrl));
  return text;
}

function answer(method: string, requestId: string): Response {
  if (method === "GET" || method === "HEAD")
    return new Response(documentText(), {
      headers: { "Content-Type": "application/json; charset=utf-8" },
    });
  if (method === "OPTIONS")
    return new Response(null, {
      status: 204,
      headers: {
        Allow: ALLOWED,
        "Access-Control-Allow-Methods": ALLOWED,
        "Access-Control-Max-Age": "86400",
      },
    });
  const error = new AppError("method_not_allowed", "This URL only supports GET.");
  const response = errorResponse(error, requestId);
  response.headers.set("Allow", ALLOWED);
  return response;
}

/** `/openapi.json`: needs no token, whatever the request carries. */
export async function serveOpenApi(request: Request): Promise<Response> {
  const requestId = newId();
  const response = answer(request.method, requestId);
  for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value);
  return finish(response, requestId);
}
