import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import { z } from "zod";
import type { GuardedFetch } from "#lib/adapters/http-calls/guarded-fetch";

/** An OpenID Connect provider, and this service as its client. */
export type OidcClient = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The callback URL. Each provider has its own, so that none receives another one's codes. */
  redirectUri: string;
  fetch: GuardedFetch;
};

/** The secrets of this browser's attempt. */
export type OidcChecks = { state: string; nonce: string; verifier: string };

/** A provider's claims about a person. Issuer and subject identify them; the rest may change. */
export type OidcClaims = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider has verified that the address belongs to them. */
  isEmailVerified: boolean;
  name: string | null;
  /** When they last proved their identity to the provider, if it reports that. */
  authenticatedAt: Date | null;
};

/**
 * Authenticates in the header if the provider supports that, as the standard requires, or else in
 * the body.
 */
function authenticate(clientSecret: string): ClientAuth {
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const isBasic = methods.includes("client_secret_basic");
    const add = isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
    add(server, client, body, headers);
  };
}

/**
 * Reads a provider's metadata, whose issuer must match the requested one.
 *
 * @throws what the call or the library throws
 */
export async function discoverProvider(client: OidcClient): Promise<Configuration> {
  const isPlain = new URL(client.issuer).protocol === "http:";
  const config = await discovery(
    new URL(client.issuer),
    client.clientId,
    undefined,
    authenticate(client.clientSecret),
    {
      timeout: 10,
      [customFetch]: (url, options) => client.fetch(url, options as Parameters<GuardedFetch>[1]),
      // The signature is also checked, not only that the token came from the provider's own URL.
      execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    },
  );
  const { authorization_endpoint: endpoint, token_endpoint: token } = config.serverMetadata();
  const schemes = isPlain ? ["https:", "http:"] : ["https:"];
  if (!token || !schemes.includes(URL.parse(endpoint ?? "")?.protocol ?? ""))
    throw new Error("the provider's metadata has no usable authorization and token endpoints");
  return config;
}

/**
 * Returns the provider's URL where a sign-in begins.
 *
 * @param isFresh - the provider is asked to have them prove who they are again
 */
export async function beginOidc(
  client: OidcClient,
  { state, nonce, verifier }: OidcChecks,
  isFresh: boolean,
): Promise<string> {
  const config = await discoverProvider(client);
  const url = buildAuthorizationUrl(config, {
    redirect_uri: client.redirectUri,
    scope: "openid email profile",
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    ...(isFresh && { max_age: "0" }),
  });
  return url.href;
}

const Text = z.string().trim().min(1).max(320).nullable().catch(null);
const Claims = z.object({
  email: Text,
  email_verified: z.unknown().optional(),
  /** Entra ID's claim for the same: the domain's owner has verified the address. */
  xms_edov: z.unknown().optional(),
  name: Text,
});

/** Returns whether a claim is true, as a boolean or in the spelling of some providers. */
function isTrue(value: unknown): boolean {
  return value === true || value === "true" || value === 1 || value === "1";
}

/**
 * Exchanges the code in the callback URL. Issuer (RFC 9207), state, nonce, the code's verifier, and the token's
 * signature, issuer, audience, and times must all be valid.
 *
 * @throws what the call or the library throws
 */
export async function redeemOidc(
  client: OidcClient,
  { state, nonce, verifier }: OidcChecks,
  search: string,
): Promise<OidcClaims> {
  const config = await discoverProvider(client);
  const tokens = await authorizationCodeGrant(config, new URL(client.redirectUri + search), {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const token = tokens.claims();
  if (!token) throw new Error("the provider sent no ID token");
  const { iss: issuer, sub: subject, auth_time: authTime } = token;
  if (subject.length > 255) throw new Error("the provider's subject is too long");
  const hasInfo = config.serverMetadata().userinfo_endpoint !== undefined;
  // The address and whether it's verified must come from the same source.
  const source =
    token.email === undefined && hasInfo
      ? await fetchUserInfo(config, tokens.access_token, subject)
      : token;
  const { email, name, ...claims } = Claims.parse(source);
  return {
    issuer,
    subject,
    email,
    isEmailVerified: isTrue(claims.email_verified) || isTrue(claims.xms_edov),
    name: name ?? Text.parse(token.name),
    authenticatedAt: typeof authTime === "number" ? new Date(authTime * 1000) : null,
  };
}
