import { z } from "zod";
import { notFound } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { pathOf } from "#lib/entry/http/http-types";
import { serveAuthenticated } from "#lib/entry/http/management-pipeline";
import { parseBody } from "#lib/entry/http/parse";
import { requireMethod } from "#lib/entry/http/request-log";
import type { Handler } from "#lib/entry/http/route";
import { PROTECTED_RESOURCE_PATH } from "#lib/entry/mcp/well-known";

/** One JSON-RPC message. A batch would get many calls past the rate limits as one request. */
const Message = z.looseObject({ jsonrpc: z.literal("2.0", 'must be "2.0"') });

/**
 * Serves `/mcp`: the management API as tools, by the Model Context Protocol over Streamable HTTP, without
 * sessions. A request passes the same checks as one to `/v1` and is counted with those. The SDK is loaded
 * by the first request that passes them: it takes 25 MB.
 */
export const serveMcp: Handler = async (request, defer) => {
  const response = await serveAuthenticated(
    request,
    { route: "/mcp", defer },
    () => {
      if (pathOf(request) !== "/mcp") throw notFound();
      requireMethod(request, "POST");
    },
    async (caller) => {
      const message = await parseBody({ body: Message }, request);
      const { respondToMessage } = await import("#lib/entry/mcp/tool-server");
      return respondToMessage(request.headers, message, caller);
    },
  );
  // Where clients find out how to get a token (RFC 9728).
  if (response.headers["WWW-Authenticate"] === "Bearer")
    response.headers["WWW-Authenticate"] =
      `Bearer resource_metadata="${settings().baseUrl}${PROTECTED_RESOURCE_PATH}"`;
  return response;
};
