import { settings } from "#lib/core/settings";
import { HttpResponse } from "#lib/http/http-types";
import { requireMethod, serveApi } from "#lib/http/request-log";
import { forEveryMethod } from "#lib/http/web";
import { SCOPE_NAMES } from "#lib/tokens/schema";

export const PROTECTED_RESOURCE_PATH = "/.well-known/oauth-protected-resource";

/**
 * The handlers of {@link PROTECTED_RESOURCE_PATH} (RFC 9728), where MCP clients look for how to get a
 * token: an owner creates it. Without an authorization server, none is named.
 */
export const protectedResourceRoute = forEveryMethod((request) =>
  serveApi(() => {
    requireMethod(request, "GET", "HEAD");
    const { baseUrl } = settings();
    const metadata = {
      resource: `${baseUrl}/mcp`,
      resource_name: "Form Intake",
      resource_documentation: `${baseUrl}/docs/mcp`,
      bearer_methods_supported: ["header"],
      scopes_supported: SCOPE_NAMES,
      token_instructions: `Create an API token at ${baseUrl}/tokens and send it as "Authorization: Bearer <token>".`,
    };
    const headers = { "Content-Type": "application/json", "Access-Control-Allow-Origin": "*" };
    return new HttpResponse(200, headers, JSON.stringify(metadata));
  }),
);
