import type { Caller } from "#lib/core/context";
import { settings } from "#lib/core/settings/settings";
import { findClient } from "#lib/domain/grants/clients";
import { OAuthFailure } from "#lib/domain/grants/oauth-failure";
import { matchesRedirect, withParameters } from "#lib/domain/grants/redirect-uri";
import { type AuthorizationRequest, mcpResource, offerScopes } from "#lib/domain/grants/schema";

/** The query parameters of the page. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The request as the page shows it: ready for a decision, or with an error and the way back to the app.
 */
export type ReadRequest =
  | { request: AuthorizationRequest }
  | { problem: string; back: string | null };

const MAX_STATE_CHARACTERS = 2_000;
/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the app's redirect URI with a response to its request. It includes this service's issuer
 * (RFC 9207).
 */
export function responseUri(
  redirectUri: string,
  state: string | undefined,
  response: { code: string } | { error: string; error_description?: string },
): string {
  return withParameters(redirectUri, { ...response, state, iss: settings().baseUrl });
}

/**
 * Checks an authorization request. An error never redirects anyone: attackers could use that to send people through
 * this service to their own site. Instead, the page links back to the app, if the redirect URI is the app's.
 */
export async function readAuthorization(given: Parameters, caller: Caller): Promise<ReadRequest> {
  try {
    return await check(given, caller);
  } catch (failure) {
    if (!(failure instanceof OAuthFailure)) throw failure;
    return { problem: failure.message, back: null };
  }
}

/** @throws {OAuthFailure} */
function only(given: Parameters, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || typeof value === "string") return value;
  throw new OAuthFailure("invalid_request", `${name} is repeated.`);
}

/** @throws {OAuthFailure} for what mustn't be sent back to the app, because it may be someone else's */
async function check(given: Parameters, caller: Caller): Promise<ReadRequest> {
  const clientId = only(given, "client_id");
  const redirectUri = only(given, "redirect_uri");
  const client = clientId ? await findClient(clientId, caller) : null;
  if (!client)
    throw new OAuthFailure(
      "invalid_client",
      "The app isn’t registered here anymore. Remove it in the app, and add it again.",
    );
  if (!redirectUri || !matchesRedirect(client.redirectUris, redirectUri))
    throw new OAuthFailure(
      "invalid_request",
      "The app wants you to be sent to an address that it didn’t register.",
    );
  const state = only(given, "state");
  try {
    const { id, name } = client;
    return { request: { client: { id, name }, redirectUri, state, ...checkRest(given) } };
  } catch (failure) {
    if (!(failure instanceof OAuthFailure)) throw failure;
    const { code: error, message } = failure;
    const back = responseUri(redirectUri, state?.slice(0, MAX_STATE_CHARACTERS), { error });
    return { problem: message, back };
  }
}

/** @throws {OAuthFailure} */
function checkRest(given: Parameters): Pick<AuthorizationRequest, "challenge" | "scopes"> {
  if ((only(given, "state")?.length ?? 0) > MAX_STATE_CHARACTERS)
    throw new OAuthFailure("invalid_request", "The app’s state is longer than 2,000 characters.");
  if (only(given, "response_type") !== "code")
    throw new OAuthFailure("unsupported_response_type", "The app’s response_type isn’t code.");
  const challenge = only(given, "code_challenge") ?? "";
  if (only(given, "code_challenge_method") !== "S256" || !CHALLENGE.test(challenge))
    throw new OAuthFailure("invalid_request", "The app doesn’t use PKCE with S256.");
  const resource = only(given, "resource");
  if (resource !== undefined && resource !== mcpResource())
    throw new OAuthFailure("invalid_target", `The app asks for ${resource}, not ${mcpResource()}.`);
  const scopes = offerScopes(only(given, "scope"));
  if (!scopes) throw new OAuthFailure("invalid_scope", "The app asks for unknown scopes only.");
  return { challenge, scopes };
}
