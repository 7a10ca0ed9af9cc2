import type { OAuthMetadata, OAuthProtectedResourceMetadata } from "@modelcontextprotocol/server";
import { newId } from "#lib/core/ids";
import { settings } from "#lib/core/settings/settings";
import { mcpResource } from "#lib/domain/grants/schema";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { forEveryMethod } from "#lib/entry/http/http-types";
import { RequestLog } from "#lib/entry/http/request-log";
import { jsonResponse } from "#lib/entry/http/respond";
import { serveOAuth } from "#lib/entry/oauth/oauth-response";

/** RFC 9728 defines this path for the metadata of `/mcp`, below the well-known path. */
const PROTECTED_RESOURCE_PATH = "/.well-known/oauth-protected-resource/mcp";

/**
 * Returns the challenge of a 401 of `/mcp`, which shows how to get a token (RFC 9728, RFC 6750).
 */
export function bearerChallenge(hasToken: boolean): string {
  const metadata = `resource_metadata="${settings().baseUrl}${PROTECTED_RESOURCE_PATH}"`;
  return hasToken ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`;
}

function resourceMetadata(): OAuthProtectedResourceMetadata {
  const { baseUrl } = settings();
  return {
    resource: mcpResource(),
    authorization_servers: [baseUrl],
    resource_name: "Form Intake",
    resource_documentation: `${baseUrl}/docs/mcp`,
    bearer_methods_supported: ["header"],
    scopes_supported: [...SCOPE_NAMES],
    token_instructions: `Connect by OAuth, or create an API token at ${baseUrl}/tokens and send it as "Authorization: Bearer <token>".`,
  };
}

function serverMetadata(): OAuthMetadata {
  const { baseUrl, isOutgoingOn } = settings();
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/connect`,
    token_endpoint: `${baseUrl}/api/oauth/token`,
    registration_endpoint: `${baseUrl}/api/oauth/register`,
    revocation_endpoint: `${baseUrl}/api/oauth/revoke`,
    scopes_supported: [...SCOPE_NAMES],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    // Reading a client's document is an outgoing call.
    client_id_metadata_document_supported: isOutgoingOn,
    service_documentation: `${baseUrl}/docs/mcp`,
  };
}

function metadataRoute(route: string, metadata: () => object) {
  return forEveryMethod((request) =>
    serveOAuth(request, ["GET", "HEAD"], new RequestLog(newId(), request.method, route), () =>
      jsonResponse(200, metadata(), { "Content-Type": "application/json" }),
    ),
  );
}

/**
 * The handlers of `/.well-known/oauth-protected-resource` (RFC 9728), which MCP clients request
 * first.
 */
export const protectedResourceRoute = metadataRoute(
  "/.well-known/oauth-protected-resource",
  resourceMetadata,
);

/** The handlers of `/.well-known/oauth-authorization-server` (RFC 8414). */
export const authorizationServerRoute = metadataRoute(
  "/.well-known/oauth-authorization-server",
  serverMetadata,
);
