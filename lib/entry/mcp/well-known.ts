import { notFound } from "#lib/core/errors";
import { settings } from "#lib/core/settings/settings";
import { SCOPE_NAMES } from "#lib/domain/tokens/schema";
import { forEveryMethod, type HttpRequest, HttpResponse } from "#lib/entry/http/http-types";
import { requireMethod, serveApi } from "#lib/entry/http/request-log";

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

const DAY_MS = 86_400_000;
const VALID_DAYS = 90;

/**
 * The contact for security problems (RFC 9116). It always expires 90 days from today: the contact is
 * a setting of the running service.
 */
export function securityText(contact: string, baseUrl: string, now: number): string {
  const today = now - (now % DAY_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    // Section 2.5.2 allows no other scheme.
    ...(baseUrl.startsWith("https:") ? [`Canonical: ${baseUrl}/.well-known/security.txt`] : []),
    "",
  ].join("\n");
}

/** The handlers of `/.well-known/security.txt`: 404 unless `SECURITY_CONTACT` is set. */
export const securityTxtRoute = forEveryMethod((request: HttpRequest) =>
  serveApi(() => {
    const { securityContact, baseUrl } = settings();
    if (!securityContact) throw notFound();
    requireMethod(request, "GET", "HEAD");
    const headers = { "Content-Type": "text/plain; charset=utf-8" };
    return new HttpResponse(200, headers, securityText(securityContact, baseUrl, Date.now()));
  }),
);
